"""What pictures look like on the wire: the names, kinds and values that clients are written against, and a check of them."""

from __future__ import annotations

from collections.abc import Iterator

from quarterdeck.engine.problems import Json

TONE = "ink|mid|plan|warn|bad|side"
PATTERN = "rocks|body|cloud|bolts|shards|mines|well|spiral|buoy|land|shoal|fog|wreck|planet|station"
ITEM = "side:str ref:str also:[str] say:text layer:terrain|areas|tracks|vectors|ranges|names show:[sel|hover|asked]"

DRESS = "q:str kind:str title:text rule:str draft:any ready:bool"
DRESSED = (
    "subject:str standing:str lead:text problems:[problem] notes:[note] count:count steps:[step] odds:bool buttons:[button] "
    "blocks:[block] patch:patch"
)
ROW = "fact:text sub:text ref:str side:str icon:icon off:text"

SHAPES: dict[str, tuple[str, str]] = {
    "picture": ("scene:scene sides:[side] progress:progress", "units:[unit] panels:[panel]"),
    "scene": ("map:map", "items:[item]"),
    "map plane": ("kind:str unit:str", "size:[number] grid:number cross:number clock:6|12 metric:euclid star:int"),
    "map hex": ("kind:str cols:int rows:int unit:str metric:hex|max|alternate", "holes:[[int]]"),
    "map squares": ("kind:str cols:int rows:int unit:str metric:hex|max|alternate", "holes:[[int]]"),
    "map cards": ("kind:str", ""),
    "item terrain": (f"id:str k:str pattern:{PATTERN} shape:shape", f"{ITEM} danger:true name:text rot:number"),
    "item area": ("id:str k:str style:bands|reach|arc|zone|blast|template|warn|cover shape:shape", ITEM),
    "item path": (
        "id:str k:str style:track|vector|plan|leg|beam|guns|missiles|ram|link|orbit pts:[point]",
        f"{ITEM} ticks:true text:text at:number beside:port|starboard|on strong:true blocked:number",
    ),
    "item token": (
        "id:str k:str style:live|done|drift|plan|contact|marker|wreck|gone sil:str at:point",
        f"{ITEM} rot:number size:[number] count:int stack:str level:air|surface|under name:str named:false pri:1|2|3 "
        "bars:[bar] badges:[badge] ring:clock|plain|none",
    ),
    "item label": ("id:str k:str at:point text:text", f"{ITEM} tone:{TONE}"),
    "bands": ("at:point from:number to:number steps:[band]", "inner:[number]"),
    "bar": ("k:rows|pips|ticks|meter|steps of:boxes", "left:boxes at:int say:text"),
    "badge": (f"icon:icon tone:{TONE} say:text", "text:text"),
    "icon": ("glyph:str", "text:str arcs:[[number]] sectors:4|6|8"),
    "side": ("id:str name:str", "note:text you:true"),
    "progress": ("word:text at:int", "of:int phases:[phase] marks:[mark]"),
    "phase": ("t:text state:past|now|next|unused", ""),
    "mark": ("side:str h:int", "k:hit|row|lost n:int turn:int part:number"),
    "unit": (
        "id:str side:str name:str kind:text sil:str",
        "group:group bars:[bar] facts:[text] status:badge mounts:[mount] sheet:true",
    ),
    "group": ("id:str n:int", ""),
    "mount": ("ref:str icon:icon t:text", "off:text"),
    "panel": ("id:str title:text as:cells|hand|cards|stations|score", "cells:[cell] count:text"),
    "cell": (
        "id:str t:text state:ready|later|empty|used",
        "sub:text die:int n:int why:text lines:[text] bars:[bar] badges:[badge] ref:str give:give",
    ),
    "give": ("answer:any", "offer:str q:str"),
    "patch": ("", "set:[item] drop:[str] n:int"),
    "shown": ("", "refs:[str] fx:[effect] mark:mark dice:[dice]"),
    "dice": ("d:[die]", "for:text"),
    "die": ("v:int", "s:str re:bool sides:int"),
    "effect move": ("fx:str id:str via:[point] rot:[number]", "legs:int"),
    "effect shot": ("fx:str style:beam|torpedo|missile|guns a:point b:point hit:bool", ""),
    "effect hit": ("fx:str id:str", ""),
    "effect loss": ("fx:str id:str", ""),
    "effect appear": ("fx:str id:str", ""),
    "effect fade": ("fx:str id:str", ""),
    "effect blast": ("fx:str at:point r:number", ""),
    "effect cross": ("fx:str ref:str", "n:int"),
    "art": ("", "silhouettes:any glyphs:any emblem:str"),
    "dress choose": (DRESS, f"{DRESSED} rows:[choicerow] min:int max:int ordered:true"),
    "dress place": (DRESS, f"{DRESSED} rows:[placerow] fields:[figure] grid:number headings:any"),
    "dress plot": (DRESS, f"{DRESSED} rows:[unitrow] empty:allowed|purpose drift:str purpose:text"),
    "dress assign": (DRESS, f"{DRESSED} rows:[slotrow] cols:columns cells:meetings sums:[text] corner:text step:true"),
    "dress form": (DRESS, f"{DRESSED} rows:[fieldrow] lists:any"),
    "count": ("t:text n:int of:int", "icon:icon"),
    "step": ("t:text", "now:true"),
    "problem": ("rule:str text:text", "at:str nearest:any"),
    "note": (f"tone:{TONE} text:text", "rule:str icon:icon"),
    "button": ("k:give|passing|answer|suggest t:text", "off:text answer:any"),
    "fact": ("t:text v:text", "was:text unit:str"),
    "choicerow": ("key:str t:text", f"{ROW}"),
    "placerow": ("unit:str t:text state:text", f"{ROW} line:any sil:str at:point heading:int"),
    "unitrow": (
        "unit:str t:text line:str state:given|none|bad",
        f"{ROW} last:str gloss:text rule:str facts:[fact] chips:[chip] controls:[control] flags:[flag] to:[reach]",
    ),
    "chip": ("t:str from:int to:int", "bad:true"),
    "flag": ("key:str t:text line:str", "on:true"),
    "reach": ("at:point line:str", "cost:int say:text"),
    "key": ("t:text line:str", "on:true cost:int off:text say:text icon:icon"),
    "control dial": ("k:str legend:text points:6|12|360 was:int now:int course:[int] keys:keymap", ""),
    "control keys": ("k:str legend:text keys:[key]", "note:text"),
    "control meter": ("k:str t:text of:int parts:parts", ""),
    "part": ("n:int s:turn|burn|spent", ""),
    "slotrow": ("slot:str t:text", f"{ROW} v:any gloss:text rule:str out:text amount:[number]"),
    "column": ("choice:str t:text", "sub:text side:str ref:str off:text sums:[text]"),
    "meeting": ("", "t:text sub:text on:true off:text why:text give:any options:[option]"),
    "option": ("key:str t:text", "sub:text off:text on:true"),
    "fieldrow": (
        "key:str t:text k:choice|amount|dice|reference|text|flags|list|document",
        "value:any need:false choices:[option] min:number max:number step:number count:int sides:int note:text off:text "
        "of:[fieldrow]",
    ),
    "figure": ("t:text edit:range|x|y|heading", "v:number unit:str"),
    "block facts": ("k:str rows:[fact]", ""),
    "block table": ("k:str cols:[text] rows:[tablerow]", ""),
    "tablerow": ("t:text cells:[text]", "icon:icon sub:text off:text ref:str"),
    "block meter": ("k:str t:text of:int parts:parts", ""),
    "block bars": (
        "k:str title:text xs:[str] p:[number] colour_from:int",
        "side:str lines:[line] rule:str ref:str label:text",
    ),
    "line": ("x:int text:text", ""),
    "block account": ("k:str rows:[accountrow] total:text", ""),
    "accountrow": ("t:text v:text", f"rule:str tone:{TONE} ref:str"),
    "block panel": ("k:str id:str", ""),
    "block sheet": ("k:str ref:str", ""),
}
"""The fields that each object has, and those that it has where they are not the default."""

KINDS = {"map": "kind", "item": "k", "effect": "fx", "dress": "kind", "control": "k", "block": "k"}
"""Objects of several kinds, and the field that tells them apart."""

PLAIN = {"str": str, "int": int, "number": (int, float), "bool": bool}


def faults(value: Json, kind: str, at: str = "") -> list[str]:
    """What in a value is not as clients expect it."""
    if kind.startswith("["):
        return _faults_in_list(value, kind[1:-1], at)
    if kind in PLAIN:
        good = isinstance(value, PLAIN[kind]) and (kind == "bool" or not isinstance(value, bool))
    elif kind in SPECIAL:
        good = SPECIAL[kind](value)
    elif kind in KINDS or kind in SHAPES:
        return list(_faults_in_object(value, kind, at))
    else:
        good = (str(value).lower() if isinstance(value, bool | int) else value) in kind.split("|")
    return [] if good else [f"{at}: {value!r} is no {kind}"]


def _faults_in_list(value: Json, kind: str, at: str) -> list[str]:
    if not isinstance(value, list) or not value:
        return [f"{at}: {value!r} is no list with something in it"]
    return [fault for place, each in enumerate(value) for fault in faults(each, kind, f"{at}[{place}]")]


def _faults_in_object(value: Json, kind: str, at: str) -> Iterator[str]:
    name = f"{kind} {value.get(KINDS[kind])}" if kind in KINDS and isinstance(value, dict) else kind
    if not isinstance(value, dict) or name not in SHAPES:
        yield f"{at}: {value!r} is no {kind}"
        return
    needed, possible = (dict(field.split(":") for field in fields.split()) for fields in SHAPES[name])
    yield from [f"{at}: {name} without {field}" for field in needed if field not in value]
    for field, each in value.items():
        of = {**needed, **possible}.get(field)
        yield from faults(each, of, f"{at}.{field}") if of else [f"{at}: {name} with {field}"]


def _is_text(value: Json) -> bool:
    return isinstance(value, str) or (isinstance(value, list) and all(isinstance(part, str | dict) for part in value))


def _is_point(value: Json) -> bool:
    if isinstance(value, dict):
        return list(value) == ["of"] and isinstance(value["of"], str)
    return isinstance(value, list) and len(value) in (2, 3) and not faults(value, "[number]")


def _is_shape(value: Json) -> bool:
    if not isinstance(value, dict) or len(value) != 1:
        return False
    [(kind, inside)] = value.items()
    match kind:
        case "circle":
            return len(inside) == 2 and _is_point(inside[0]) and not faults(inside[1:], "[number]")
        case "sector":
            return len(inside) == 5 and _is_point(inside[0]) and not faults(inside[1:], "[number]")
        case "poly":
            return not faults(inside, "[point]")
        case "cells":
            return not faults(inside, "[[int]]") and {len(cell) for cell in inside} <= {2, 3}
        case _:
            return kind == "bands" and not faults(inside, "bands")


def _is_band(value: Json) -> bool:
    return isinstance(value, list) and len(value) == 2 and not faults(value[0], "number") and _is_text(value[1])


SPECIAL = {
    "any": lambda _value: True,
    "text": _is_text,
    "point": _is_point,
    "parts": lambda value: isinstance(value, list) and all(not faults(each, "part") for each in value),
    "columns": lambda value: isinstance(value, list) and all(not faults(each, "column") for each in value),
    "meetings": lambda value: isinstance(value, list) and all(not faults(row, "[meeting]") for row in value),
    "keymap": lambda value: isinstance(value, dict) and not faults(list(value.values()), "[key]"),
    "shape": _is_shape,
    "band": _is_band,
    "boxes": lambda value: not faults(value, "[int]" if isinstance(value, list) else "int"),
}
