"""The text of a piece of HTML."""

from __future__ import annotations

import re
from html import unescape

TAG = re.compile(r"<[/!]?[A-Za-z][^<>]{0,2000}>|<!--.{0,2000}?-->", re.DOTALL)
BREAK = re.compile(r"</?(?:p|br|li|div|tr|td|h[1-6])\b[^<>]{0,200}>", re.IGNORECASE)


def text_of_html(text: str) -> str:
    """Drop the tags of a text and resolve its entities; a text without any stays as it is."""
    if "<" in text:
        text = TAG.sub("", BREAK.sub(" ", text))
    return " ".join(unescape(text).split()) if "&" in text or "  " in text or "\n" in text else text.strip()
