"""What a notebook shows of a value: a fragment of HTML that stands alone, and is legible on light and dark pages.

A fragment loads nothing and has no scripts. Its colours are those of the page around it, or it has a background of its
own; it has no ids, since a notebook may show it twice.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, ClassVar

from attrs import evolve

from bombsight.service.common.markup import Element, Node, render_markup, tag

STYLE = """
.bombsight{color:inherit;background:transparent;font:14px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
.bombsight table{border-collapse:collapse;margin:.4em 0;font-size:inherit;color:inherit;background:transparent}
.bombsight caption{font-weight:600;font-size:1.1em;text-align:left;padding:.2em 0;color:inherit;caption-side:top}
.bombsight th,.bombsight td{padding:.15em .8em .15em 0;text-align:left;vertical-align:top;color:inherit}
.bombsight thead th{font-weight:600;border-bottom:1px solid currentColor}
.bombsight tbody tr,.bombsight tbody tr:hover{background:transparent}
.bombsight tbody th{font-weight:600;white-space:nowrap}
.bombsight tbody tr+tr>*{border-top:1px solid color-mix(in srgb,currentColor 20%,transparent)}
.bombsight .number{text-align:right;font-variant-numeric:tabular-nums}
.bombsight .faint{opacity:.75}
.bombsight p{margin:.3em 0}
.bombsight .room{display:inline-block;width:10em;height:.7em;position:relative;
background:color-mix(in srgb,currentColor 15%,transparent)}
.bombsight .bar{position:absolute;left:0;top:0;bottom:0;background:#3d8ec4}
.bombsight .bar.good{background:#2f9468}
.bombsight .bar.bad{background:#cf5a4c}
.bombsight .reach{position:absolute;top:.28em;height:.14em;background:currentColor}
"""
"""The style of fragments: text in the page's own colour, bars with a contrast of 3 to white and to black."""


class ShownInNotebooks:
    """A value with a fragment of HTML, made by a function that is named here, since its module knows the value's class.

    Attributes:
        html_renderer: The module of the function in this package and its name: ``lookup.card_html:render_card``.
    """

    __slots__ = ()

    html_renderer: ClassVar[str]

    def _repr_html_(self) -> str:
        """Render the value as a fragment of HTML, as Jupyter and others ask for it."""
        module, _, function = self.html_renderer.partition(":")
        render: Any = getattr(import_module(f"bombsight.service.{module}"), function)
        fragment: Element = render(self)
        return render_markup(without_ids(fragment)) + "\n"


def text_fragment(*content: Node) -> Element:
    """Make the fragment of tables and paragraphs, with the style that they share."""
    return tag("div", tag("style", STYLE), content, class_="bombsight")


def without_ids(element: Element) -> Element:
    """Copy an element without the ids in it and the references to them."""
    return evolve(
        element,
        attributes=tuple(each for each in element.attributes if each[0] not in ("id", "aria-labelledby")),
        children=tuple(each if isinstance(each, str) else without_ids(each) for each in element.children),
    )


def render_plain_table(title: str, head: tuple[str, ...], rows: list[tuple[Node | list[Node], ...]]) -> Element:
    """Render a table whose first column names the rows.

    Args:
        title: The caption.
        head: The heads of the columns; none for no head.
        rows: The cells of each row, the first its name.
    """
    heads = [tag("thead", tag("tr", (tag("th", each, scope="col") for each in head)))] if head else []
    body = (tag("tr", tag("th", row[0], scope="row"), (tag("td", cell) for cell in row[1:])) for row in rows)
    return tag("table", tag("caption", title), heads, tag("tbody", body))
