"""Commands about games: who wins (`solve`), what to do (`advise`), proofs for all sizes."""

from __future__ import annotations

from typing import Any

import click

from ..errors import BadTarget
from ..model.capabilities import declared_players, owner_of, priority_of
from ..model.notation import Notation, notation_of
from ..report.exit_code import ExitCode
from ..target import parse_settings
from .options import (
    all_option,
    audit_option,
    engine_option,
    json_option,
    module_options,
    position_option,
    prints_aside,
    rule_options,
    say,
    say_audited,
    search_given,
    search_options,
    storage_given,
    storage_options,
    target_of,
    task_of,
    unknown_as_json,
    watched,
    with_options,
    with_workers,
)

USUAL_GOALS = {"player1": "p1_wins", "player2": "p2_wins"}
"""The default goals in a model with these players and atoms."""


@click.command()
@click.argument("target")
@click.option("--player", help="Who is to win; several with commas between them.")
@click.option("--goal", help="A formula: what the player wants to come true.")
@position_option
@click.option("--strategy", is_flag=True, help="Print how the player wins, as rules.")
@with_options((*rule_options, *module_options, *search_options, *storage_options))
@with_options((engine_option, all_option, audit_option, json_option))
@unknown_as_json("target", "player", "goal")
def solve(
    target: str,
    player: str | None,
    goal: str | None,
    position: str | None,
    strategy: bool,
    engine: str,
    everything: bool,
    as_json: bool,
    **options: Any,
) -> ExitCode:
    """From which states of TARGET a player can enforce a goal, whatever the others do.

    A parity game has goals of its own: without --player and --goal it is solved for both players.
    """
    from ..games.solve import solve as solve_game
    from ..report.games import parity_data, parity_text, solution_data, solution_text

    found = _game(target, options)
    is_parity_game = priority_of(found) is not None
    is_whole = is_parity_game and player is None and goal is None
    if is_parity_game:
        goal = goal or "parity"
        player = declared_players(found)[0] if is_whole else player
    if player is None or goal is None:
        raise click.UsageError(f"Missing option '--{'goal' if player else 'player'}'.")
    with watched() as watch, prints_aside():
        solution = solve_game(
            found,
            player=[name.strip() for name in player.split(",")],
            goal=goal,
            start=_position(position, found),
            over="all" if everything else "reachable",
            engine=engine,
            watch=watch,
            **search_given(options),
            **storage_given(options),
        )
        as_data, as_text = (
            (parity_data, parity_text) if is_whole else (solution_data, solution_text)
        )
        text = (
            with_workers(as_data(solution, strategy), options)
            if as_json
            else "\n".join(as_text(solution, strategy))
        )
    say(text)
    if not as_json:
        say_audited([(solution.goal, solution.audited)], options)
    return ExitCode.HOLDS


def _game(target: str, options: dict[str, Any]) -> Any:
    """The target as a game; raises `BadTarget` if it does not say which player moves."""
    found = target_of(target, options)
    if notation_of(found) is Notation.CIRCUIT:
        raise BadTarget(
            f"{target} is a circuit, in which nobody chooses against another: ask about it by "
            "`counterpoint check` and `counterpoint where`"
        )
    if notation_of(found) is Notation.MODULE and options["owner"] is None:
        raise BadTarget(
            f"{target} does not say whose turn it is: name the variable that does by --owner; "
            f"{found.variables_said}"
        )
    if notation_of(found) is Notation.LED and owner_of(found) is None:
        raise BadTarget(f"{target} does not say whose turn it is: name the definition by --owner")
    if notation_of(found) is Notation.SMV and not found.players:
        variables = ", ".join(variable.name for variable in found.variables)
        raise BadTarget(
            f"{target} does not say whose turn it is: name the variable that does by --owner; "
            f"there are {variables}"
        )
    return found


def _position(text: str | None, target: Any) -> Any:
    from ..position import parse_position

    return None if text is None else parse_position(text, target)


def _json(data: object) -> str:
    from ..report.plain import to_text

    return to_text(data)


@click.command()
@click.argument("target")
@position_option
@click.option(
    "--goal", "goals", multiple=True, metavar="PLAYER=FORMULA", help="What a player wants."
)
@click.option("--depth", type=click.IntRange(min=1), help="Look ahead so many steps at most.")
@click.option(
    "--nodes", type=click.IntRange(min=1),
    help="Look at about so many states; 20,000 if only --depth is given. Two steps ahead are "
    "looked at even if that takes 100 times as many.",
)  # fmt: skip
@click.option(
    "--seconds", type=click.FloatRange(min=0, min_open=True), help="Look ahead for so long."
)
@with_options((*rule_options, *module_options, *search_options, json_option))
@unknown_as_json("target")
def advise(
    target: str,
    position: str | None,
    goals: tuple[str, ...],
    depth: int | None,
    nodes: int | None,
    seconds: float | None,
    as_json: bool,
    **options: Any,
) -> ExitCode:
    """Rate each move of the player to move in TARGET: which ones win, and which ones lose.

    The game is solved. If it is too large for that, --depth, --nodes or --seconds look only some
    steps ahead; --limit-states then bounds the states that are looked at. Without goals, player1
    wants p1_wins and player2 wants p2_wins; a parity game itself says what its players want.
    """
    from ..games.counsel import counsel
    from ..report.games import counsel_data, counsel_text

    found = _game(target, options)
    with watched() as watch, prints_aside():
        given = counsel(
            found,
            _position(position, found),
            goals_given(goals) or _usual_goals(target, found),
            depth=depth,
            nodes=nodes,
            seconds=seconds,
            task=task_of(options, watch),
        )
    say(with_workers(counsel_data(given), options) if as_json else "\n".join(counsel_text(given)))
    return ExitCode.HOLDS


def goals_given(texts: tuple[str, ...]) -> dict[str, str]:
    """The goal of each player; raises `BadParameter` if a player has two different goals."""
    goals: dict[str, str] = {}
    for player, formula in map(_goal, texts):
        if goals.setdefault(player, formula) != formula:
            raise click.BadParameter(f"--goal gives {player} two goals: join them, as in (A) | (B)")
    return goals


def _goal(text: str) -> tuple[str, str]:
    player, equals, formula = text.partition("=")
    if not equals or not player.strip():
        raise click.BadParameter(f"--goal takes PLAYER=FORMULA, not {text!r}")
    return player.strip(), formula.strip()


def _usual_goals(name: str, target: Any) -> dict[str, str]:
    """The default goals; raises `BadTarget`, which lists names, if the target lacks their atoms."""
    from ..engines.formula.names import closest
    from ..games.atoms import names_in
    from ..games.game import game_of
    from ..games.solve import PARITY
    from ..model.players import players_of

    system = game_of(target).system
    kind, names = names_in(system)
    if priority_of(system) is not None:
        return dict.fromkeys(declared_players(system), PARITY)
    if set(USUAL_GOALS.values()) <= set(names):
        return USUAL_GOALS
    players = players_of(system)
    who = f"players are {', '.join(players)}, its " if players else ""
    raise BadTarget(
        f"{name} has no p1_wins and p2_wins: say what each player wants by --goal PLAYER=FORMULA. "
        f"Its {who}{kind} are {closest('', names)}"
    )


@click.command()
@click.argument("target")
@click.argument("game")
@click.option("--player", required=True, help="The player to judge.")
@click.option(
    "--outcome", "outcomes", multiple=True, required=True, metavar="FORMULA",
    help="A goal of the player, as a formula; of several, the best one first.",
)  # fmt: skip
@with_options((*rule_options, *module_options, *search_options, json_option))
@unknown_as_json("target", "game", "player")
def criticize(
    target: str, game: str, player: str, outcomes: tuple[str, ...], as_json: bool, **options: Any
) -> ExitCode:
    """Find moves in the program TARGET after which a player can achieve less in GAME than before.

    GAME is a program or model with the same moves, in which the player is free.
    """
    from ..games.critic import criticize as judge
    from ..report.games import critique_data, critique_text
    from ..target import find_target

    with watched() as watch, prints_aside():
        found = judge(
            _game(target, options),
            find_target(game),
            player=player,
            outcomes=outcomes,
            task=task_of(options, watch),
        )
    say(with_workers(critique_data(found), options) if as_json else "\n".join(critique_text(found)))
    return ExitCode.HOLDS if found else ExitCode.FAILS


@click.command()
@click.argument("game")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="A parameter: k=3.")
@click.option("--super", "chosen", is_flag=True, help="One player chooses the piles first.")
@click.option("--unbounded", is_flag=True, help="For piles of any size, by automata.")
@click.option(
    "--width",
    type=click.IntRange(1, 512),
    default=64,
    show_default=True,
    metavar="BITS",
    help="The bits of a pile, without --unbounded.",
)
@json_option
def certificate(
    game: str, settings: tuple[str, ...], chosen: bool, unbounded: bool, width: int, as_json: bool
) -> ExitCode:
    """Check a certificate of who wins GAME, whatever the size of its piles.

    GAME is nim (with k piles), limited_nim (k, most), or FILE:NAME with a Certificate of your own.
    With --unbounded it is checked by automata, else by z3 for piles of --width bits.
    """
    from ..games.certificate import check_certificate, super_nim
    from ..report import games as report

    made = _certificate(game, parse_settings(settings))
    engine: Any = {"engine": "automata" if unbounded else "words", "width": width}
    if chosen:
        won = super_nim(made, **engine)
        say(_json(report.super_nim_data(won)) if as_json else "\n".join(report.super_nim_text(won)))
        return ExitCode.of(won.verdicts.answer)
    checked = check_certificate(made, **engine)
    say(
        _json(report.certificate_data(checked))
        if as_json
        else "\n".join(report.certificate_text(checked))
    )
    return ExitCode.of(checked.answer)


def _certificate(game: str, settings: dict[str, object]) -> Any:
    """The certificate that the command line names; raises `BadTarget`, which lists choices."""
    from ..bundled import bundled_examples
    from ..games.certificate import Certificate, limited_nim, nim
    from ..target import find_object

    known: dict[str, Any] = {"nim": nim, "limited_nim": limited_nim}
    if game in known:
        given = {("piles" if name == "k" else name): value for name, value in settings.items()}
        try:
            return known[game](**{"piles": 3, **given})
        except TypeError as error:
            raise BadTarget(f"{game}: {error}") from None
    there = "there are nim and limited_nim, and FILE:NAME is for a Certificate of your own"
    if game.isidentifier() and game not in [example.name for example in bundled_examples()]:
        raise BadTarget(f"there is no certificate of {game}: {there}")
    found = find_object(game, settings, ("certificate",))
    if not isinstance(found, Certificate):
        raise BadTarget(f"{game} holds no Certificate: {there}")
    return found
