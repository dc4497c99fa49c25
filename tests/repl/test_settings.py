"""Settings: kept in the user's directories, and never the reason why a game cannot be played."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from rulewright.repl.output import Output, styles
from rulewright.repl.settings import Settings, changed, keep_settings, read_settings, settings_file
from rulewright.repl.usage import UsageProblem


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr("platformdirs.user_config_dir", lambda *_, **__: str(tmp_path / "config"))
    return tmp_path / "config"


@pytest.fixture
def out() -> Output:
    printed = io.StringIO()
    return Output(printed, printed)


def printed(out: Output) -> str:
    assert isinstance(out.stdout, io.StringIO)
    return out.stdout.getvalue()


def test_what_is_kept_is_read_again(out: Output, home: Path) -> None:
    assert read_settings(out) == Settings()
    liked = changed(changed(Settings(), "theme", "light"), "passes", "until-turn")
    assert keep_settings(liked) == home / "settings.toml" == settings_file()
    assert read_settings(out) == liked
    assert printed(out) == ""


@pytest.mark.parametrize(("name", "value", "told"), [
    ("theme", "pink", "theme is one of auto, dark, light"), ("them", "dark", "did you mean 'theme'"),
    ("passes", "", "passes is one of"),
])  # fmt: skip
def test_what_is_no_setting(name: str, value: str, told: str) -> None:
    with pytest.raises(UsageProblem, match=told):
        changed(Settings(), name, value)


@pytest.mark.parametrize("data", [b"\xff\xfe", b"theme = ", b'theme = "pink"', b"colour = 3", b"[theme]"])
def test_a_damaged_file_is_a_warning(out: Output, home: Path, data: bytes) -> None:
    home.mkdir()
    (home / "settings.toml").write_bytes(data)
    assert read_settings(out) == Settings()
    assert printed(out).startswith("warning: ")


def test_a_place_that_cannot_be_written(home: Path) -> None:
    home.write_text("")
    with pytest.raises(UsageProblem, match="cannot be written"):
        keep_settings(Settings())


def test_themes(monkeypatch: pytest.MonkeyPatch, out: Output) -> None:
    light, dark = styles("light"), styles("dark")
    assert light != dark and light.keys() == dark.keys()
    for ground, meant in (("0;15", light), ("15;0", dark), ("", dark), ("0;default;7", light)):
        monkeypatch.setenv("COLORFGBG", ground)
        assert styles(None) == meant
    Settings(theme="light").apply(out)
    assert out.theme == "light"
