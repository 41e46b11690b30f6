"""The recipe "Add an engine setting": one declaration, and the command line, the config and the window have it."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# A toggle, a choice, a number with a range and one that may be left out, each declared before the field named here.
_DECLARATIONS = {
    "    fixed_verify:": '    dry_run: Annotated[bool, Setting("Dry run", "Does nothing.")] = False\n',
    "    kv_type:": (
        '    layout: Annotated[Literal["rows", "columns"], Setting("Layout", "How.", '
        'choices=(("rows", "Rows"), ("columns", "Columns")))] = "rows"\n'
    ),
    "    min_p:": '    top_a: Annotated[float, Meta(ge=0.0, le=1.0), Setting("Top-a", "Why.")] = 0.5\n',
    "    threads:": (
        "    num_slots: Annotated[Annotated[int, Meta(ge=1, le=64)] | None, "
        'Setting("Slots", "How many.", automatic="Automatic")] = None\n'
    ),
}
# Takes the source of engine/config.py from standard input.
_PROGRAM = """
import importlib.util, sys
from pathlib import Path

spec = importlib.util.find_spec("engine.config")
config = sys.modules["engine.config"] = importlib.util.module_from_spec(spec)
exec(compile(sys.stdin.read(), "config.py", "exec"), config.__dict__)

import pytest
from engine.arguments import create_parser, engine_config, sampling_params
from engine.errors import RequestError

commands = ("serve-pipe", "inspect", "tokenize", "render", "logits", "generate", "bench", "start")
parser = create_parser(dict.fromkeys(commands))

def parse(*options):
    return parser.parse_args(["generate", "a.gguf", "--prompt=a", *options])

given = parse("--dry-run", "--layout=columns", "--top-a=0.25", "--num-slots=3")
made, sampling = engine_config(given), sampling_params(given)
assert (made.toggles.dry_run, made.layout, made.num_slots, sampling.top_a) == (True, "columns", 3, 0.25)
assert engine_config(parse()) == config.EngineConfig()
assert not engine_config(parse("--no-dry-run")).toggles.dry_run
with pytest.raises(RequestError, match="--layout x is not available in this version; use rows or columns."):
    engine_config(parse("--layout=x"))
with pytest.raises(RequestError, match="--num-slots 65 is out of range; use a number <= 64."):
    engine_config(parse("--num-slots=65"))

from app.services.engine.engine_service import EngineService
from app.services.notices import Notices
from app.storage.settings.settings_file import SettingsFile
from app.viewmodels.runtime.runtime import RuntimeViewModel
from app.viewmodels.settings import SettingsViewModel
from app.widgets.settings.settings_panel import SettingsPanel
from tests.support.fake_engine import FakeEngine
from PySide6.QtWidgets import QApplication

application = QApplication([])
path = Path(sys.argv[1])
settings = SettingsViewModel(SettingsFile(path), EngineService(FakeEngine().connect, Notices()), Notices())
rows = {option.name: option for option in settings.options}
assert [rows[name].section for name in ("dry_run", "layout", "top_a", "num_slots")] == [
    "replay", "model", "answers", "model"
]
assert (rows["top_a"].minimum, rows["top_a"].maximum, rows["top_a"].default) == (0.0, 1.0, 0.5)
assert rows["layout"].choices == (("rows", "Rows"), ("columns", "Columns"))
assert (rows["num_slots"].default, rows["num_slots"].automatic) == (0, "Automatic")
assert rows.keys() == SettingsPanel(settings, RuntimeViewModel(None, None, Notices())).editors.keys()
for name, value in {"dry_run": True, "layout": "columns", "top_a": 0.25, "num_slots": 3}.items():
    assert settings.set_value(name, value) == ""
kept = SettingsFile(path).load().settings
assert (kept.engine_config, kept.sampling) == (made, sampling)
"""


def test_a_setting_is_one_declaration(tmp_path: Path) -> None:
    source = (ROOT / "engine" / "config.py").read_text(encoding="utf-8")
    for before, declaration in _DECLARATIONS.items():
        assert source.count(before) == 1
        source = source.replace(before, declaration + before)
    program = [sys.executable, "-c", _PROGRAM, str(tmp_path / "settings.toml")]
    result = subprocess.run(
        program, cwd=ROOT, input=source, text=True, capture_output=True, check=False
    )
    assert (result.returncode, result.stderr) == (0, "")
