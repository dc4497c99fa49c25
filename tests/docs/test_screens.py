"""The page of pictures shows what the script takes, and every picture is there."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from xml.etree import ElementTree

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_every_picture_is_shown_and_is_one() -> None:
    taken = {shot.name for shot in runpy.run_path(str(DOCS / "screens.py"))["SHOTS"]}
    shown = re.findall(r"!\[[^\]]+\]\(screens/(\w+)\.svg\)", (DOCS / "screens.md").read_text(encoding="utf-8"))
    kept = {path.stem for path in (DOCS / "screens").glob("*.svg")}
    assert sorted(shown) == sorted(taken) == sorted(kept)
    for name in kept:
        text = "".join(ElementTree.parse(DOCS / "screens" / f"{name}.svg").getroot().itertext())
        assert "rulewright" in text and "Traceback" not in text
