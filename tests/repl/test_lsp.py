"""The language server: what it says of a file, and that an editor is told so."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from rulewright.repl import language
from rulewright.repl.cli import main

from .magpies import MAGPIES


def place(text: str, of: str) -> tuple[int, int]:
    """The line and column (from 0) where something stands first."""
    before = text[: text.index(of)]
    return before.count("\n"), len(before) - before.rfind("\n") - 1


def test_a_sound_file_has_no_errors(magpies: Path) -> None:
    (found,) = language.findings(magpies, MAGPIES)
    assert (found.severity, found.text) == ("warning", "nothing reads the member `luck`")


def test_findings_have_their_place_and_what_was_meant(magpies: Path) -> None:
    wrong = MAGPIES.replace("prize's shine <=", "prize's shin <=")
    magpies.write_text(wrong)
    (found,) = [one for one in language.findings(magpies, wrong) if one.severity == "error"]
    line, column = place(wrong, "shin <=")
    assert (found.start, found.end) == ((line, column), (line, column + 4))
    assert found.severity == "error"
    assert "did you mean" in found.text


def test_what_is_not_saved_is_looked_at_for_its_spelling(magpies: Path) -> None:
    assert language.findings(magpies, MAGPIES.replace("prize's shine <=", "prize's shin <=")) == []
    found = language.findings(magpies, MAGPIES.replace("turn:\n", "turn\n"))
    assert found
    assert found[0].start[0] == MAGPIES[: MAGPIES.index("\nturn:")].count("\n") + 1


def test_a_name_is_found_under_the_cursor() -> None:
    text = 'move the "Big \U0001f409" to x\n'
    assert language.word_at(text, 0, 2) == "move"
    assert language.word_at(text, 0, 12) == '"Big \U0001f409"'
    # The dragon takes two units.
    assert language.word_at(text, 0, text.index("x") + 1) == "x"
    assert language.word_at(text, 0, 400) is None
    assert language.word_at(text, 7, 0) is None


def test_what_a_name_means_and_where_it_is_declared(magpies: Path) -> None:
    told = language.meaning(magpies, "trade")
    assert told is not None
    assert "only if fair" in told
    assert "shine 5" in (language.meaning(magpies, '"Pearl"') or "")
    assert (language.meaning(magpies, "shuffle") or "").startswith("**shuffle**: ")
    assert language.meaning(magpies, "frobnicate") is None
    (span,) = language.declared_at(magpies, "hoard_it")
    assert span.line == place(MAGPIES, "action hoard_it")[0] + 1


def test_a_broken_game_means_nothing(magpies: Path) -> None:
    magpies.write_text("game")
    assert language.meaning(magpies, "trade") is None
    assert language.declared_at(magpies, "trade") == []
    assert "move" in language.completions(magpies)
    assert language.meaning(magpies.parent / "no.rules", "trade") is None


def test_completions_outline_and_layout(magpies: Path) -> None:
    assert {"hoard_it", '"Pearl"', "glitter", "shuffle"} <= set(language.completions(magpies))
    heads = {name: (first, last) for name, first, last in language.outline(MAGPIES)}
    assert 'card "Pearl"' in heads
    first, last = heads["turn"]
    assert MAGPIES.split("\n")[first] == "turn:"
    assert MAGPIES.split("\n")[last] == "    move the first card in nest to your hand"
    ragged = MAGPIES.replace("    shine: number", "    shine:   number")
    assert "    shine: number\n" in (language.laid_out(magpies, ragged) or "")
    assert language.laid_out(magpies, "turn\n  (") is None


def test_without_the_library_it_is_said_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rulewright.repl.commands.lsp.find_spec", lambda name: None)
    assert main(["lsp"]) == 2
    assert "pip install 'rulewright[lsp]'" in capsys.readouterr().err


class Editor:
    """Talks to the server as an editor does."""

    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rulewright", "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self.number = 0

    def send(self, method: str, params: Any, *, answered: bool = False) -> Any:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        if answered:
            self.number += 1
            message["id"] = self.number
        data = json.dumps(message).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self.process.stdin.flush()
        while answered:
            got = self.read()
            if got.get("id") == self.number:
                assert "error" not in got, got
                return got["result"]
        return None

    def read(self) -> dict[str, Any]:
        stream = self.process.stdout
        assert stream is not None
        length = 0
        while line := stream.readline().strip():
            name, _, value = line.partition(b": ")
            length = int(value) if name == b"Content-Length" else length
        found: dict[str, Any] = json.loads(stream.read(length))
        return found

    def told(self, method: str) -> Any:
        while (got := self.read()).get("method") != method:
            pass
        return got["params"]


def test_an_editor_is_told(magpies: Path) -> None:
    pytest.importorskip("pygls")
    wrong = MAGPIES.replace("prize's shine <=", "prize's shin <=")
    magpies.write_text(wrong)
    uri = magpies.as_uri()
    editor = Editor()
    try:
        able = editor.send("initialize", {"processId": None, "rootUri": None, "capabilities": {}}, answered=True)
        assert able["capabilities"]["hoverProvider"]
        editor.send("initialized", {})
        document = {"uri": uri, "languageId": "rules", "version": 1, "text": wrong}
        editor.send("textDocument/didOpen", {"textDocument": document})
        (found,) = [one for one in editor.told("textDocument/publishDiagnostics")["diagnostics"] if one["severity"] == 1]
        line, column = place(wrong, "shin <=")
        assert found["range"]["start"] == {"line": line, "character": column}
        magpies.write_text(MAGPIES)
        changed = {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [{"text": MAGPIES}]}
        editor.send("textDocument/didChange", changed)
        assert [one["severity"] for one in editor.told("textDocument/publishDiagnostics")["diagnostics"]] == [2]
        line, column = place(MAGPIES, "hoard_it, trade")
        at = {"textDocument": {"uri": uri}, "position": {"line": line, "character": column + 2}}
        assert "Lay a card into your hoard." in editor.send("textDocument/hover", at, answered=True)["contents"]["value"]
        (where,) = editor.send("textDocument/definition", at, answered=True)
        assert where["uri"] == uri
        assert where["range"]["start"]["line"] == place(MAGPIES, "action hoard_it")[0]
        symbols = editor.send("textDocument/documentSymbol", {"textDocument": {"uri": uri}}, answered=True)
        assert "turn" in [one["name"] for one in symbols]
        items = editor.send("textDocument/completion", at, answered=True)
        assert '"Pearl"' in [one["label"] for one in items]
        options = {"tabSize": 4, "insertSpaces": True}
        request = {"textDocument": {"uri": uri}, "options": options}
        edits = editor.send("textDocument/formatting", request, answered=True)
        assert isinstance(edits, list)
        editor.send("shutdown", None, answered=True)
        editor.send("exit", None)
        assert editor.process.wait(timeout=30) == 0
    finally:
        editor.process.kill()
        editor.process.communicate()
