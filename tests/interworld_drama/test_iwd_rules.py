"""Rules that the worked cases do not reach, each shown by what becomes of it in play."""

from __future__ import annotations

from dataclasses import replace

import pytest
from iwd_fakes import Table, condition, make_sheet, make_ship, make_state, make_system
from test_iwd_acts import BAD, GOOD, do

from quarterdeck.systems.interworld_drama import acts, aggression, master, opening
from quarterdeck.systems.interworld_drama import round as rounds
from quarterdeck.systems.interworld_drama.acts import Act
from quarterdeck.systems.interworld_drama.conditions import aim_of, number
from quarterdeck.systems.interworld_drama.crew import has_specialty
from quarterdeck.systems.interworld_drama.outcome import outcome, scores
from quarterdeck.systems.interworld_drama.record import Power
from quarterdeck.systems.interworld_drama.state import CREW, Damage
from quarterdeck.systems.interworld_drama.view import seen_by

WITCH = make_sheet("witch", "captain", dice=6, powers=(Power("Evil eye", "curse", "wits", "occult"),))


# Monsters


def monstrous(counts):
    """A battle of a ship and a monster, as it is before the scene is set."""
    monster = make_ship("s2", "b", crew=[make_sheet("mind", "captain")])
    monster.record = replace(monster.record, monster=True, counts_as_ship=counts)
    return make_state(make_ship("s1", "a"), monster)


@pytest.mark.rule("IWD-1.4", "IWD-14.1")
@pytest.mark.parametrize(
    ("counts", "answer", "status"),
    [(True, None, "fighting"), (False, None, "aside"), (False, "yes", "fighting"), (True, "no", "aside")],
)
def test_whether_a_monster_counts_as_a_ship_the_narrator_says(counts, answer, status):
    state = monstrous(counts)
    table, book = Table([5, 5, 1]), opening.scene_form(state).book
    table.run(opening.set_up(state, table.referee), scene={**book, "monster-s2": answer} if answer else None)
    assert state.ships["s2"].status == status
    fought = [act.ship for act in acts.aggressions(state, state.ships["s1"]) if act.verb == "shoot"]
    assert fought == (["s2"] if status == "fighting" else [])
    assert scores(state) == {"a": 0, "b": 0}
    end = outcome(state)
    assert (end.winners if end else None) == (("a",) if status == "aside" else None)


# Dice


@pytest.mark.rule("IWD-2.5")
def test_a_specialty_counts_only_with_the_pool_that_is_rolled():
    ratings = {"attributes": {"perception": 4, "intelligence": 1}, "abilities": {"awareness": 3, "tactics": 2}}
    pools = (("perception", "awareness"), ("intelligence", "tactics"))
    for specialty, applies in (("tactics", False), ("awareness", True)):
        ship = make_ship(crew=[make_sheet("cap", "captain", specialties=(specialty,), **ratings)])
        assert has_specialty(ship.captain, *pools) is applies


@pytest.mark.rule("IWD-2.4")
@pytest.mark.parametrize(("answer", "hits"), [("none", []), ("damage", [("light", "helm")]), ("injury", [("light", CREW)])])
def test_the_narrator_rules_on_a_botch(answer, hits):
    state = make_state()
    do(state, Act("gain", "helm", "s2", "tail"), [1, 2, 2, 2, 2, 2], mishap=[answer])
    assert [(hit.degree, hit.place) for hit in state.ships["s1"].damage] == hits


@pytest.mark.rule("IWD-2.4")
def test_a_botch_without_a_system_damages_none():
    state = make_state()
    table = do(state, Act("analyse", "", "s2"), [1, 2, 2, 2, 2, 2])
    asked = next(question for question in table.asked if question.key == "mishap")
    assert [choice.key for choice in asked.choices] == ["none", "injury"]


@pytest.mark.rule("IWD-2.2", "IWD-13.4")
def test_bringing_a_weapon_to_bear_is_as_difficult_as_the_narrator_calls_difficult():
    state = make_state(conditions=[condition("dead_zone", "s1", "s2", part="gun1")])
    assert number(state, "dead_zone", "turn") == 8
    state.numbers["roll.difficult"] = 9
    table = do(state, Act("remove", "helm", "", "dead_zone", state.conditions[0].id), GOOD, ship="s2")
    assert table.told[0].data["difficulty"] == 9
    assert state.conditions == []


# Strategy


@pytest.mark.rule("IWD-6.6")
def test_a_compromise_may_bring_two_equals_close_to_each_other():
    state = make_state()
    do(state, Act("gain", "helm", "s2", "tail"), GOOD * 2, counter=["hinder:helm:s1"], tie=["short"])
    assert (state.distance("s1", "s2"), state.has("tail")) == ("short", None)


@pytest.mark.rule("IWD-6.6", "IWD-14.4")
def test_two_that_are_not_at_medium_distance_are_not_brought_together():
    state = make_state(conditions=[condition("short", "s1", "s2")])
    table = do(state, Act("gain", "helm", "s2", "tail"), GOOD * 2, counter=["hinder:helm:s1"])
    tie = next(question for question in table.asked if question.key == "tie")
    assert "short" not in [choice.key for choice in tie.choices]


MOVES = [
    (Act("ram", "helm", "s2"), BAD, []),
    (Act("remove", "helm", "", "short", "short-s1-s2"), GOOD, [condition("short", "s1", "s2")]),
    (Act("remove", "helm", "", "cloud", "cloud-s1-"), GOOD, [condition("cloud", "s1")]),
    (Act("gain", "helm", "s2", "tail"), GOOD, []),
]


@pytest.mark.rule("IWD-13.3", "IWD-13.4")
@pytest.mark.parametrize(("act", "faces", "more"), MOVES)
def test_a_ship_that_goes_elsewhere_gives_up_its_position(act, faces, more):
    held = [condition("cover", "s1", "s2"), condition("dead_zone", "s1", "s2", part="gun1")]
    state = make_state(conditions=[*held, *more])
    do(state, act, faces)
    assert [each for each in state.conditions if each.kind in ("cover", "dead_zone")] == []


@pytest.mark.rule("IWD-13.11", "IWD-13.3")
def test_a_ship_that_is_pulled_loses_its_cover():
    hook = condition("harpooned", "s2", "s1", part="cable")
    state = make_state(conditions=[hook, condition("cover", "s2", "s1")])
    do(state, Act("pull", "helm", "s2"), [])
    assert (state.has("cover"), state.distance("s1", "s2")) == (None, "short")


@pytest.mark.rule("IWD-13.14", "IWD-13.11")
@pytest.mark.parametrize(("grip", "difficulty"), [("cable", 9), ("tentacles", 7), ("gravity", 7)])
def test_only_a_cable_is_cut_by_hand_and_so_harder_in_an_anomaly(grip, difficulty):
    hook = condition("harpooned", "s1", "s2", part=grip)
    state = make_state(conditions=[hook, condition("gravity", "s1")])
    table = do(state, Act("remove", "", "", "harpooned", hook.id), GOOD)
    assert table.told[0].data["difficulty"] == difficulty


# Attacks


@pytest.mark.rule("IWD-13.9", "IWD-14.9")
@pytest.mark.parametrize("act", [Act("ram", "helm", "s2"), Act("board", "", "s2"), Act("curse", "", "s2", "interference")])
def test_every_attack_has_the_good_of_a_lock_and_uses_it_up(act):
    lock = condition("lock", "s1", "s2", by="nobody")
    state = make_state(make_ship("s1", crew=[WITCH]), make_ship("s2", "b"), conditions=[lock, condition("short", "s1", "s2")])
    table = do(state, act, BAD)
    assert next(event.data["difficulty"] for event in table.told if event.kind == "attack") == 5
    assert state.has("lock") is None


@pytest.mark.rule("IWD-13.10", "IWD-13.7", "IWD-13.2", "IWD-14.9")
@pytest.mark.parametrize(
    ("found", "difficulty"),
    [(condition("stealth", "s2"), 9), (condition("tail", "s1", "s2"), 4), (condition("cloud", "s2"), 8)],
)
def test_conditions_bear_on_a_landing_and_a_curse_as_on_a_shot(found, difficulty):
    for act in (Act("board", "", "s2"), Act("curse", "", "s2", "interference")):
        state = make_state(
            make_ship("s1", crew=[WITCH]), make_ship("s2", "b"), conditions=[condition("short", "s1", "s2"), found]
        )
        table = do(state, act, BAD)
        assert next(event.data["difficulty"] for event in table.told if event.kind == "attack") == difficulty


@pytest.mark.rule("IWD-7.6", "IWD-14.9")
def test_the_narrator_decides_what_a_landing_does_but_not_where():
    state = make_state(conditions=[condition("short", "s1", "s2")])
    table = do(state, Act("board", "", "s2"), [*GOOD, 2], effect={"degree": "light"})
    asked = next(question for question in table.asked if question.key == "effect")
    assert [field.key for field in asked.fields] == ["degree"]
    assert asked.book == {"degree": "fatal"}
    assert [(hit.degree, hit.place) for hit in state.ships["s2"].damage] == [("light", CREW)]


@pytest.mark.rule("IWD-7.9", "IWD-14.2")
@pytest.mark.parametrize("guided", [True, False])
def test_what_is_guided_can_be_intercepted_whatever_it_is(guided):
    gun = make_system("odd", type="other", guided=guided)
    state = make_state(make_ship("s1", systems=[gun]), make_ship("s2", "b"))
    table = do(state, Act("shoot", "odd", "s2"), [*GOOD, 1])
    asked = next(question for question in table.asked if question.key == "defend")
    assert ("interception:gun1" in [choice.key for choice in asked.choices]) is guided


@pytest.mark.rule("IWD-11.1", "IWD-7.4")
def test_who_is_refused_a_master_at_work_in_defence_may_still_dodge():
    state = make_state()
    answers = {"defend": [["master:defend"], ["dodge:helm"]]}
    proposal = {"master": {"verdict": "reject", "difficulty": 8}}
    table = do(state, Act("shoot", "gun1", "s2"), GOOD * 2, **answers, **proposal)
    assert [event.data["left"] for event in table.told if event.kind == "left"] == [0]
    assert (state.ships["s2"].captain.spent, state.ships["s2"].captain.master_used) == (1, False)


# Damage


@pytest.mark.rule("IWD-10.2", "IWD-14.1")
@pytest.mark.parametrize(
    ("trained", "answer", "rolled"), [(True, None, False), (False, None, True), (False, "yes", False), (True, "no", True)]
)
def test_whether_light_damage_takes_a_roll_the_narrator_says(trained, answer, rolled):
    ship = make_ship(crew=[make_sheet("cap", "captain", damage_control=trained)])
    ship.damage.append(Damage("d1", "light", "helm", 1))
    state = make_state(ship, make_ship("s2", "b"))
    given = {"waived": [answer]} if answer else {}
    table = do(state, Act("repair", "", "", "light", "d1"), GOOD if rolled else [], **given)
    assert ("repair" in table.kinds(), ship.damage[0].repaired) == (rolled, True)


@pytest.mark.rule("IWD-14.10", "IWD-10.2")
def test_an_injury_always_takes_a_roll():
    ship = make_ship(crew=[make_sheet("cap", "captain", damage_control=True)])
    ship.damage.append(Damage("d1", "light", CREW, 1, "cap"))
    ship.captain.injuries = 1
    table = do(make_state(ship, make_ship("s2", "b")), Act("repair", "", "", "light", "d1"), BAD)
    assert "waived" not in [question.key for question in table.asked]
    assert (ship.damage[0].repaired, ship.captain.injuries) == (False, 1)


@pytest.mark.rule("IWD-10.3", "IWD-14.1")
def test_how_many_rolls_heavy_damage_takes_is_asked_once():
    ship = make_ship()
    ship.damage.append(Damage("d1", "heavy", "helm", 1))
    state, act = make_state(ship, make_ship("s2", "b")), Act("repair", "", "", "heavy", "d1")
    first = do(state, act, BAD, who="s1-cap", rolls={"number": 2})
    assert "rolls" in [question.key for question in first.asked]
    for who, mended in (("s1-p1", False), ("s1-p2", True)):
        again = do(state, act, GOOD, who=who)
        assert "rolls" not in [question.key for question in again.asked]
        assert ship.damage[0].repaired is mended


# Ideas beyond the book


@pytest.mark.rule("IWD-14.1", "IWD-14.5", "IWD-8.2")
@pytest.mark.parametrize("form", ["gain", "remove"])
def test_an_idea_is_refused_by_the_book_and_costs_nothing(form):
    state = make_state(conditions=[condition("interference", "s1", "s2")])
    what = {"gain": "master:gain:s2:tail", "remove": f"master:remove::interference:{state.conditions[0].id}"}[form]
    table = do(state, Act("idea", form), [], proposal={"what": what})
    assert state.ships["s1"].captain.spent == 0
    assert [event.data["verdict"] for event in table.told] == ["reject"]


@pytest.mark.rule("IWD-14.1", "IWD-14.5")
def test_a_narrator_may_let_a_condition_be_declared_in_another_way_and_with_another_pool():
    ratings = {"attributes": {"wits": 3, "charisma": 2}, "abilities": {"occult": 2, "tactics": 4}}
    ship = make_ship(crew=[make_sheet("cap", "captain", **ratings)])
    state = make_state(ship, make_ship("s2", "b"))
    said = {"what": "master:gain:s2:cover", "attribute": "wits", "ability": "occult"}
    allowed = {"verdict": "confirm", "difficulty": 7, "ability": "tactics"}
    table = do(state, Act("idea", "gain"), [9] * 7, proposal=said, idea=allowed)
    attempt = next(event for event in table.told if event.kind == "attempt")
    assert (attempt.rule, attempt.data["pool"], attempt.data["difficulty"]) == ("IWD-14.5", 7, 7)
    assert state.has("cover", "s1", "s2") is not None
    assert (ship.captain.spent, ship.captain.master_used) == (1, False)


@pytest.mark.rule("IWD-8.2", "IWD-14.1")
def test_a_narrator_may_accept_an_inventive_removal():
    noise = condition("interference", "s1", "s2")
    state = make_state(conditions=[noise])
    what = {"what": f"master:remove::interference:{noise.id}"}
    do(state, Act("idea", "remove"), GOOD, proposal=what, idea={"verdict": "confirm", "difficulty": 6})
    assert state.conditions == []


@pytest.mark.rule("IWD-9.2", "IWD-14.5")
def test_ideas_come_in_the_phases_of_what_they_are_about():
    state = make_state(conditions=[condition("interference", "s1", "s2")])
    forms = [
        [act.system for act in rounds.possible_acts(state, state.ships["s1"], phase) if act.verb == "idea"]
        for phase in (acts.STRATEGY, acts.AGGRESSION, acts.REACTION)
    ]
    assert forms == [["gain", "remove"], [], ["remove"]]


# Master at Work


@pytest.mark.rule("IWD-14.14", "IWD-14.5")
def test_a_master_needs_neither_system_nor_surroundings_but_what_else_a_condition_takes():
    ship = make_ship(systems=[make_system("gun1", mount="fore")])
    tailed = [condition("tail", "s2", "s1")]
    for conditions, may in (([], True), (tailed, False)):
        state = make_state(ship, make_ship("s2", "b"), conditions=conditions)
        gained = [act.kind for act in master.proposals(state, ship) if act.system == "gain"]
        assert ("tail" in gained) is may
        assert {"cover", "cloud", "stealth"} <= set(gained)


@pytest.mark.rule("IWD-14.14", "IWD-13.4")
def test_a_master_gets_out_of_the_way_of_a_weapon():
    bow = make_system("bow", mount="fore")
    enemy = make_ship("s2", "b", systems=[bow])
    enemy.show("bow")
    state = make_state(make_ship("s1", systems=[make_system("gun1")]), enemy)
    do(state, Act("master", "gain", "s2", "dead_zone", "bow"), GOOD)
    assert aim_of(state, enemy, None, bow, state.ships["s1"]).barred == ("dead_zone", "IWD-13.4")


# What is not known


@pytest.mark.rule("IWD-14.12")
def test_a_system_is_seen_when_it_acts_or_is_hit_or_the_ship_is_studied():
    state = make_state()

    def seen(seat="b"):
        return [system.id for system in seen_by(state, seat).ships["s1"].record.systems]

    assert seen() == []
    do(state, Act("gain", "stealth", "", "stealth"), GOOD)
    assert seen() == ["stealth"]
    do(state, Act("shoot", "gun1", "s1"), [9, 9, 2, 2, 2, 2, 2], ship="s2")
    assert seen() == ["sensors", "stealth"]
    assert "helm" not in seen(None)
    assert len(seen("a")) == len(seen("narrator")) == 7
    state.ships["s1"].known_to.append("b")
    assert len(seen()) == 7


@pytest.mark.rule("IWD-14.12", "IWD-13.4")
def test_nobody_is_asked_about_weapons_that_he_has_not_seen():
    enemy = make_ship("s2", "b", systems=[make_system("bow", mount="fore"), make_system("flank", mount="sides")])
    state = make_state(make_ship("s1", crew=[WITCH]), enemy)
    enemy.show("flank")

    def offered():
        ship = state.ships["s1"]
        found = [*acts.gains(state, ship), *acts.aggressions(state, ship), *master.proposals(state, ship)]
        return [(act.verb, act.item) for act in found if act.kind == "dead_zone"]

    assert offered() == [("gain", "flank"), ("curse", "flank"), ("master", "flank")]
    enemy.known_to.append("a")
    assert [item for _verb, item in offered()] == ["bow", "flank"] * 3


@pytest.mark.rule("IWD-1.3", "IWD-14.9")
@pytest.mark.parametrize(("distance", "may"), [("short", True), ("medium", False), ("long", False)])
def test_people_get_across_at_short_distance_alone(distance, may):
    pair = [] if distance == "medium" else [condition(distance, "s1", "s2")]
    state = make_state(conditions=pair)
    assert ("board" in [act.verb for act in acts.aggressions(state, state.ships["s1"])]) is may


@pytest.mark.rule("IWD-1.3")
def test_from_a_deck_people_fight_by_their_own_skill():
    fighter = make_sheet(
        "cap", "captain", attributes={"dexterity": 2, "strength": 4}, abilities={"brawl": 3, "melee": 1, "gunnery": 9}
    )
    state = make_state(make_ship("s1", crew=[fighter]), make_ship("s2", "b"), conditions=[condition("short", "s1", "s2")])
    table = do(state, Act("board", "", "s2"), [2] * 7)
    assert table.told[0].data["pool"] == 7
    assert aggression.FIGHTING[1] == ("strength", "brawl")


@pytest.mark.rule("IWD-14.8")
def test_where_fire_breaks_out_after_a_hit_on_the_crew_is_told_with_its_die():
    jars = make_system("jars", condition="fire")
    state = make_state(make_ship("s1", systems=[jars]), make_ship("s2", "b"))
    table = do(state, Act("shoot", "jars", "s2"), [9, 9, 9, 2, 2, 2, 8, 1, 3])
    fire = next(event for event in table.told if event.kind == "condition" and event.data["condition"] == "fire")
    assert ([roll.faces for roll in fire.dice], fire.data["part"]) == ([(3,)], "comms")
