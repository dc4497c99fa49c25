"""Results of tests as JUnit XML, which build servers read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any
from xml.etree import ElementTree

# Signs that XML 1.0 cannot hold, not even as references.
_NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _text(text: object) -> str:
    return _NOT_XML.sub(lambda found: f"\\x{ord(found.group()):02x}", str(text))


def junit_xml(results: Iterable[Any]) -> str:
    """Give the XML: one suite for each file; what is undecided counts as skipped."""
    by_file: dict[str, list[Any]] = {}
    for result in results:
        by_file.setdefault(str(result.file), []).append(result)
    root = ElementTree.Element("testsuites")
    for file, found in by_file.items():
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=_text(file),
            tests=str(len(found)),
            failures=str(sum(one.outcome == "failed" for one in found)),
            skipped=str(sum(one.outcome == "undecided" for one in found)),
            errors="0",
            time=f"{sum(one.seconds for one in found):.3f}",
        )
        for one in found:
            case = ElementTree.SubElement(
                suite,
                "testcase",
                classname=_text(one.kind),
                name=_text(one.name),
                file=_text(one.file),
                line=str(one.line),
                time=f"{one.seconds:.3f}",
            )
            if one.outcome != "passed":
                tag = "failure" if one.outcome == "failed" else "skipped"
                message = _text(one.message or "")
                ElementTree.SubElement(case, tag, message=message.split("\n")[0]).text = message
    ElementTree.indent(root)
    return '<?xml version="1.0" encoding="UTF-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"
