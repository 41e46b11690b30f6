"""The settings file: kept comments, tolerated damage, atomic writes."""

from pathlib import Path

import pytest

from app.storage.database import StorageError
from app.storage.settings.option_table import option, with_values
from app.storage.settings.settings import Settings
from app.storage.settings.settings_file import SettingsFile


@pytest.fixture
def file(tmp_path: Path) -> SettingsFile:
    return SettingsFile(tmp_path / "config" / "settings.toml")


def test_without_a_file_everything_has_its_default(file: SettingsFile) -> None:
    assert file.load().settings == Settings()
    assert not file.path.exists()


def test_what_is_saved_is_read_back(file: SettingsFile) -> None:
    settings = with_values(
        Settings(),
        graph=False,
        temperature=0.0,
        seed=3,
        system_prompt='Be "brief"\nand kind: é',
        theme="dark",
    )
    file.save(settings)
    loaded = file.load()
    assert loaded.settings == settings
    assert (loaded.bad_names, loaded.is_damaged) == ((), False)


def test_comments_and_unknown_keys_of_a_person_stay(file: SettingsFile) -> None:
    file.save(Settings())
    text = file.path.read_text(encoding="utf-8")
    edited = text.replace("[answers]", "[answers] # mine\nfuture_option = 3")
    file.path.write_text(edited, encoding="utf-8")
    file.save(with_values(Settings(), top_k=5))
    after = file.path.read_text(encoding="utf-8")
    assert "[answers] # mine\nfuture_option = 3" in after
    assert option("kvpad").help in after
    assert file.load().settings.sampling.top_k == 5


def test_an_edit_made_while_the_app_runs_to_another_key_is_not_fought(file: SettingsFile) -> None:
    file.save(Settings())
    file.path.write_text(file.path.read_text() + "\n[mine]\nkey = 1\n")
    file.save(with_values(Settings(), threads=2))
    assert "[mine]\nkey = 1" in file.path.read_text()


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("temperature = 'hot'", "temperature"),
        ("temperature = nan", "temperature"),
        ("temperature = -1", "temperature"),
        ("top_k = true", "top_k"),
        ("top_k = 1.5", "top_k"),
        ("seed = 99999999999999999999", "seed"),
        ("system_prompt = [1]", "system_prompt"),
    ],
)
def test_one_bad_value_costs_only_itself(file: SettingsFile, line: str, name: str) -> None:
    file.path.parent.mkdir()
    file.path.write_text(f"[answers]\n{line}\npenalty_last_n = 7\n[replay]\nkvpad = false\n")
    loaded = file.load()
    assert loaded.bad_names == (name,)
    assert loaded.settings == with_values(Settings(), penalty_last_n=7, kvpad=False)


def test_a_whole_number_is_a_fine_temperature(file: SettingsFile) -> None:
    file.path.parent.mkdir()
    file.path.write_text("[answers]\ntemperature = 1\n")
    assert file.load().settings.sampling.temperature == 1.0


def test_a_section_of_the_wrong_kind_costs_only_itself(file: SettingsFile) -> None:
    file.path.parent.mkdir()
    file.path.write_text("replay = 3\n[model]\nthreads = 2\n")
    loaded = file.load()
    assert loaded.settings == with_values(Settings(), threads=2)
    assert loaded.bad_names == ("graph", "kvpad", "fixed_verify")
    file.save(with_values(Settings(), threads=2, graph=False))
    assert file.load().settings == with_values(Settings(), threads=2, graph=False)


@pytest.mark.parametrize(
    "content",
    [
        *(b"[answers\ntop_k", b"\xff\xfe\x00", b"a = 1\na = 2"),
        pytest.param(b"[answers]\ntop_k = 3\n" + b"# filler\n" * 200_000, id="far too long"),
    ],
)
def test_a_damaged_file_falls_back_to_the_last_good_copy(
    file: SettingsFile, content: bytes
) -> None:
    file.save(with_values(Settings(), top_k=9))
    file.path.write_bytes(content)
    loaded = file.load()
    assert loaded.is_damaged
    assert loaded.settings.sampling.top_k == 9
    file.save(loaded.settings)
    assert file.load().settings.sampling.top_k == 9
    assert file.path.with_name("settings.toml.damaged").read_bytes() == content


def test_settings_that_could_not_be_read_again_are_not_saved(file: SettingsFile) -> None:
    file.save(with_values(Settings(), top_k=9))
    with pytest.raises(StorageError, match="shorten the system prompt"):
        file.save(Settings(system_prompt="x" * 200_000))
    assert file.load().settings == with_values(Settings(), top_k=9)


def test_nested_too_deeply_is_damaged_too(file: SettingsFile) -> None:
    file.path.parent.mkdir()
    file.path.write_text("a = " + "[" * 5000 + "]" * 5000)
    assert file.load().is_damaged


def test_a_disk_that_refuses_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(StorageError, match="could not be saved"):
        SettingsFile(tmp_path / "file" / "settings.toml").save(Settings())


def test_folders_are_one_a_line_and_the_limit_is_in_megabytes(file: SettingsFile) -> None:
    file.save(Settings(extra_folders="/a\n\n  /b \n/a\n", download_limit=3))
    settings = file.load().settings
    assert settings.folders == (Path("/a"), Path("/b"))
    assert settings.download_bytes_per_second == 3_000_000
    assert Settings().download_bytes_per_second is None
