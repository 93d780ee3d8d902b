"""What a side does not know of an enemy ship does not show in anything that it is shown (IWD-14.12)."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from iwd_battles import SCENES, Drama, begin, eagerly

from quarterdeck.engine.battle import Battle
from quarterdeck.engine.dress_wire import dress_json
from quarterdeck.engine.referee import plain_answer
from quarterdeck.engine.wire import rendered, wire
from quarterdeck.systems.interworld_drama import INTERWORLD_DRAMA
from quarterdeck.systems.interworld_drama.record import Scene
from quarterdeck.systems.interworld_drama.state import DramaState
from whole_battles import Watched, at_random, by_value, play


def sent(drawn: Any) -> bytes:
    return json.dumps(wire(drawn, rendered)).encode()


def shown(battle: Drama, seat: str | None) -> bytes:
    """All that a seat or a spectator can be shown of a battle."""
    view = battle.view(seat)
    seen: list[Any] = [view, battle.events(seat), battle.outcome, sent(INTERWORLD_DRAMA.picture(view))]
    seen += [sent(INTERWORLD_DRAMA.show(event, view)) for _n, event in battle.events(seat)]
    seen += [INTERWORLD_DRAMA.sheet(ship) for ship in view.ships.values()]
    if seat is not None and seat in battle.slates():
        for key, question in battle.slates()[seat].questions.items():
            draft = plain_answer(question.sample(view, random.Random(1)))
            seen += [question, dress_json(key, question, question.dress(view, None), rendered), question.dress(view, draft)]
    seen.append(sorted(battle.slates()))
    return by_value(seen)


def other_figures(scene: Scene, side: str) -> Scene:
    """The scene with other systems, pools, Tass and extra actions of one side's ships, whose captains are as quick as before."""
    keys = next(each.ships for each in scene.sides if each.id == side)
    ships = dict(scene.ships)
    for key in keys:
        ship = ships[key]
        crew = tuple([_weaker(sheet) for sheet in ship.crew])
        systems = tuple([replace(each, name=f"new {each.name}", mount="aft", range="long") for each in ship.systems])
        ships[key] = replace(ship, systems=systems, crew=crew, tass=ship.tass + 1, extra_action=not ship.extra_action)
    return replace(scene, ships=ships)


def _weaker(sheet: Any) -> Any:
    if sheet.dice:
        return replace(sheet, dice=14 - sheet.dice, damage_control=not sheet.damage_control)
    kept = {key: n if key in ("dexterity", "wits") else max(1, n - 1) for key, n in sheet.attributes.items()}
    return replace(sheet, attributes=kept, extra_action=not sheet.extra_action, powers=())


@pytest.mark.rule("IWD-14.12")
@pytest.mark.parametrize("key", SCENES)
def test_systems_pools_tass_and_extra_actions_show_to_no_enemy_until_they_are_used(key):
    """Two battles that differ in nothing else show the other side the same, act for act, while that side alone acts."""
    scene = INTERWORLD_DRAMA.scenarios()[key]
    battles = [Battle.begin(INTERWORLD_DRAMA, each, seed="same", keep=False) for each in (scene, other_figures(scene, "b"))]
    compared = 0
    for number in range(60):
        for reader in ("a", None):
            assert shown(battles[0], reader) == shown(battles[1], reader), (number, reader)
            compared += 1
        assert list(battles[0].slates()) == list(battles[1].slates())
        seat = next(iter(battles[0].slates()))
        for battle in battles:
            view, questions = battle.view(seat), battle.slates()[seat].questions
            rng = random.Random(number)
            if seat == "b":
                answers = {q: [] if question.passing() == [] else question.default(view) for q, question in questions.items()}
            elif seat == "narrator":
                answers = {q: question.default(view) for q, question in questions.items()}
            else:
                answers = eagerly(view, questions, rng)
            battle.commit(seat, answers)
        known = any(ship.known_to for ship in battles[0].state.ships.values())
        if (
            known
            or battles[0].outcome is not None
            or any(
                told.event.data.get("ship") in battles[0].state.scene.sides[1].ships and told.event.kind in ("feet", "damage")
                for told in battles[0].told
            )
        ):
            break
    assert compared >= 12
    assert shown(battles[0], "b") != shown(battles[1], "b")


@pytest.mark.rule("IWD-14.12")
def test_an_analysis_shows_the_ship_to_its_side_alone():
    battle = play_to_analysis()
    state = battle.state
    known = next(ship for ship in state.ships.values() if ship.known_to)
    side = known.known_to[0]
    assert battle.view(side).ships[known.id].tass == known.tass
    assert not battle.view(side).ships[known.id].hidden
    assert battle.view(None).ships[known.id].hidden


def play_to_analysis() -> Drama:
    for number in range(30):
        battle = play(begin("lantern-isle", f"analysis {number}"), random.Random(number), a=eagerly, b=eagerly)
        if any(ship.known_to for ship in battle.state.ships.values()):
            return battle
    raise AssertionError("no analysis succeeded")


@pytest.mark.parametrize("key", SCENES)
def test_what_is_imagined_agrees_with_what_is_seen(key):
    compared = 0

    def look(state: DramaState) -> None:
        nonlocal compared
        for seat in ("a", "b", "narrator", None):
            view = INTERWORLD_DRAMA.view(state, seat)
            imagined = INTERWORLD_DRAMA.imagine(view, random.Random(compared))
            assert INTERWORLD_DRAMA.view(imagined, seat) == view
            assert INTERWORLD_DRAMA.check(imagined) == []
            compared += 1

    play(begin(key, "imagined", Watched(INTERWORLD_DRAMA, look)), random.Random(5), a=eagerly, b=eagerly)
    assert compared > 60


@pytest.mark.parametrize("seat", ["a", "b", "narrator", None])
def test_imagined_battles_play_on_to_their_end(seat):
    battle = begin("lantern-isle", "played on", keep=True)
    rng = random.Random(2)
    for step in range(60):
        if battle.outcome is not None:
            break
        asked, slate = next(iter(battle.slates().items()))
        battle.commit(asked, eagerly(battle.view(asked), slate.questions, rng))
        if step % 12 == 0 and battle.outcome is None:
            imagined = play(battle.imagine(seat, rng), rng, a=at_random, b=at_random)
            assert [entry.void for entry in imagined.inputs if entry.void] == []
