"""TypeScript modules of the Python classes that the page reads, writes and shows."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, get_args

import attrs
from attrs import frozen

from bombsight.dsl.dice import Dice
from bombsight.dsl.origin import Origin
from bombsight.flat.encoding import CLASS_KEY
from bombsight.flat.program import Program
from bombsight.flat.sites import RowInfo, Site
from bombsight.flat.types import Type
from bombsight.runtime.boards import BoardShown
from bombsight.runtime.events.describe import Option
from bombsight.runtime.events.names import Naming, OwnName
from bombsight.runtime.events.views import BaseView, View
from bombsight.runtime.pins import FieldPin, Pin
from bombsight.runtime.run.policies import Question
from bombsight.runtime.saves.lines import LINE_CLASSES
from bombsight.runtime.saves.records import Answer, End, Header, Record, Throw
from bombsight.service.boards.layout import Cell
from bombsight.service.boards.text_fitting import Laid
from bombsight.service.common.document import Document
from bombsight.service.links.linked_game import LinkedGame
from bombsight.service.lookup.phrases import Phrases
from bombsight.service.luck.measuring import LuckRecord
from bombsight.service.play.answer_odds import AnswerOdds, MeasureTold
from bombsight.service.present.commands import Beside
from bombsight.service.present.debriefing import Counted, Debriefing, EndedMission
from bombsight.service.present.decisions import Decision
from bombsight.service.present.glance import Fact
from bombsight.service.present.headings import Heading
from bombsight.service.present.sheet import SheetGroup
from bombsight.service.present.story import StoryLine
from bombsight.service.present.troubles import Trouble
from bombsight.service.present.view import WantedDice
from bombsight.service.present.why import ResultRange
from bombsight.service.report.report_data import Chapter
from bombsight.service.report.wording import Worded
from bombsight.service.saves.book import BookEntry
from bombsight.service.saves.careers import Career, CareerTable, Column
from bombsight.service.seats.messages import HostMessage, SeatMessage
from bombsight.service.seats.seat_file import StoredMessage
from bombsight.service.site.game_list import SiteGames
from bombsight.service.site.lookups import Cards, Things
from bombsight.service.site.settings import Settings
from bombsight.service.site.workshop.workshop_files import WorkshopFiles
from web.descriptors import Defaults, Rename, attribute_default, document_default, render_descriptors, same_name
from web.interfaces import Families, attributes_of, classes_in, reachable_classes, render_interface, render_union

GENERATED_NOTICE = "Made by `python -m web` from the Python classes; not to be edited."

DOCUMENTS: tuple[type, ...] = (Settings, Cards, Things, SiteGames, WorkshopFiles)

VIEWS: tuple[type, ...] = get_args(View)
"""The event views."""


NO_FAMILIES: Families = {}


def snake_case(name: str) -> str:
    """Convert a class name to snake case, as in Python and in files."""
    return name


def camel_case(name: str) -> str:
    """Convert an attribute name to camel case, for attributes that are in no file."""
    return re.sub(r"_(\w)", lambda found: found[1].upper(), name)


def no_tags(_kind: type) -> Sequence[str]:
    """Return no tag lines, for classes outside of unions."""
    return ()


def class_tag(kind: type) -> Sequence[str]:
    """Render the TypeScript line of a program class's tag member."""
    return [f'  readonly {CLASS_KEY}: "{kind.__name__}";']


def record_tag(kind: type) -> Sequence[str]:
    """Render the TypeScript line of a save record's tag member, which files leave out."""
    return [f'  readonly is: "{kind.__name__.lower()}";'] if kind in (Throw, Answer, End) else ()


def event_tag(kind: type) -> Sequence[str]:
    """Render the TypeScript line of an event view's tag member: its event name."""
    return [f'  readonly event: "{kind.event}";'] if issubclass(kind, BaseView) else ()


def document_tag(kind: type) -> Sequence[str]:
    """Render the TypeScript line of a document's tag member: its document name."""
    return [f'  readonly document: "{kind.document}";'] if issubclass(kind, Document) else ()


@frozen(kw_only=True)
class TypeScriptModule:
    """The description of a TypeScript module to be generated: its classes, imports and tags.

    Attributes:
        comment: Its description, a sentence.
        roots: Its classes; the classes of their attributes follow.
        families: Named unions of classes.
        tags: The tag lines of a class, before its attributes.
        rename: The name of an attribute in TypeScript.
        imports: Classes whose interfaces another module has, by its path.
        json: Whether there are attributes of arbitrary JSON.
        described: The classes with descriptors; the classes of their attributes follow.
        descriptors: The name of the constant that holds the descriptors.
        defaults: The default of an omitted attribute.
        to_root: The path from the module to ``web/src``.
        descriptor_names: The names of attributes in TypeScript, if files have others.
        tag: The key under which an object of a family says in JSON of which class it is.
        documents: The name of the constant that holds the classes and versions of documents, by their names.
    """

    comment: str
    roots: Sequence[type]
    families: Families = NO_FAMILIES
    tags: Callable[[type], Sequence[str]] = no_tags
    rename: Callable[[str], str] = snake_case
    imports: Families = NO_FAMILIES
    json: bool = False
    described: Sequence[type] = ()
    descriptors: str = ""
    defaults: Defaults = attribute_default
    to_root: str = "../"
    descriptor_names: Rename = same_name
    tag: str = ""
    documents: str = ""


PROGRAM_MODULE = TypeScriptModule(
    comment="The program in a game file.",
    roots=(Program,),
    families={"Type": get_args(Type), "Site": get_args(Site)},
    tags=class_tag,
    described=(Program,),
    descriptors="PROGRAM_CLASSES",
)

DOCUMENTS_MODULE = TypeScriptModule(
    comment="The documents of game files and sites.",
    roots=DOCUMENTS,
    tags=document_tag,
    described=DOCUMENTS,
    descriptors="DOCUMENT_CLASSES",
    defaults=document_default,
)

EVENTS_MODULE = TypeScriptModule(
    comment="The events of a journal, and the names that are shown in it.",
    roots=(*VIEWS, Naming),
    families={"View": VIEWS},
    tags=event_tag,
    rename=camel_case,
    imports={"../rules/program": (Dice, Origin, RowInfo)},
)

SAVES_MODULE = TypeScriptModule(
    comment="What a session is made of, and the lines of its save.",
    roots=(Header, *get_args(Record), End, *LINE_CLASSES),
    families={"Record": get_args(Record), "Line": LINE_CLASSES},
    tags=record_tag,
    imports={"../engine/classes": (Naming, OwnName)},
    json=True,
    described=(Header, *LINE_CLASSES),
    descriptors="SAVE_CLASSES",
)


BOARDS_MODULE = TypeScriptModule(
    comment="Boards as they stand, and as they are laid out.",
    roots=(BoardShown, Cell, Laid),
    rename=camel_case,
)

SHEET_MODULE = TypeScriptModule(
    comment="The state as a sheet, and what is wrong in it.",
    roots=(SheetGroup, Trouble),
    rename=camel_case,
)

STORY_MODULE = TypeScriptModule(
    comment="The story in lines, and what a person sees beside it.",
    roots=(StoryLine, Decision, Fact, Heading),
    rename=camel_case,
)

CAREERS_MODULE = TypeScriptModule(
    comment="The missions of careers beside one another.",
    roots=(Career, CareerTable, BookEntry),
    rename=camel_case,
)

DEBRIEFING_MODULE = TypeScriptModule(
    comment="What became of a mission.",
    roots=(Debriefing, EndedMission),
    rename=camel_case,
    imports={"../sheet/classes": reachable_classes((SheetGroup, Trouble))},
)

REPORT_MODULE = TypeScriptModule(
    comment="A report of a session, chapter by chapter.",
    roots=(Chapter, Worded),
    rename=camel_case,
    imports={
        "../boards/classes": reachable_classes((BoardShown,)),
        "../debriefing/classes": (Debriefing, Counted),
        "../records/classes": (CareerTable, Column),
        "../sheet/classes": reachable_classes((SheetGroup, Trouble)),
        "../story/classes": (StoryLine,),
    },
)

COMMANDS_MODULE = TypeScriptModule(
    comment="Commands of play that begin with their own word.",
    roots=get_args(Beside),
    families={"Beside": get_args(Beside)},
    tags=class_tag,
    rename=camel_case,
)

ODDS_MODULE = TypeScriptModule(
    comment="What answers lead to, estimated.",
    roots=(AnswerOdds, MeasureTold),
    rename=camel_case,
)

LUCK_MODULE = TypeScriptModule(
    comment="How the dice of a game fell, against their chances.",
    roots=(LuckRecord,),
    rename=camel_case,
)


LINKS_MODULE = TypeScriptModule(
    comment="A game as a link holds it.",
    roots=(LinkedGame,),
    imports={"../../engine/classes": (Naming, OwnName), "../../session/classes": (Pin, FieldPin)},
    described=(LinkedGame,),
    descriptors="LINK_CLASSES",
    to_root="../../",
)

SNAKE_CASE_CLASSES = {*reachable_classes((Dice, Origin, RowInfo, Pin, FieldPin))}
"""The classes of messages whose attributes are called in TypeScript as in files: files of the page hold them, too."""


def message_name(kind: type, name: str) -> str:
    """Convert the name of an attribute in a message to its name in TypeScript."""
    return name if kind in SNAKE_CASE_CLASSES else camel_case(name)


def message_default(kind: type, attribute: Any) -> Any:
    """The default of a message's attribute that earlier versions did not write; NOTHING for a required one."""
    return attrs.NOTHING if attrs.has(type(attribute.default)) else attribute_default(kind, attribute)


def message_tag(kind: type) -> Sequence[str]:
    """Render the TypeScript line of a message's tag member, its document name, or of an event's."""
    return [*document_tag(kind), *event_tag(kind)]


SEAT_MODULE = TypeScriptModule(
    comment="The messages between the host of a table and a seat, and what else stands in a seat's file.",
    roots=(*get_args(HostMessage), *get_args(SeatMessage), *get_args(StoredMessage)),
    families={
        "HostMessage": get_args(HostMessage),
        "SeatMessage": get_args(SeatMessage),
        "StoredMessage": get_args(StoredMessage),
        "Event": VIEWS,
    },
    tags=message_tag,
    rename=camel_case,
    imports={
        "../rules/program": reachable_classes((Dice, Origin, RowInfo)),
        "../session/classes": (Pin, FieldPin),
        "../engine/classes": [*{*reachable_classes((*VIEWS, Naming))} - {*reachable_classes((Dice, Origin, RowInfo))}],
        "../engine/question": (Question, Option),
        "../play/boards/classes": reachable_classes((BoardShown,)),
        "../play/sheet/classes": reachable_classes((SheetGroup, Trouble)),
        "../play/debriefing/classes": [
            *{*reachable_classes((Debriefing,))} - {*reachable_classes((SheetGroup, Trouble))}
        ],
        "../play/story/classes": (Fact,),
        "../play/story/phrases": (Phrases,),
        "../play/dice/throws": (WantedDice,),
        "../play/why/otherResults": (ResultRange,),
        "../play/odds/classes": reachable_classes((AnswerOdds, MeasureTold)),
    },
    described=(*get_args(HostMessage), *get_args(SeatMessage), *get_args(StoredMessage)),
    descriptors="MESSAGE_CLASSES",
    defaults=message_default,
    descriptor_names=message_name,
    tag="event",
    documents="MESSAGE_VERSIONS",
)


def render_module(module: TypeScriptModule) -> str:
    """Render the source of a module."""
    imported = {kind for kinds in module.imports.values() for kind in kinds}
    parts = [f"// {module.comment} {GENERATED_NOTICE}\n"]
    lines = [f'import type {{ Classes }} from "{module.to_root}codec";'] if module.described else []
    lines += ['import type { JsonObject } from "../json";'] if module.json else []
    needed = {found for kind in own_classes(module.roots, imported) for found in direct_classes(kind)}
    for path, kinds in module.imports.items():
        used = sorted(kind.__name__ for kind in kinds if kind in needed)
        lines += [f'import type {{ {", ".join(used)} }} from "{path}";'] if used else []
    parts += ["\n".join([*sorted(lines), ""])] if lines else []
    parts += [render_union(name, [each.__name__ for each in kinds]) for name, kinds in module.families.items()]
    for kind in own_classes(module.roots, imported):
        parts.append(render_interface(kind, module.tags(kind), module.families, module.rename))
    if module.described:
        kinds = reachable_classes(module.described)
        comment = "The descriptors of the classes that are read and written."
        families = {name: each for name, each in module.families.items() if set(each) <= set(kinds)}
        parts.append(
            render_descriptors(
                module.descriptors, comment, kinds, module.defaults, families, module.descriptor_names, module.tag
            )
        )
    if module.documents:
        parts.append(render_versions(module.documents, [kind for kind in module.roots if issubclass(kind, Document)]))
    return "\n".join(parts)


def render_versions(name: str, kinds: Sequence[type[Document]]) -> str:
    """Render a constant with the class and the version of each document, by the document's name."""
    lines = [f'  {kind.document}: ["{kind.__name__}", {kind.version}],' for kind in dict.fromkeys(kinds)]
    comment = "/** The class of each document, and its version, by the name of the document. */"
    return "\n".join([comment, f"export const {name} = {{", *lines, "} as const;", ""])


def direct_classes(kind: type) -> list[type]:
    """List the attrs classes that a class's attribute types mention."""
    return [found for each in attributes_of(kind) for found in classes_in(each.type)]


def own_classes(roots: Sequence[type], imported: set[type]) -> list[type]:
    """List the classes reachable from ``roots`` that a module must define, since it does not import them."""
    return [kind for kind in reachable_classes(roots) if kind not in imported]
