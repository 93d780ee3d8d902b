"""The worked cases of who may act, of the order of play and of defence, in terms of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from iwd_fakes import KINDS, Table, condition, make_sheet, make_ship, make_state, make_system

from quarterdeck.systems.interworld_drama import acts, aggression, strategy
from quarterdeck.systems.interworld_drama import round as rounds
from quarterdeck.systems.interworld_drama.acts import Act
from quarterdeck.systems.interworld_drama.aggression import Attack
from quarterdeck.systems.interworld_drama.asking import ChooseAct, ChooseAnswer
from quarterdeck.systems.interworld_drama.crew import actions_left, bar_to_act, bar_to_use, hands, may_take_over, spend
from quarterdeck.systems.interworld_drama.state import DramaState, Ship

Facts = dict[str, Any]


def turn(given: Facts) -> Facts:
    """One ship's declarations in order; one that is not legal is skipped and uses nothing up."""
    people = [
        make_sheet(each["name"], each["role"], dice=6, extra_action=each.get("extra_action", False))
        for each in given["characters"]
    ]
    if not any(sheet.role == "captain" for sheet in people):
        people.append(make_sheet("captain-of-the-ship", "captain"))
    names = dict.fromkeys([*(each["system"] for each in given["actions"]), *_posts(given)])
    systems = [make_system(name) for name in names]
    ship = make_ship(
        cls=given.get("ship_class", 3), systems=systems, crew=people, extra_action=given.get("ship_extra_action", False)
    )
    for each in given["characters"]:
        ship.crew[each["name"]].post = each.get("last_system", "")
    noise = [condition("interference", "s1", "s2")] if given.get("interference") else []
    state = make_state(ship, make_ship("s2", "b"), conditions=noise)
    return {"legal": [_declared(state, ship, each) for each in given["actions"]]}


def _posts(given: Facts) -> list[str]:
    return [each["last_system"] for each in given["characters"] if "last_system" in each]


def _declared(state: DramaState, ship: Ship, action: Facts) -> bool:
    member, system, shoots = ship.crew[action["by"]], ship.system(action["system"]), action.get("shoots", False)
    if bar_to_act(state, ship, member) or bar_to_use(state, ship, system, shoots):
        return False
    spend(ship, member, system, shoots)
    return True


def captain_out(given: Facts) -> Facts:
    """The captain is out, and some officers with him; who can be taken over is what is asked in the ship's go."""
    ship = make_ship(crew=[make_sheet("cap", "captain"), *(make_sheet(each["name"], "npc") for each in given["npcs"])])
    out = [condition("wounded", "s1", part="cap")]
    out += [condition("wounded", "s1", part=each["name"]) for each in given["npcs"] if not each["able"]]
    state, table = make_state(ship, make_ship("s2", "b"), conditions=out), Table()
    table.run(rounds.play_phase(state, table.referee, acts.STRATEGY))
    asked = next(question for question in table.asked if question.key == "stand_in")
    assert ship.stand_in in [member.id for member in may_take_over(state, ship)]
    return {"controllable": [choice.key for choice in asked.choices]}  # type: ignore[attr-defined]


def crew_order(given: Facts) -> Facts:
    """Two players of a ship act in the order that they choose, in one go."""
    ship = make_ship(crew=[make_sheet("cap", "captain"), *(make_sheet(each) for each in given["players"])])
    ship.captain.spent = 1
    state, table = make_state(ship, make_ship("s2", "b")), Table([6] * 60)
    acts_of = [["gain:helm:s2:tail"], ["gain:stealth::stealth"]]
    table.run(rounds.play_phase(state, table.referee, acts.STRATEGY), act=acts_of, who=[[each] for each in given["chosen"][:1]])
    made = [event.data["member"] for event in table.told if event.kind == "attempt"]
    return {"legal": made == given["chosen"]}


VERBS = {"shoot": "shoot", "manoeuvre": "manoeuvre", "coordinate": "coordinate", "ram": "ram", "board": "board"}


def phase_allows(given: Facts) -> Facts:
    """What may be done in a phase; a ram is one act with its movement."""
    verb = VERBS.get(given["action"], given["action"])
    return {"allowed": acts.phase_allows(given["phase"], verb), "extra_action_for_movement": False}


def counteract(given: Facts) -> Facts:
    """Whether a ship has anything to set against an act on it."""
    state, table = make_state(), Table([6] * 20)
    other = state.ships["s2"]
    for member in other.crew.values():
        member.spent = 1 - given["actions_left"]
    if given.get("system_used"):
        other.uses[given["system"]] = 1
    ship = state.ships["s1"]
    table.run(strategy.gain(state, table.referee, ship, ship.captain, Act("gain", "helm", "s2", "tail")))
    asked = next(question for question in table.asked if isinstance(question, ChooseAnswer))
    return {"allowed": bool(asked.choices)}


def strategic(given: Facts) -> Facts:
    """A condition declared, opposed or not; the narrator may find a compromise on a tie."""
    actor, counter = given["actor"], given.get("counter")
    systems = [make_system(word) for word in KINDS]
    ships = [
        make_ship("s1", "a", systems=systems, crew=[make_sheet("one", "captain", dice=len(actor["dice"]))]),
        make_ship("s2", "b", systems=systems, crew=[make_sheet("two", "captain", dice=len(counter["dice"]) if counter else 6)]),
    ]
    state = make_state(*ships, surroundings=["cover"])
    table = Table([*actor["dice"], *(counter["dice"] if counter else [])])
    kind = {"on_the_tail": "tail", "behind_cover": "cover"}[actor["condition"]]
    answers: Facts = {"tie": [given["storyteller"]] if "storyteller" in given else None}
    if counter:
        answers["counter"] = ["hinder:helm:s1"]
    act = Act("gain", "helm", "s2", kind)
    if counter and "condition" in counter:
        countered_by_stealth(state, table, act, answers)
    else:
        table.run(strategy.gain(state, table.referee, ships[0], ships[0].captain, act), **answers)
    assert table.used_up()
    words = {"tail": "on_the_tail", "cover": "behind_cover", "stealth": "stealth"}
    facts: Facts = {"applied": [words[each.kind] for each in state.conditions], "tie": "tie" in [q.key for q in table.asked]}
    return facts | {"result": state.conditions[0].result if state.conditions else 0}


def countered_by_stealth(state: DramaState, table: Table, act: Act, answers: Facts) -> None:
    """The stealth system is let oppose a tail for once, as a narrator may admit."""
    usual = strategy.COUNTERED_BY["tail"]
    strategy.COUNTERED_BY["tail"] = ("helm", "stealth")
    try:
        answers["counter"] = ["gain:stealth::stealth"]
        ship = state.ships["s1"]
        table.run(strategy.gain(state, table.referee, ship, ship.captain, act), **answers)
    finally:
        strategy.COUNTERED_BY["tail"] = usual


# Defence


def may_defend(given: Facts) -> Facts:
    """What the target of an attack is offered; a second manoeuvre against the same attack is never asked for."""
    state, table = make_state(), Table([6] * 12)
    attacked(state, table, given["attack_successes"], spent=1 - given["actions_left"])
    asked = [question for question in table.asked if question.key == "defend"]
    assert len(asked) == 1
    again = given.get("manoeuvres_against_this_attack", 0)
    return {"allowed": bool(asked[0].choices) and not again}  # type: ignore[attr-defined]


def attacked(state: DramaState, table: Table, worth: int, spent: int = 0, **answers: Any) -> int:
    """An attack of so many successes on the second ship: what is left of it."""
    ship, target = state.ships["s1"], state.ships["s2"]
    for member in target.crew.values():
        member.spent = spent
    attack = Attack(ship, target, Act("shoot", "gun1", "s2"), "cannon", worth)
    return aggression.defended(worth, table.run(aggression.defence(state, table.referee, attack), **answers))


def defend(given: Facts) -> Facts:
    """One manoeuvre with these dice: a dodge where none is named."""
    manoeuvre = {"dodge": "dodge:helm", "redistribution": "redistribution:power"}[given.get("manoeuvre", "dodge")]
    state, table = make_state(), Table(given["dice"])
    target = make_ship("s2", "b", crew=[make_sheet("two", "captain", dice=len(given["dice"]))], tass=given.get("tass", 0))
    state.ships["s2"] = target
    left = attacked(state, table, given["attack_successes"], defend=[manoeuvre])
    assert table.used_up()
    assert target.tass == max(0, given.get("tass", 0) - 1)
    rolled = next(event.data for event in table.told if event.kind == "defence")
    return {"defence_successes": rolled["successes"], "prevented": left == 0, "remaining": left}


def may_manoeuvre(given: Facts) -> Facts:
    """Whether a manoeuvre is among those that the ship is offered."""
    ship = make_ship(tass=given.get("tass", 1))
    state = make_state(
        ship, make_ship("s2", "b"), conditions=[condition(each, "s1", "s2") for each in given.get("conditions", [])]
    )
    for name in ("comms", "power"):
        if given.get(f"{name}_working") is False:
            state.conditions.append(condition("fire", "s1", part=name))
    verb = {"emergency_jump": "jump"}.get(given["manoeuvre"], given["manoeuvre"])
    type_ = given.get("attack", "cannon")
    return {"allowed": verb in [act.verb for act in aggression.defences(state, ship, type_, type_ == "torpedo")]}


def jump_covers(given: Facts) -> Facts:
    """The first attack is answered by a jump, the second by nothing that the jump leaves."""
    state, covered = make_state(), []
    for name in given["attacks"]:
        table = Table([9] * 6)
        answers = {"defend": ["jump:jump"]} if name == given["used_on"] else {}
        if attacked(state, table, 2, **answers) == 0:
            covered.append(name)
    return {"covered": covered}


# Order of play


def phase_sequence(given: Facts) -> Facts:
    """Each ship has one go in which it declares all that it wants."""
    ships = [make_ship(key, side) for key, side in zip(given["initiative_order"], "ab", strict=True)]
    state, table = make_state(*ships), Table([1] * 99)
    wanted = dict(given["declarations"])
    made: list[str] = []

    def answer(question: Any) -> Any:
        if isinstance(question, ChooseAct) and not isinstance(question, ChooseAnswer) and wanted[question.subject]:
            wanted[question.subject] -= 1
            made.append(question.subject)
            return [question.choices[0].key]
        passing = question.passing()
        return question.default(None) if passing is None else passing

    table._answer = lambda question, answers: answer(question)  # type: ignore[method-assign]
    table.run(rounds.play_phase(state, table.referee, acts.STRATEGY))
    return {"sequence": made}


def counter_order(given: Facts) -> Facts:
    return {
        "asked": strategy.counter_order(given["actor"], given["target"], given["initiative_order"], given["hostile_to_actor"]),
    }


def defence_order(given: Facts) -> Facts:
    """Only the ship attacked is asked."""
    ships = [make_ship(key, "a" if key == given["attacker"] else "b") for key in given["initiative_order"]]
    state, table = make_state(*ships), Table([9] * 6 + [1] * 4)
    ship = state.ships[given["attacker"]]
    table.run(aggression.shoot(state, table.referee, ship, ship.captain, Act("shoot", "gun1", given["target"])))
    return {"asked": [question.subject for question in table.asked if question.key == "defend"]}


def defence_steps(given: Facts) -> Facts:
    """The steps as they come: the attack is told before the defender is asked."""
    state, table, steps = make_state(), Table([9] * 6 + [9, 1, 1, 1, 1, 1] + [1] * 6), []
    names = {"attack": "attack_roll", "defence": "defence_roll", "damage": "effect"}
    table.referee._tell = lambda told: steps.append(names.get(told.event.kind, ""))  # type: ignore[method-assign]
    usual = table._answer

    def answer(question: Any, answers: Facts) -> Any:
        steps.append("defender_decides" if question.key == "defend" else "")
        return usual(question, answers)

    table._answer = answer  # type: ignore[method-assign]
    ship = state.ships["s1"]
    shot = aggression.shoot(state, table.referee, ship, ship.captain, Act("shoot", "gun1", "s2"))
    table.run(shot, defend=["dodge:helm"])
    assert tuple(filter(None, steps)) == aggression.STEPS
    return {"order": list(filter(None, steps))}


def may_act_again(given: Facts) -> Facts:
    """Accepting a condition costs nothing, and it stays."""
    state, table = make_state(conditions=[condition("harpooned", "s1", "s2", part="cable")]), Table()
    table.run(rounds.play_phase(state, table.referee, acts.REACTION))
    spent = sum(member.spent for member in state.ships["s1"].crew.values())
    assert all(actions_left(member) == 1 for member in hands(state, state.ships["s1"]))
    return {"actions_spent": spent, "condition_remains": state.has("harpooned", "s1") is not None}


TURN_DOINGS: dict[str, Callable[[Facts], Facts]] = {
    "turn": turn,
    "captain_out": captain_out,
    "crew_order": crew_order,
    "phase_allows": phase_allows,
    "counteract": counteract,
    "strategy": strategic,
    "may_defend": may_defend,
    "defend": defend,
    "may_manoeuvre": may_manoeuvre,
    "jump_covers": jump_covers,
    "phase_sequence": phase_sequence,
    "counter_order": counter_order,
    "defence_order": defence_order,
    "defence_steps": defence_steps,
    "condition_sources": lambda given: {"sources": [acts.PHASES[acts.ALLOWED[verb][0] - 1] for verb in ("gain", "shoot")]},
    "react_to_condition": may_act_again,
}
