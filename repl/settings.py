"""What a person likes at every table, kept in the user's directories. Runs without a terminal never read it."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import attrs
from attrs import field, frozen

from rulewright.repl.files import replace_file
from rulewright.repl.output import THEMES, Output
from rulewright.repl.passes import PASSES, UNABLE
from rulewright.repl.usage import UsageProblem, suggestion

_ON = ("yes", "no")


@frozen
class Settings:
    """theme: colours for a dark or a light ground, or by what the terminal says; plain: as `--plain`; passes: as
    `--pass`."""

    theme: str = field(default="auto", metadata={"choices": ("auto", *THEMES)})
    plain: str = field(default="no", metadata={"choices": _ON})
    passes: str = field(default=UNABLE, metadata={"choices": tuple(PASSES)})

    def apply(self, out: Output) -> None:
        """Let the output look as liked."""
        out.theme = None if self.theme == "auto" else self.theme


def choices() -> dict[str, tuple[str, ...]]:
    """Give what each setting may be."""
    return {one.name: one.metadata["choices"] for one in attrs.fields(Settings)}


def changed(settings: Settings, name: str, value: str) -> Settings:
    """Give the settings with another value; UsageProblem for what is none."""
    known = choices()
    if name not in known:
        meant = suggestion(name, known) or f": {', '.join(known)}"
        raise UsageProblem(f"there is no setting '{name}'{meant}")
    if value not in known[name]:
        raise UsageProblem(f"{name} is one of {', '.join(known[name])}, not '{value}'")
    return attrs.evolve(settings, **{name: value})


def settings_file() -> Path:
    """Give where settings are kept."""
    import platformdirs

    return Path(platformdirs.user_config_dir("rulewright", appauthor=False)) / "settings.toml"


def read_settings(out: Output) -> Settings:
    """Read what is kept. What cannot be read, or is no setting, is a warning, and the usual holds."""
    path = settings_file()
    try:
        kept: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings()
    except (OSError, ValueError) as problem:
        out.error(("yellow", "warning"), f": the settings in {path} cannot be read: {problem}")
        return Settings()
    settings = Settings()
    for name, value in kept.items():
        try:
            settings = changed(settings, name, str(value))
        except UsageProblem as problem:
            out.error(("yellow", "warning"), f": {path}: {problem}")
    return settings


def keep_settings(settings: Settings) -> Path:
    """Write them; give where."""
    path = settings_file()
    text = "".join(f'{name} = "{value}"\n' for name, value in attrs.asdict(settings).items())
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_file(path, text.encode())
    except OSError as problem:
        raise UsageProblem(f"{path} cannot be written: {problem.strerror}") from None
    return path
