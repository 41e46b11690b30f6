"""The history of comparisons: kept by model and device, readable again, tolerant of damage."""

from contextlib import closing
from pathlib import Path

from app.storage.comparisons import Comparisons
from app.storage.database import open_database
from engine.comparison.configuration import Configuration
from engine.comparison.measurement import Measurement
from engine.comparison.result import Comparison
from engine.config import EngineConfig
from engine.events import Meter


def comparison(model: str, device: str = "cpu") -> Comparison:
    measured = Measurement(
        Configuration(model, EngineConfig(kv_type="q8_0")),
        device,
        (Meter(tok_s=1.5),),
        (1,),
        ("a",),
    )
    return Comparison("chat", False, 1, (measured, measured), ("x", "y"))


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "chats.db")) as database:
        Comparisons(database.connection).add(comparison("/models/a.gguf"))
    with closing(open_database(tmp_path / "chats.db")) as database:
        (kept,) = Comparisons(database.connection).list()
    assert kept.comparison == comparison("/models/a.gguf")
    assert (kept.model, kept.device) == ("a.gguf", "cpu")


def test_by_model_and_device_the_newest_first(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "chats.db")) as database:
        comparisons = Comparisons(database.connection)
        ids = [
            comparisons.add(comparison(*names)).id
            for names in (("a.gguf",), ("b.gguf",), ("/x/a.gguf",), ("a.gguf", "cuda"))
        ]
        assert [kept.id for kept in comparisons.list("a.gguf", "cpu")] == [ids[2], ids[0]]
        comparisons.delete(ids[2])
        assert [kept.id for kept in comparisons.list()] == [ids[3], ids[1], ids[0]]


def test_what_cannot_be_read_is_left_out(tmp_path: Path) -> None:
    with closing(open_database(tmp_path / "chats.db")) as database:
        comparisons = Comparisons(database.connection)
        comparisons.add(comparison("a.gguf"))
        database.connection.execute("UPDATE comparison SET document = '{\"question\": 3}'")
        assert comparisons.list() == []
