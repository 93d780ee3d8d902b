"""The worked cases in terms of the game: what comes of each `given`, by the operation that it names."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from iwd_condition_cases import CONDITION_DOINGS
from iwd_fakes import Table, make_sheet, make_ship, make_state, make_system
from iwd_turn_cases import TURN_DOINGS

from quarterdeck.engine.dice import ScriptedDice
from quarterdeck.systems.interworld_drama import (
    acts,
    aggression,
    crew,
    harm,
    master,
    narrator,
    opening,
    outcome,
    reaction,
    record,
)
from quarterdeck.systems.interworld_drama.acts import Act
from quarterdeck.systems.interworld_drama.conditions import worn as harm_worn
from quarterdeck.systems.interworld_drama.pools import USUAL, difficulty_of, throw, winner
from quarterdeck.systems.interworld_drama.record import World
from quarterdeck.systems.interworld_drama.ship_files import read_ship
from quarterdeck.systems.interworld_drama.state import CREW, DEGREES, Damage
from quarterdeck.systems.interworld_drama.view import seen_by

Facts = dict[str, Any]


# The ground


def attack_world(given: Facts) -> Facts:
    """A weapon fires at a world, and the narrator decides on the harm."""
    state = make_state(worlds=[World("w", "W", given["size"])])
    table, ship = Table([1]), state.ships["s1"]
    answers = {"world": [given["storyteller_damage"]]} if "storyteller_damage" in given else {}
    act = Act("shell", "gun1", "", "", "w")
    table.run(aggression.shell(state, table.referee, ship, ship.captain, act), **answers)
    harm_done = state.worlds["w"][0]
    return {"world_damaged": harm_done != "none", "damage": harm_done, "attacker_suffers": bool(ship.damage)}


def personal_attack(given: Facts) -> Facts:
    """From a deck people reach no farther than anywhere else: at short distance alone do they get across to fight."""
    steps = [at for at, distance in enumerate(record.DISTANCES) if acts.may_land(distance, False)]
    return {"rules": record.DECK.rules, "range_bonus": max(steps), "protection": record.DECK.protection}


def declare_attack(given: Facts) -> Facts:
    return {"allowed": record.may_be_fought(given["attacker"], given["target"], given.get("counts_as_ship", False))}


def choose_system(given: Facts) -> Facts:
    system, die = record.system_for(given["story"])
    return {"system": system, "die": f"d{die}"}


def fleet_setup(given: Facts) -> Facts:
    return {"ok": record.enough_ships(given["players"], given["player_ships"])}


# Dice


def roll(given: Facts) -> Facts:
    dice = ScriptedDice(given["dice"])
    special = given.get("specialty", False)
    result = throw(dice, given["pool"], given["difficulty"], use="x", rule="x", by="a", rules=USUAL, specialty=special)
    assert dice.rolled == len(given["dice"])
    return {"successes": result.successes, "botch": result.botch}


def successes(dice: list[int], at: int = 6) -> int:
    return throw(ScriptedDice(dice), len(dice), at, use="x", rule="x", by="a").successes


def opposed(given: Facts) -> Facts:
    a, b = (successes(given[side]["dice"], given[side].get("difficulty", 6)) for side in "ab")
    return {"a_successes": a, "b_successes": b, "winner": winner(a, b)}


def difficulty(given: Facts) -> Facts:
    return {"difficulty": difficulty_of(given["modifiers"], given["base"])}


def system_pool(given: Facts) -> Facts:
    system = make_system("gun1", **given["system"])
    ratings = given["operator"]
    member = make_ship(crew=[make_sheet("x", "captain", attributes=ratings, abilities=ratings)]).captain
    return {"pool": crew.dice_for(member, crew.pool_of(system))}


def officer_pool(given: Facts) -> Facts:
    return {"pool": record.MIGHTY_DICE if given["mighty"] else record.USUAL_DICE}


def phase_order(given: Facts) -> Facts:
    values = {each["name"]: each["initiative"] for each in given["ships"]}
    return {"order": opening.in_order(values, lambda tied: given["random_first"])}


# Damage


def severity(given: Facts) -> Facts:
    return {"damage": harm.degree_of(given["remaining"])}


def may_repair(given: Facts) -> Facts:
    now = given["now"]
    peaceful = now.get("scene") == "peaceful"
    return {"allowed": acts.may_repair(given["damage_turn"], now.get("turn", 0), now.get("phase", 0), peaceful)}


def repair(given: Facts) -> Facts:
    """Actions against damage to a system of this turn."""
    names = list(dict.fromkeys(each.get("by", "p") for each in given.get("rolls", [{}])))
    fitting = given.get("fitting_sheet", False)
    sheets = [make_sheet(name, dice=2, damage_control=fitting) for name in names]
    ship = make_ship(crew=[make_sheet("cap", "captain"), *sheets])
    hit = Damage("d1", given["degree"], "gun1", 1)
    ship.damage.append(hit)
    state = make_state(ship, make_ship("s2", "b"))
    for each in given.get("rolls", [{}]):
        if hit.repaired:
            break
        one_repair(state, ship, each, hit, given)
    return {"repaired": hit.repaired, "consequences_until_serious_repair": hit.degree == "fatal"}


def one_repair(state: Any, ship: Any, rolled: Facts, hit: Damage, given: Facts) -> None:
    table = Table(rolled.get("dice", []))
    member = ship.crew[rolled.get("by", "p")]
    member.sheet = replace(member.sheet, dice=len(rolled.get("dice", [])))
    if given.get("master_at_work"):
        act = Act("master", "repair", "", hit.degree, hit.id)
        table.run(master.perform(state, table.referee, ship, member, act), proposal={})
    else:
        act = Act("repair", "", "", hit.degree, hit.id)
        table.run(reaction.repair(state, table.referee, ship, member, act))
    tried = [event.data["difficulty"] for event in table.told if "difficulty" in event.data]
    assert tried[-1:] == ([rolled["difficulty"]] if "difficulty" in rolled else [])
    assert table.used_up()


def analyse(given: Facts) -> Facts:
    state, table = make_state(), Table(given["dice"])
    ship = state.ships["s1"]
    ship.captain.sheet = make_sheet("s1-cap", "captain", dice=len(given["dice"]))
    table.run(reaction.analyse(state, table.referee, ship, ship.captain, Act("analyse", "", "s2")))
    known = not seen_by(state, "a").ships["s2"].hidden
    assert known == ("known" in table.kinds())
    return {"information": known}


def master_at_work(given: Facts) -> Facts:
    """A proposal, the narrator's verdict, a roll where they agree."""
    state, table = make_state(), Table(given.get("dice", []))
    ship = state.ships["s1"]
    ship.captain.sheet = make_sheet("s1-cap", "captain", dice=len(given.get("dice", [1])))
    ship.captain.master_used = given["uses_this_battle"] > 0
    allowed = bool(acts.fitting(Act("master", "other"), [ship.captain]))
    if not allowed:
        return {"allowed": False}
    answers: Facts = {}
    verdicts = {"rejects": "reject", "changes": "change"}
    if "storyteller" in given:
        answers["master"] = {"verdict": verdicts[given["storyteller"]], "difficulty": 8}
        answers["agree"] = ["agree"] if given.get("player_agrees") else None
    form = "other" if given.get("form") == "destroy_enemy_ship" else "remove"
    state.conditions = [harm.place(state, table.referee, "interference", "s1", "s2")]
    act = Act("master", form, "", "interference" if form == "remove" else "", state.conditions[0].id if form == "remove" else "")
    resolved = table.run(master.perform(state, table.referee, ship, ship.captain, act), **answers)
    rolled = next((event.data for event in table.told if event.kind == "attempt"), {})
    assert ship.captain.spent == resolved
    return {"resolved": resolved, "uses_this_battle": int(ship.captain.master_used), **rolled}


# The end, the record, the narrator


def battle_over(given: Facts) -> Facts:
    return {"over": outcome.battle_over(given["round_finished"], given["long_battle"])}


def sum_up(given: Facts) -> Facts:
    points = {
        side: sum(
            outcome.points_of({k: v for k, v in each.items() if k in outcome.POINTS}, out=each.get("out_of_action", False))
            for each in given[side]
        )
        for side in "AB"
    }
    return {"points": points, "winner": next(iter(outcome.least(points)), "draw")}


def sides_left(given: Facts) -> Facts:
    ships = []
    for side in "AB":
        for place, each in enumerate(given[side]):
            ship = make_ship(f"{side}{place}", side)
            ship.status = "out" if each.get("out_of_action") else "away" if each.get("away") else "fighting"
            ships.append(ship)
    end = outcome.outcome(make_state(*ships))
    return {"over": end is not None, "winner": end.winners[0] if end and end.winners else "draw"}


def validate(given: Facts) -> Facts:
    crew_given = [make_sheet(each["name"], each["role"], dice=each.get("dice", 6)) for each in given["characters"]]
    system = {"id": "wheel", "name": "wheel", "kind": "helm", "attribute": "wits", "ability": "piloting"}
    people = [{"id": each.id, "name": each.name, "role": each.role, "dice": each.dice} for each in crew_given]
    read = read_ship({"id": "x", "name": "X", "class": given["class"], "systems": [system], "crew": people})
    return {"valid": not isinstance(read, list)}


CALLED = {
    "compromise on a tie": "tie",
    "long-drawn battle": "long",
    "difficulty to get off a harpoon": "harpoon",
}


def narrate(given: Facts) -> Facts:
    """A decision as it is put to the narrator's seat: what passing it comes to, or what a human has answered."""
    key = CALLED[given["decision"]]
    table = Table()
    if key == "harpoon":
        human = {"number": given["human_answer"]} if "human_answer" in given else None
        return {"answer": table.run(narrator.number_for(table.referee, key, narrator.YES, 7), harpoon=human)}
    if key == "long":
        form = opening.scene_form(make_state())
        return {"answer": form.passing()["long"]}  # type: ignore[index]
    answer = table.run(narrator.rule_on(table.referee, key, narrator.YES))
    return {"answer": str(narrator.DECISIONS[key].answers[answer].message)}


def knows(given: Facts) -> Facts:
    state = make_state()
    state.ships["s2"] = make_ship("s2", "b", tass=3)
    state.ships["s2"].damage.append(Damage("d1", "light", CREW, 1, "s2-p1"))
    if given["analysed"]:
        state.ships["s2"].known_to.append("a")
    seen = seen_by(state, "a").ships["s2"]
    return {"visible": seen.tass == 3 if given["field"] == "tass" else bool(seen.damage)}


# Chapter 14


def damage_effect(given: Facts) -> Facts:
    """Damage as it stands, and what it does to the systems and the ship."""
    names = [each["place"] for each in given["hits"]]
    ship = make_ship(systems=[make_system(name) for name in dict.fromkeys([*names, "helm"])])
    state, table = make_state(ship, make_ship("s2", "b")), Table()
    for each in given["hits"]:
        harm.hurt(state, table.referee, ship, each["degree"], each["place"], "x")
        if each.get("repaired"):
            harm.mend(state, table.referee, ship, ship.damage[-1], "x")
    worn = {name: sum(m.amount for m in harm_worn(ship, name)) for name in dict.fromkeys(names)}
    return {
        "difficulty_modifier": {name: amount for name, amount in worn.items() if amount},
        "not_working": [s.id for s in ship.record.systems if not crew.working(state, ship, s)],
        "out_of_action": harm.threatened(ship),
    }


def damage_place(given: Facts) -> Facts:
    ship = make_ship(systems=[make_system(name) for name in given["working_systems"]])
    state, table = make_state(ship, make_ship("s2", "b")), Table([given["lot"]])
    return {"place": harm.by_lot(table.referee, harm.places(state, ship), ship, "place")[0]}


def attack_effect(given: Facts) -> Facts:
    weapon = given["weapon"]
    damage, imposed = harm.effect_of(given["remaining"], weapon["condition"], weapon.get("no_damage", False))
    return {"damage": damage, "condition": imposed or "none"}


def ram_effect(given: Facts) -> Facts:
    degree = harm.degree_of(given["remaining"])
    return {"target": degree, "rammer": harm.one_less(degree)}


def injuries(given: Facts) -> Facts:
    dice = crew.injury_dice(given["count"])
    return {"dice": dice, "out": dice is None}


DOINGS: dict[str, Callable[[Facts], Facts]] = {
    **TURN_DOINGS,
    **CONDITION_DOINGS,
    "attack_world": attack_world,
    "personal_attack": personal_attack,
    "declare_attack": declare_attack,
    "choose_system": choose_system,
    "fleet_setup": fleet_setup,
    "roll": roll,
    "difficulty": difficulty,
    "opposed": opposed,
    "system_pool": system_pool,
    "officer_pool": officer_pool,
    "phases": lambda given: {"order": list(acts.PHASES)},
    "phase_order": phase_order,
    "severity": severity,
    "may_repair": may_repair,
    "repair": repair,
    "damage_degrees": lambda given: {"degrees": list(DEGREES)},
    "analyse": analyse,
    "master_at_work": master_at_work,
    "battle_over": battle_over,
    "sum_up": sum_up,
    "sides_left": sides_left,
    "validate_drama_ship": validate,
    "narrator": narrate,
    "knows": knows,
    "damage_effect": damage_effect,
    "damage_place": damage_place,
    "attack_effect": attack_effect,
    "ram_effect": ram_effect,
    "injuries": injuries,
}
"""What each operation of the cases comes to in the game."""


def done(given: Facts) -> Facts:
    """What comes of a case."""
    return DOINGS[given["do"]](given)
