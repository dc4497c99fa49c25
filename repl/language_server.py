"""The language server's messages; what they say comes from `language`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lsprotocol import types as t
from pygls.lsp.server import LanguageServer
from pygls.uris import from_fs_path, to_fs_path

import rulewright
from rulewright.repl import language

_SEVERITIES = {
    "error": t.DiagnosticSeverity.Error,
    "warning": t.DiagnosticSeverity.Warning,
    "note": t.DiagnosticSeverity.Information,
}


def server() -> LanguageServer:
    """Give a server for rules files."""
    made = LanguageServer("rulewright", rulewright.__version__)

    def check(uri: str) -> None:
        document = made.workspace.get_text_document(uri)
        found = [
            t.Diagnostic(_range(one.start, one.end), one.text, _SEVERITIES[one.severity], one.code, source="rulewright")
            for one in language.findings(_path(uri), document.source)
        ]
        made.text_document_publish_diagnostics(t.PublishDiagnosticsParams(uri, found, document.version))

    @made.feature(t.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: t.DidOpenTextDocumentParams) -> None:
        check(params.text_document.uri)

    @made.feature(t.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: t.DidChangeTextDocumentParams) -> None:
        check(params.text_document.uri)

    @made.feature(t.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: t.DidSaveTextDocumentParams) -> None:
        check(params.text_document.uri)

    @made.feature(t.TEXT_DOCUMENT_HOVER)
    def hover(params: t.HoverParams) -> t.Hover | None:
        word = _word(made, params)
        text = None if word is None else language.meaning(_path(params.text_document.uri), word)
        return None if text is None else t.Hover(t.MarkupContent(t.MarkupKind.Markdown, text))

    @made.feature(t.TEXT_DOCUMENT_DEFINITION)
    def definition(params: t.DefinitionParams) -> list[t.Location]:
        word = _word(made, params)
        spans = [] if word is None else language.declared_at(_path(params.text_document.uri), word)
        return [
            t.Location(from_fs_path(str(Path(span.source.name).resolve())) or "", _range(*language.ends(span)))
            for span in spans
        ]

    @made.feature(t.TEXT_DOCUMENT_COMPLETION)
    def completion(params: t.CompletionParams) -> list[t.CompletionItem]:
        return [t.CompletionItem(name) for name in language.completions(_path(params.text_document.uri))]

    @made.feature(t.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    def symbols(params: t.DocumentSymbolParams) -> list[t.DocumentSymbol]:
        text = made.workspace.get_text_document(params.text_document.uri).source
        return [
            t.DocumentSymbol(name, t.SymbolKind.Class, _range((first, 0), (last + 1, 0)), _range((first, 0), (first, 0)))
            for name, first, last in language.outline(text)
        ]

    @made.feature(t.TEXT_DOCUMENT_FORMATTING)
    def formatting(params: t.DocumentFormattingParams) -> list[t.TextEdit]:
        document = made.workspace.get_text_document(params.text_document.uri)
        text = language.laid_out(_path(params.text_document.uri), document.source)
        if text is None or text == document.source:
            return []
        return [t.TextEdit(_range((0, 0), (document.source.count("\n") + 1, 0)), text)]

    return made


def _path(uri: str) -> Path:
    return Path(to_fs_path(uri) or uri)


def _word(made: LanguageServer, params: Any) -> str | None:
    text = made.workspace.get_text_document(params.text_document.uri).source
    return language.word_at(text, params.position.line, params.position.character)


def _range(start: language.Place, end: language.Place) -> t.Range:
    return t.Range(t.Position(*start), t.Position(*end))
