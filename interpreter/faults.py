"""From a fault inside generated code to the line of rules that was being carried out.

Generated code carries comments ``#@N`` in front of what each statement became; N is a place in the module's table of
spans.
"""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Any

from rulewright.interpreter.errors import RunError

if TYPE_CHECKING:
    from rulewright.interpreter.codegen.module import Compiled

_FAULTS = (TypeError, IndexError, KeyError, ValueError, AttributeError, ZeroDivisionError, AssertionError)


def rules_lines(compiled: Compiled, trace: TracebackType | None) -> list[Any]:
    """The spans of the rules that were running, outermost first."""
    source = compiled.source.splitlines()
    spans = compiled.spans
    found = []
    while trace is not None:
        code = trace.tb_frame.f_code
        if code.co_filename == compiled.file_name:
            for number in range(min(trace.tb_lineno, len(source)) - 1, -1, -1):
                line = source[number].strip()
                if line.startswith("#@"):
                    span = spans[int(line[2:])]
                    if span is not None:
                        found.append(span)
                    break
                if line.startswith("def "):
                    break
        trace = trace.tb_next
    return found


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
        made = RunError("R611", "something here is nothing (or nobody), and the rules go on as if there were one", None)
    else:
        made = RunError("R650", "the rules ask for something here that cannot be done", None)
    made.span = spans[-1] if spans else None
    made.trace = tuple(spans)
    return made


FAULTS = _FAULTS
