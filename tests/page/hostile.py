"""Texts that would like to be more than text, and targets that say them wherever they can."""

from __future__ import annotations

from pathlib import Path
from string import Template

OUTSIDE = "https://outside.invalid"
"""Where nothing may be loaded from, or sent to."""

IMAGE = "<img src=x onerror=hit=1>"

MUTATED = (
    "<math><mtext><table><mglyph><style><!--</style>"
    '<img title="--&gt;&lt;img src=x onerror=hit=1&gt;">'
)
"""What is written otherwise than it was read, and read again as something else."""

TEXTS = (
    "<script>hit=1</script>",
    "</script><script>hit=1</script>",
    "<!--<script>",
    "<!-- --!> <img src=x onerror=hit=1>",
    "--><img src=x onerror=hit=1>",
    "]]><img src=x onerror=hit=1>",
    "</style><script>hit=1</script>",
    "</title></textarea></noscript><script>hit=1</script>",
    f"<img src={OUTSIDE}/i onerror=hit=1>",
    "<svg onload=hit=1><style><img src=x onerror=hit=1></style></svg>",
    f"<iframe srcdoc='<script>parent.hit=1</script>'></iframe><base href={OUTSIDE}>",
    '" onmouseover=hit=1 autofocus onfocus=hit=1 x="',
    "' onmouseover=hit=1 x='",
    "` ${hit=1} \\u003cscript\\u003e",
    "javascript:hit=1//",
    "&lt;img src=x onerror=hit=1&gt; &amp;amp; &#60;b&#62;",
    MUTATED,
    '<noscript><p title="</noscript><img src=x onerror=hit=1>">',
    f"<style>@import '{OUTSIDE}/s'; * {{ display: none }}</style>",
    f"<link rel=stylesheet href={OUTSIDE}/l><meta http-equiv=refresh content='0;{OUTSIDE}'>",
    "nul \0 bell \7 return \r escape \33[31m",
    "half \ud800 a pair \udfff",
    "\u202eright to left\u202d \u2066\u200f",
    "line\u2028separator\u2029paragraph\ufeff",
    "constructor",
    "__proto__",
    "long" * 300,
)

_PROGRAM = Template("""\
# $comment
from counterpoint import Event, Program, never, sync, thread

TEXTS = $texts

def called(text):
    def rule():
        yield sync(wait_for=Event(text, text), block=Event("blocked", text))
    rule.__name__ = rule.__doc__ = text
    return thread(rule)

@thread
def say():
    for text in TEXTS:
        yield sync(request=[Event(text, text), Event("blocked", text)], priority=10**400)
    assert False, " ".join(TEXTS)

def show(done):
    return " ".join(TEXTS[len(done) % len(TEXTS):][:1]) + "\\n" + "\\n".join(TEXTS)

program = Program(
    say(),
    *(called(text)() for text in TEXTS),
    show=show,
    owners={text: Event(text, text) for text in TEXTS[:3]},
    requirements={text: never(Event("nothing")) for text in TEXTS}
    | {"it is never told": never(Event(TEXTS[-1], TEXTS[-1]))},
)
""")


def program(folder: Path) -> str:
    """A program that takes a step for each text; the file is named by one of them, too."""
    comment = "".join(text for text in TEXTS if text.isprintable())
    file = folder / "<img src=x onerror=hit=1>&amp;.py"
    file.write_text(_PROGRAM.substitute(comment=comment, texts=ascii(TEXTS)), encoding="utf-8")
    return str(file)


_MODEL = Template("""\
from counterpoint import Model, step

TEXTS = $texts
model = Model(TEXTS[0], show=lambda text, at: "= " + TEXTS[at])
text = model.var("text", TEXTS, init=TEXTS[0])
at = model.var("at", range(len(TEXTS)), init=0)

@model.action
def say():
    return [step(when=at == n, set={text: each, at: n + 1}) for n, each in enumerate(TEXTS[1:])]

model.requires({text: "G at >= 0" for text in TEXTS})
model.requires({"it is never told": "G at < " + str(len(TEXTS) - 1)})
""")


def model(folder: Path) -> str:
    """A model whose values are these texts."""
    file = folder / "values.py"
    file.write_text(_MODEL.substitute(texts=ascii(TEXTS)), encoding="utf-8")
    return f"{file}:model"


STYLES = (
    f"@import url({OUTSIDE}/a);",
    f"@font-face {{ font-family: f; src: url({OUTSIDE}/b) }}",
    f"rect {{ fill: url({OUTSIDE}/c#d); background: ur\\6c({OUTSIDE}/e) }}",
    f"@media all {{ svg {{ background-image: image-set('{OUTSIDE}/f' 1x) }} }}",
    f"svg {{ --u: url({OUTSIDE}/g); background: var(--u); list-style: url({OUTSIDE}/h) }}",
    f"@keyframes k {{ to {{ background: url({OUTSIDE}/i) }} }} svg {{ animation: k 1s }}",
    "body { display: none } :host, .easel { position: fixed !important; inset: 0; z-index: 99 }",
)

PICTURES = (
    "<script>hit=1</script><script href='data:text/javascript,hit=1'/>",
    "<rect onload='hit=1' onclick='hit=1' width='9' height='9'/>",
    "<style onload='hit=1'>* { fill: red }</style>",
    *(f"<style>{style}</style><rect width='9' height='9'/>" for style in STYLES),
    f"<rect style='background: url({OUTSIDE}/j); mask: url({OUTSIDE}/k)'/>",
    f"<rect filter='url({OUTSIDE}/l#m)' fill='ur\\6c({OUTSIDE}/n#o)'/>",
    f"<style><!--</style>{IMAGE}--></style>",
    f"<foreignObject>{IMAGE}<form action=javascript:hit=1><input autofocus onfocus=hit=1></form>",
    "<foreignObject><iframe srcdoc='<script>parent.hit=1</script>'></iframe></foreignObject>",
    f"<use href='{OUTSIDE}/p#x'/><use xlink:href='data:image/svg+xml,<svg id=x onload=hit=1/>#x'/>",
    f"<image href='{OUTSIDE}/q' onerror='hit=1'/><image xlink:href='{OUTSIDE}/r'/>",
    f"<filter><feImage href='{OUTSIDE}/s'/></filter><image href='x' onerror='hit=1'/>",
    "<a href='javascript:hit=1'><text class='link' y='20'>click</text></a>",
    "<a><animate attributeName='href' values='javascript:hit=1'/><text>a</text></a>",
    "<a><set attributeName='xlink:href' to='javascript:hit=1'/><text>b</text></a>",
    f"<image><set attributeName='href' to='{OUTSIDE}/t'/></image>",
    "<animate onbegin='hit=1' attributeName='x'/><set attributeName='onclick' to='hit=1'/>",
    f"<title>{IMAGE}</title><desc><style>{IMAGE}</desc>",
    f"</svg>{IMAGE}<script>hit=1</script><svg>",
    MUTATED,
    f"<p><noscript><style></noscript>{IMAGE}",
    f"<template shadowrootmode=open>{IMAGE}</template>",
    "<handler type='text/javascript'>hit=1</handler><listener event='load' handler='#h'/>",
    "<g data-act='restart' data-play='GO' data-go='0' data-tab='why' id='board'><text>x</text></g>",
    f"<!DOCTYPE svg [<!ENTITY x SYSTEM '{OUTSIDE}/u'>]><text>&x;</text>",
    f"<?xml-stylesheet href='{OUTSIDE}/v'?><![CDATA[<script>hit=1</script>]]>",
    f"<video src='{OUTSIDE}/w' onerror='hit=1'/><audio src='{OUTSIDE}/x'/>",
    f"<embed src='{OUTSIDE}/y'/><object data='{OUTSIDE}/z'/><link rel=stylesheet href={OUTSIDE}>",
    "<switch><foreignObject/><text class='kept' y='40'>seen</text></switch>",
)

_DRAWN = Template("""\
from counterpoint import Event, Program, never, sync, thread

PICTURES = $pictures

@thread
def draw():
    for number in range(len(PICTURES)):
        yield sync(request=Event("GO", number))

def show(done):
    inside = PICTURES[len(done) % len(PICTURES)]
    return f'<svg viewBox="0 0 90 60" onload="hit=1"><text y="55">{len(done)}</text>{inside}</svg>'

last = Event("GO", len(PICTURES) - 1)
program = Program(draw(), show=show, requirements={"it is never drawn": never(last)})
""")


def pictures(folder: Path) -> str:
    """A program that draws one picture after the other."""
    file = folder / "pictures.py"
    file.write_text(_DRAWN.substitute(pictures=ascii(PICTURES)), encoding="utf-8")
    return str(file)


def _quoted(text: str) -> str:
    """A text as TLA+ and LED have it; neither has escapes for all that there is."""
    return text.replace("\\", "/").replace('"', "'")


SAYABLE = tuple(_quoted(text) for text in TEXTS if text.isprintable())
"""The texts that can stand in a source of TLA+, or of LED."""


def module(folder: Path) -> str:
    """A TLA+ module whose values are the texts that can be written there."""
    texts = ", ".join(f'"{text}"' for text in SAYABLE)
    file = folder / "Hostile.tla"
    file.write_text(
        "---- MODULE Hostile ----\nEXTENDS Naturals, Sequences, TLC\nVARIABLES at, text\n"
        f"Texts == <<{texts}>>\n\\* {' '.join(SAYABLE)}\n"
        "Init == at = 1 /\\ text = Texts[1]\n"
        "Next == /\\ at < Len(Texts) /\\ at' = at + 1 /\\ text' = Texts[at + 1]\n"
        "Quiet == at < Len(Texts)\n====\n",
        encoding="utf-8",
    )
    (folder / "Hostile.cfg").write_text("INIT Init\nNEXT Next\nINVARIANT Quiet\n")
    return str(file)


def led(folder: Path) -> str:
    """An LED program that draws the texts that can be written there."""
    images = ",\n  ".join(
        f'text("{text}", point(500, {20 * n}), 12, color(0,0,0))' for n, text in enumerate(SAYABLE)
    )
    file = folder / "hostile.led"
    file.write_text(
        f"{' '.join(SAYABLE)}\n\n/$\ninitialState := 0\n"
        "nextState := 1 - currentState if clicked & clickX < 500; currentState otherwise\n"
        f"images := {{{images}}}\n$/\n",
        encoding="utf-8",
    )
    return str(file)
