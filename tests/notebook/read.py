"""Reads HTML as strictly as it can be written, and says what a display must not have."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser

VOID = {"br", "img", "input"}

ADDRESS = re.compile(r"https?:|//[a-z]|@import|url\((?!#)", re.IGNORECASE)
NAMESPACES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink")


class Read(HTMLParser):
    """What a display has: its tags, ids, texts, styles, and the addresses of its images."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.ids: list[str] = []
        self.styles: list[str] = []
        self.texts: list[str] = []
        self.faults: list[str] = []
        self.feed(html)
        self.close()
        self.faults += [f"<{tag}> is not closed" for tag in self.open]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if len({name for name, _ in attrs}) < len(attrs):
            self.faults.append(f"<{tag}> has an attribute twice")
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes nothing")

    def handle_data(self, data: str) -> None:
        (self.styles if self.open[-1:] == ["style"] else self.texts).append(data)

    @property
    def text(self) -> str:
        """All texts, with single blanks."""
        return " ".join(" ".join(self.texts).split())

    def values(self, name: str) -> list[str]:
        """The values of an attribute."""
        return [value for _, each, value in self.attributes if each == name]

    @property
    def images(self) -> list[str]:
        """The images, which are SVG inside the display."""
        return [base64.b64decode(each.partition(",")[2]).decode() for each in self.values("src")]


def faults_of(html: str) -> list[str]:
    """What a display must not have: a script, an address, a style or an id that others meet."""
    read = Read(html)
    (sheet,) = re.findall(r'^<div class="counterpoint" id="([^"]+)">', html)
    faults = [*read.faults]
    faults += [f"<{tag}>" for tag in read.tags if tag in {"script", "iframe", "object", "link"}]
    faults += [f"{name} of <{tag}>" for tag, name, _ in read.attributes if name.startswith("on")]
    addresses = [*read.values("src"), *read.values("href"), *read.values("xlink:href")]
    faults += [each for each in addresses if not each.startswith("data:image/svg+xml;base64,")]
    faults += [f"id {each}" for each in read.ids if not each.startswith(sheet)]
    faults += [f"id {each} twice" for each in set(read.ids) if read.ids.count(each) > 1]
    labelled = set(read.values("for")) - set(read.ids)
    faults += [f"a label of {each}, which is not there" for each in labelled]
    for style in read.styles:
        faults += [found[0] for found in ADDRESS.finditer(style)]
        faults += [each for each in selectors(style) if f"#{sheet}" not in each]
    return faults


def selectors(style: str) -> list[str]:
    """The selectors of all rules, those within a condition included."""
    rules = re.sub(r"@[^{]*\{((?:[^{}]*\{[^{}]*\})*)\s*\}", r"\1", style)
    heads = re.findall(r"([^{}]+)\{[^{}]*\}", rules)
    return [each.strip() for head in heads for each in re.split(r",(?![^(]*\))", head)]
