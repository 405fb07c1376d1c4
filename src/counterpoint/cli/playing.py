"""Commands about games: who wins (`solve`), what to do (`advise`), proofs beyond the finite."""

from __future__ import annotations

from typing import Any

import click

from ..errors import BadTarget
from ..progress import watching
from ..report.exit_code import ExitCode
from ..target import parse_settings
from .options import (
    all_option,
    engine_option,
    json_option,
    limit_options,
    prints_aside,
    rule_options,
    say,
    target_of,
    task_of,
    with_options,
)


@click.command()
@click.argument("target")
@click.option("--player", required=True, help="Who is to win; several with commas between them.")
@click.option("--goal", required=True, help="A formula: what the player wants to come true.")
@click.option("--from", "position", metavar="STATE", help="Begin here instead of at the start.")
@click.option("--strategy", is_flag=True, help="Print how the player wins, as rules.")
@with_options((*rule_options, *limit_options, engine_option, all_option, json_option))
def solve(
    target: str,
    player: str,
    goal: str,
    position: str | None,
    strategy: bool,
    engine: str,
    everything: bool,
    as_json: bool,
    **options: Any,
) -> ExitCode:
    """From which states of TARGET a player can enforce a goal, whatever the others do."""
    from ..games.solve import solve as solve_game
    from ..position import parse_position
    from ..report.games import solution_data, solution_text

    found = target_of(target, options)
    with watching() as watch, prints_aside():
        solution = solve_game(
            found,
            player=[name.strip() for name in player.split(",")],
            goal=goal,
            start=None if position is None else parse_position(position, found),
            over="all" if everything else "reachable",
            engine=engine,
            task=task_of(options, watch),
        )
        if as_json:
            from ..report.json import to_text

            text = to_text(solution_data(solution, strategy))
        else:
            text = "\n".join(solution_text(solution, strategy))
    say(text)
    return ExitCode.HOLDS


@click.command()
@click.argument("target")
@click.option("--from", "position", metavar="STATE", help="The position; without it the start.")
@click.option(
    "--goal", "goals", multiple=True, metavar="PLAYER=FORMULA", help="What a player wants."
)
@click.option("--depth", type=click.IntRange(min=1), help="Look ahead so far; solve nothing.")
@click.option(
    "--nodes", type=click.IntRange(min=1), default=20_000, show_default=True,
    help="About how many states to look at then.",
)  # fmt: skip
@with_options((*rule_options, *limit_options, json_option))
def advise(
    target: str,
    position: str | None,
    goals: tuple[str, ...],
    depth: int | None,
    nodes: int,
    as_json: bool,
    **options: Any,
) -> ExitCode:
    """What whoever's turn it is in TARGET should do: each move, and what it is worth.

    Without goals, player1 wants p1_wins and player2 wants p2_wins. A game too large to solve is
    searched with `--depth`.
    """
    from ..games.counsel import counsel
    from ..position import parse_position
    from ..report.games import counsel_data, counsel_text

    found = target_of(target, options)
    with watching() as watch, prints_aside():
        given = counsel(
            found,
            None if position is None else parse_position(position, found),
            dict(map(_goal, goals)) or {"player1": "p1_wins", "player2": "p2_wins"},
            depth=depth,
            nodes=nodes,
            task=task_of(options, watch),
        )
    if as_json:
        from ..report.json import to_text

        say(to_text(counsel_data(given)))
    else:
        say("\n".join(counsel_text(given)))
    return ExitCode.HOLDS


def _goal(text: str) -> tuple[str, str]:
    player, equals, formula = text.partition("=")
    if not equals or not player.strip():
        raise click.BadParameter(f"--goal takes PLAYER=FORMULA, not {text!r}")
    return player.strip(), formula.strip()


@click.command()
@click.argument("target")
@click.argument("game")
@click.option("--player", required=True, help="Whose moves are judged.")
@click.option(
    "--outcome", "outcomes", multiple=True, required=True, metavar="FORMULA",
    help="What the player wants, the best first.",
)  # fmt: skip
@with_options((*rule_options, *limit_options, json_option))
def criticize(
    target: str, game: str, player: str, outcomes: tuple[str, ...], as_json: bool, **options: Any
) -> ExitCode:
    """Judge the moves of a player in the program TARGET by what could be had in GAME.

    GAME is a program or model with the same moves, in which the player is free.
    """
    from ..games.critic import criticize as judge
    from ..report.games import critique_data, critique_text
    from ..target import find_target

    with watching() as watch, prints_aside():
        found = judge(
            target_of(target, options),
            find_target(game),
            player=player,
            outcomes=outcomes,
            task=task_of(options, watch),
        )
    if as_json:
        from ..report.json import to_text

        say(to_text(critique_data(found)))
    else:
        say("\n".join(critique_text(found)))
    return ExitCode.HOLDS if found else ExitCode.FAILS


@click.command()
@click.argument("game")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A parameter: k=3.")
@click.option("--super", "chosen", is_flag=True, help="One player chooses the piles first.")
@click.option("--unbounded", is_flag=True, help="For piles of any size, by automata.")
@click.option("--width", type=click.IntRange(1, 512), default=64, show_default=True, metavar="BITS")
@json_option
def certificate(
    game: str, settings: tuple[str, ...], chosen: bool, unbounded: bool, width: int, as_json: bool
) -> ExitCode:
    """Check a certificate of who wins GAME, whatever the size of its piles.

    GAME is nim (with k piles), limited_nim (k, most), or FILE:NAME with a Certificate of your own.
    With --unbounded it is checked by automata, else by z3 for piles that fit a word.
    """
    from ..games.certificate import check_certificate, super_nim
    from ..report import games as report
    from ..report.json import to_text

    made = _certificate(game, parse_settings(settings))
    engine: Any = {"engine": "automata" if unbounded else "words", "width": width}
    if chosen:
        answer = super_nim(made, **engine)
        say(
            to_text(report.super_nim_data(answer))
            if as_json
            else "\n".join(report.super_nim_text(answer))
        )
        return ExitCode.of(answer.verdicts.answer)
    verdicts = check_certificate(made, **engine)
    say(
        to_text(report.certificate_data(verdicts))
        if as_json
        else "\n".join(report.certificate_text(verdicts))
    )
    return ExitCode.of(verdicts.answer)


def _certificate(game: str, settings: dict[str, object]) -> Any:
    """The certificate that the command line names."""
    from ..games.certificate import Certificate, limited_nim, nim
    from ..target import find_object

    known: dict[str, Any] = {"nim": nim, "limited_nim": limited_nim}
    if game in known:
        given = {("piles" if name == "k" else name): value for name, value in settings.items()}
        try:
            return known[game](**{"piles": 3, **given})
        except TypeError as error:
            raise BadTarget(f"{game}: {error}") from None
    found = find_object(game, settings, ("certificate",))
    if not isinstance(found, Certificate):
        raise BadTarget(f"{game} holds no Certificate; there are also {', '.join(known)}")
    return found
