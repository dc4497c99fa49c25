"""From a fault inside generated code to the line of rules that was being carried out.

Generated code carries comments ``#@N`` in front of what each statement became; N is a place in the module's table of
spans.
"""

from __future__ import annotations

import re
import sys
from types import FrameType, TracebackType
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.errors import RunError

if TYPE_CHECKING:
    from rulewright.dsl.source import Span
    from rulewright.interpreter.codegen.module import Compiled
    from rulewright.interpreter.state import State

# How far up the calls of Python it is looked for generated code, and how many waiting procedures are kept.
_MOST_CALLS = 24
_MOST_WAITING = 4
# Among how many calls the rules of a circle are looked for.
_LONGEST_CIRCLE = 24
_FAULTS = (TypeError, IndexError, KeyError, ValueError, AttributeError, ZeroDivisionError, AssertionError)


def rules_lines(compiled: Compiled, trace: TracebackType | None) -> list[Any]:
    """The spans of the rules that were running, outermost first."""
    found = []
    while trace is not None:
        if trace.tb_frame.f_code.co_filename == compiled.file_name:
            span = span_at(compiled, trace.tb_lineno)
            if span is not None:
                found.append(span)
        trace = trace.tb_next
    return found


def span_at(compiled: Compiled, number: int) -> Any:
    """The span of the rules that a line of the generated source (from 1) was made of; None for what the engine adds."""
    source = compiled.lines
    for place in range(min(number, len(source)) - 1, -1, -1):
        line = source[place].strip()
        if line.startswith("#@"):
            return compiled.spans[int(line[2:])]
        if line.startswith("def "):
            break
    return None


def running_lines(state: State) -> tuple[tuple[int, ...], tuple[tuple[str, Any], ...]]:
    """What is running now, for `spans_of`: lines of generated code, innermost first, and the procedures that wait."""
    name = state.g.file_name
    lines: list[int] = []
    frame: FrameType | None = sys._getframe(2)
    for _ in range(_MOST_CALLS):
        if frame is None or (lines and frame.f_code.co_name == "run"):
            break
        if frame.f_code.co_filename == name:
            lines.append(frame.f_lineno)
        frame = frame.f_back
    waiting = tuple([(f[0].__name__, f[1]) for f in state.frames[-_MOST_WAITING:]])
    return tuple(lines), waiting


def spans_of(compiled: Compiled, place: Any) -> list[Any]:
    """The spans of the rules that were running at a `place` (`running_lines`), innermost first."""
    if place is None:
        return []
    lines, waiting = place
    found = [span_at(compiled, line) for line in lines]
    found += [_span_waiting(compiled, name, block) for name, block in reversed(waiting)]
    return list(dict.fromkeys(span for span in found if span is not None))


def _span_waiting(compiled: Compiled, name: str, block: Any) -> Any:
    """The span of the call for whose return a procedure waits in a block: where the code pushes it."""
    pushed, inside = f"({name}, {block}, ", False
    for number, line in enumerate(compiled.lines, 1):
        if line.startswith("def "):
            inside = line.startswith(f"def {name}(")
        elif inside and (pushed in line or f"({name}, {block})" in line):
            return span_at(compiled, number)
    return None


# What a thing may be without, though the rules may speak of it: a card from a common pile has no owner.
_MAY_LACK = re.compile(r"(?:\b\w+(?:'s \w+)*?'s|\b(?:its|your|their)) (?:owner|controller|holder|zone)\b")


def missing(span: Any) -> str | None:
    """The message that names what is probably missing in a line of the rules; None if the line does not tell."""
    found = list(dict.fromkeys(_MAY_LACK.findall(" ".join(span.text.split())))) if span is not None else []
    if not found:
        return None
    said = " or ".join(f"`{one}`" for one in found)
    why = "; a card that came from a common pile belongs to nobody" if "owner" in said else ""
    return f"{said} is nothing (or nobody) here, and the rules go on as if there were one{why}"


def declared(span: Span) -> str:
    """The head of the declaration that a line of the rules stands in: `card "Bee"`, `action trade`, `turn`."""
    for number in range(span.line, 0, -1):
        line = span.source.line_text(number)
        if line[:1].strip() and not line.startswith("#"):
            return re.split(r" *[(:,]", line, maxsplit=1)[0].strip()
    return ""


def in_a_circle(compiled: Compiled, spans: list[Any]) -> RunError:
    """The error for rules that call each other without end: spans of what was running, innermost last."""
    names = sorted({f"`{declared(span)}`" for span in spans[-_LONGEST_CIRCLE:]})
    said = f": {', '.join(names)}" if names else ""
    return RunError("R630", f"these rules go round in a circle without end{said}", spans[-1] if spans else None)


def waiting_lines(state: State) -> list[Any]:
    """The spans of the rules whose procedures wait, outermost first, of the innermost ones."""
    found = [_span_waiting(state.g, f[0].__name__, f[1]) for f in state.frames[-_LONGEST_CIRCLE:]]
    return [span for span in found if span is not None]


def as_run_error(compiled: Compiled, fault: Exception) -> RunError:
    """The error for people: what went wrong, with the rules' line; the fault itself stays its cause."""
    spans = rules_lines(compiled, fault.__traceback__)
    if isinstance(fault, RunError):
        if fault.span is None and spans:
            fault.span = spans[-1]
        fault.trace = fault.trace or tuple(spans)
        return fault
    text = str(fault)
    if "NoneType" in text or isinstance(fault, TypeError):
        said = missing(spans[-1] if spans else None)
        made = RunError("R611", said or "something here is nothing (or nobody), and the rules go on as if there were one", None)
    else:
        made = RunError("R650", "the rules ask for something here that cannot be done", None)
    made.span = spans[-1] if spans else None
    made.trace = tuple(spans)
    return made


FAULTS = _FAULTS
