"""The forms of JSON, as their schemas describe them: each key with its type and its meaning."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from counterpoint.report.plain import to_text
from counterpoint.schemas import PARTS, forms, read, schema_of

from .outputs import ASKED, kept

Schema = Mapping[str, Any]

HEAD = (
    "# JSON forms",
    "All that Counterpoint prints, writes or reads as JSON: each key with its type and meaning.",
    " ".join(
        (
            "`counterpoint schema FORM` prints the [JSON schema](https://json-schema.org) of a",
            "form, in draft 2020-12, and `counterpoint schema` lists the forms. A schema needs no",
            "other file. It is strict: it names every key, and a key is always there unless it is",
            "*optional*. A command with `--json` prints one value on standard output, whatever",
            "happens: its answer, an [unknown answer](#unknown-answer) or an [error](#error).",
        )
    ),
    " ".join(
        (
            "Reports for other programs are in forms of their own: `--sarif` writes SARIF 2.1.0,",
            "and `--junit` writes XML ([checks in CI](../how_to/ci.md)).",
        )
    ),
)

PRINTED = (
    *("check", "rules", "where", "differ", "compare", "solve", "advise", "criticize"),
    *("certificate", "repair", "sweep", "tests", "conform"),
)
WRITTEN = ("graph", "baseline", "strategy")
READ = ("log", "mapping", "map")

GROUPS: dict[str, tuple[str, ...]] = {
    "Printed by commands": PRINTED,
    "Written to files": WRITTEN,
    "Read from files": READ,
}
"""The groups of forms, in the order of the page."""


PLACED = {"check": "form-check"}
"""Parts that are described with a form, with the anchor of that."""


def forms_page() -> str:
    """The page of all forms."""
    lines = [*HEAD]
    for title, names in GROUPS.items():
        lines.append(f"## {title}")
        lines += [line for name in names for line in _form(name)]
    lines += ["## Parts", "What several forms have in common."]
    for name, part in read(PARTS)["$defs"].items():
        if name not in PLACED:
            lines += [
                f"### {part['title']} {{ #{_anchor(PARTS, name)} }}",
                *_described(part, PARTS),
            ]
    return "\n\n".join(filter(None, lines)) + "\n"


def form_files() -> dict[str, str]:
    """The schemas, which the page links: their text by path."""
    return {f"reference/schemas/{form}.json": to_text(schema_of(form)) + "\n" for form in forms()}


def _form(name: str) -> Iterator[str]:
    schema = read(name)
    yield f"### {schema['title']} {{ #form-{name} }}"
    yield f"{schema['description']} Its schema is [{name}.json](schemas/{name}.json)."
    refs = [each["$ref"] for each in schema.get("anyOf", ()) if "$ref" in each]
    for ref in refs:
        if ref.startswith(PARTS) and _name(ref) in PLACED:
            yield _table(read(PARTS)["$defs"][_name(ref)], PARTS)
    if not refs:
        yield _table(schema, name)
    own = schema.get("$defs", {})
    alone = len([ref for ref in refs if _name(ref) in own]) == 1
    for number, (part, described) in enumerate(own.items()):
        if number or not alone:
            yield f"#### {described['title']} {{ #{_anchor(name, part)} }}"
            yield from _described(described, name)
        elif described.get("type") == "array":
            yield f"A {typed(described, name)}."
        else:
            yield _table(described, name)
    if output := kept(name):
        yield _example(ASKED[name], output)


def _anchor(form: str, part: str) -> str:
    """The anchor of a part of a form on the page.

    >>> _anchor("parts", "unknown"), _anchor("parts", "check"), _anchor("solve", "parity")
    ('unknown-answer', 'form-check', 'solve-parity')
    """
    if form != PARTS:
        return f"{form}-{part}"
    return PLACED.get(part, str(read(PARTS)["$defs"][part]["title"]).lower().replace(" ", "-"))


def _described(part: Schema, form: str) -> Iterator[str]:
    yield str(part["description"])
    yield _table(part, form)


def _example(asked: str, output: str) -> str:
    """An output that a reader may open."""
    lines = ["```json", *output.splitlines(), "```"]
    shown = "\n".join(f"    {line}" for line in lines)
    return f'??? example "`counterpoint {asked}`"\n\n{shown}'


def _table(schema: Schema, form: str) -> str:
    rows = list(_rows(schema, "", form))
    return "\n".join(["| key | type | meaning |", "| --- | --- | --- |", *rows]) if rows else ""


def _rows(schema: Schema, at: str, form: str) -> Iterator[str]:
    """A row for each key, and for those of objects and of lists of objects in it."""
    for key, value in schema.get("properties", {}).items():
        more = "" if key in schema.get("required", ()) else "*Optional.* "
        path = f"{at}.{key}" if at else key
        cells = (f"`{path}`{{ .key }}", typed(value, form), more + _meaning(value, form))
        yield f"| {' | '.join(map(_cell, cells))} |"
        yield from _below(value, path, form)
    other = schema.get("additionalProperties")
    if isinstance(other, dict) and schema.get("properties"):
        yield f"| any other | {_cell(typed(other, form))} | A column. |"


def _below(value: Schema, path: str, form: str) -> Iterator[str]:
    for each in (value, *value.get("anyOf", ())):
        if each.get("type") == "object" and "properties" in each:
            yield from _rows(each, path, form)
        elif each.get("type") == "array" and isinstance(each.get("items"), dict):
            yield from _below(each["items"], f"{path}[]", form)


def _meaning(value: Schema, form: str) -> str:
    found = value if "description" in value else _found(value["$ref"], form)
    return str(found["description"])


# Types --------------------------------------------------------------------------------------------

_NAMES = {
    "string": "text",
    "boolean": "true or false",
    "integer": "whole number",
    "number": "number",
    "null": "null",
    "object": "object",
    "array": "list",
}


def typed(schema: Schema, form: str) -> str:
    """The type of a value in words, with links to the parts of a form.

    >>> typed({"type": ["string", "null"]}, "check"), typed({"enum": ["a", "b"]}, "check")
    ('text or null', '`a` or `b`')
    >>> typed({"type": "array", "items": {"type": "integer"}}, "check")
    'list of whole numbers'
    """
    if "$ref" in schema:
        return _linked(schema["$ref"], form)
    if "const" in schema or "enum" in schema:
        return _listed([_word(word) for word in schema.get("enum", [schema.get("const")])])
    if "anyOf" in schema:
        return _listed(list(dict.fromkeys(typed(each, form) for each in schema["anyOf"])))
    kinds = schema.get("type", ())
    if not isinstance(kinds, str):
        words = [typed({**schema, "type": each}, form) for each in kinds]
        return _listed(words) if words else "any value"
    if kinds == "array":
        return _list(schema, form)
    if kinds == "object" and isinstance(other := schema.get("additionalProperties"), dict):
        return f"object of {_many(other, form)}"
    return _NAMES[kinds]


def _list(schema: Schema, form: str) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(typed(each, form) for each in schema['prefixItems'])}]"
    items = schema.get("items")
    return f"list of {_many(items, form)}" if isinstance(items, dict) else "list"


_PLURALS = {
    "list": "lists",
    "number": "numbers",
    "object": "objects",
    "text": "texts",
    "true or false": "truth values",
    "whole number": "whole numbers",
}


def _many(schema: Schema, form: str) -> str:
    """The type of several values.

    >>> _many({"type": "array", "items": {"type": "string"}}, "check")
    'lists of texts'
    """
    one = typed(schema, form)
    first, of, rest = one.partition(" of ")
    return f"{_PLURALS.get(first, first)}{of}{rest}"


def _linked(ref: str, form: str) -> str:
    where = PARTS if ref.startswith(PARTS) else form
    title = str(_found(ref, form)["title"]).lower()
    return f"[{title}](#{_anchor(where, _name(ref))})"


def _found(ref: str, form: str) -> Schema:
    """What a reference in a form leads to."""
    found: Schema = read(PARTS if ref.startswith(PARTS) else form)["$defs"][_name(ref)]
    return found


def _name(ref: str) -> str:
    return ref.rpartition("/")[2]


def _word(value: object) -> str:
    return (
        "null" if value is None else f"`{value if isinstance(value, str) else json.dumps(value)}`"
    )


def _listed(words: Sequence[str]) -> str:
    """Words as a list.

    >>> _listed(["a", "b", "c"])
    'a, b or c'
    """
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")
