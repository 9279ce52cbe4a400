import pytest

from bombsight.dsl import ast
from bombsight.dsl.dice import Dice
from tests.dsl.reading import expression, name, number, type_of

A, B, C = name("a"), name("b"), name("c")

EXPRESSIONS = {
    "3": number(3),
    "-3": number(-3),
    "- 3": ast.Negate(number(3)),
    "-a": ast.Negate(A),
    '"fog"': ast.Text("fog"),
    "yes": ast.YesNo(True),
    "no": ast.YesNo(False),
    "none": ast.NoneValue(),
    "2d6": ast.Dice(Dice(2, 6)),
    "d66": ast.Dice(Dice(2, 6, "digits")),
    "natural": ast.Natural(),
    "a": A,
    "a.b": ast.Attribute(A, "b"),
    "a[b]": ast.Subscript(A, (B,)),
    "a[b, c].d": ast.Attribute(ast.Subscript(A, (B, C)), "d"),
    "f()": ast.Call("f", ()),
    "f(a, 1)": ast.Call("f", (A, number(1))),
    "Ship(kind: a, at: b)": ast.NewRecord("Ship", (ast.FieldValue("kind", A), ast.FieldValue("at", B))),
    "a + b - c": ast.Binary("-", ast.Binary("+", A, B), C),
    "a + b * c": ast.Binary("+", A, ast.Binary("*", B, C)),
    "(a + b) * c": ast.Binary("*", ast.Binary("+", A, B), C),
    "a / b": ast.Divide(A, B, None),
    "a / b rounded down": ast.Divide(A, B, "down"),
    "a / b rounded up": ast.Divide(A, B, "up"),
    "a -1": ast.Binary("-", A, number(1)),
    "a < b": ast.Compare("<", A, B),
    "a <= b": ast.Compare("<=", A, B),
    "a > b": ast.Compare(">", A, B),
    "a >= b": ast.Compare(">=", A, B),
    "a is b": ast.Is(A, B, False),
    "a is not b": ast.Is(A, B, True),
    "a is none": ast.Is(A, ast.NoneValue(), False),
    "a in 1..3": ast.Within(A, number(1), number(3)),
    "a in b..": ast.Within(A, B, None),
    "a in ..b": ast.Within(A, None, B),
    "a in b.. and c": ast.And((ast.Within(A, B, None), C)),
    "(a in b..)": ast.Within(A, B, None),
    "a in ..b or c": ast.Or((ast.Within(A, None, B), C)),
    "a in {b, c}": ast.Member(A, ast.SetLiteral((B, C))),
    "a in b": ast.Member(A, B),
    "not a": ast.Not(A),
    "not a is b": ast.Not(ast.Is(A, B, False)),
    "a and b and c": ast.And((A, B, C)),
    "a or b and c": ast.Or((A, ast.And((B, C)))),
    "a or else b": ast.OrElse(A, B),
    "a or  else b or else c": ast.OrElse(A, ast.OrElse(B, C)),
    "a or else 6 >= b": ast.Compare(">=", ast.OrElse(A, number(6)), B),
    "a is b or else c": ast.Is(A, ast.OrElse(B, C), False),
    "a or else b + c": ast.OrElse(A, ast.Binary("+", B, C)),
    "a + b or else c": ast.OrElse(ast.Binary("+", A, B), C),
    "a in 1..b or else 3": ast.Within(A, number(1), ast.OrElse(B, number(3))),
    "a or b or else c": ast.Or((A, ast.OrElse(B, C))),
    "a or else_b": ast.Or((A, name("else_b"))),
    "(a or b) and c": ast.And((ast.Or((A, B)), C)),
    "(1 when a, else 2)": ast.Conditional((ast.ConditionalCase(number(1), A),), number(2)),
    "(a when b or c, (b) when a, when_ when c)": ast.Conditional(
        (ast.ConditionalCase(A, ast.Or((B, C))), ast.ConditionalCase(B, A), ast.ConditionalCase(name("when_"), C)), None
    ),
    "max(a for a in b)": ast.Best("max", A, "a", B, None),
    "min(a + 1 for a in 1..6 where c) or else 3": ast.OrElse(
        ast.Best("min", ast.Binary("+", A, number(1)), "a", ast.Interval(number(1), number(6)), C), number(3)
    ),
    "max(min(a, b), max(a for a in b))": ast.Call("max", (ast.Call("min", (A, B)), ast.Best("max", A, "a", B, None))),
    "lowest a in b where c by a + 1": ast.Best("lowest", ast.Binary("+", A, number(1)), "a", B, C),
    "(highest a in b by c) is a": ast.Is(ast.Best("highest", C, "a", B, None), A, False),
    "highest a in lowest a in b by c by a": ast.Best("highest", A, "a", ast.Best("lowest", C, "a", B, None), None),
    "lowest + highest": ast.Binary("+", name("lowest"), name("highest")),
    "count(a in b)": ast.Quantifier("count", "a", B, None),
    "any(a in b where c)": ast.Quantifier("any", "a", B, C),
    "first(a in {b} where c)": ast.Quantifier("first", "a", ast.SetLiteral((B,)), C),
    "count(a in 1..6)": ast.Quantifier("count", "a", ast.Interval(number(1), number(6)), None),
    "any(a in 1..b where c)": ast.Quantifier("any", "a", ast.Interval(number(1), B), C),
    "count(a in results of M-1(a, 2) where b)": ast.Quantifier("count", "a", ast.ResultsOf("M-1", (A, number(2))), B),
    "any(a in results  of 7)": ast.Quantifier("any", "a", ast.ResultsOf("7", ()), None),
    "any(a in results)": ast.Quantifier("any", "a", name("results"), None),
    "results + of_old": ast.Binary("+", name("results"), name("of_old")),
    "option moon": ast.OptionValue("moon"),
    "look up M-1(a, 2)": ast.LookUp("M-1", (A, number(2))),
    "look up M-1().now": ast.LookUp("M-1", (), "now"),
    "modifiers on G-9": ast.ModifiersOn("G-9", ()),
    "modifiers on G-9(a) - 3": ast.Binary("-", ast.ModifiersOn("G-9", (A,)), number(3)),
    "roll on 7-10": ast.RollOn("7-10", ()),
    "roll on B2a(a)": ast.RollOn("B2a", (A,)),
}


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_expression(text):
    assert expression(text) == EXPRESSIONS[text]


TYPES = {
    "0..5": ast.RangeType(number(0), number(5)),
    "-1..a + 1 or none": ast.RangeType(number(-1), ast.Binary("+", A, number(1)), True),
    "yes/no": ast.YesNoType(),
    "Sky": ast.NamedType("Sky"),
    "text": ast.NamedType("text"),
    "text of Boat": ast.NamesType("text", "Boat"),
    "Sky or none": ast.NamedType("Sky", True),
    "list of Ship at most 8": ast.ListType("Ship", 8),
}


@pytest.mark.parametrize("text", TYPES)
def test_type(text):
    assert type_of(text) == TYPES[text]


@pytest.mark.parametrize(
    "word", ["total", "fullness", "printed_by", "before_noon", "d66_rolls", "d6", "or_none", "nonesuch", "notice"]
)
def test_a_name_may_begin_with_a_word_of_the_language(word):
    assert expression(word) == name(word)
    assert expression(f"{word} + {word}") == ast.Binary("+", name(word), name(word))


def test_or_none_is_not_read_into_a_longer_name():
    assert expression("a is b or none_left") == ast.Or((ast.Is(A, B, False), name("none_left")))
    assert type_of("Sky or  none") == ast.NamedType("Sky", True)


def test_a_line_may_be_broken_in_brackets():
    assert expression("(a\n  + b # why\n# more\n\n+ c)") == ast.Binary("+", ast.Binary("+", A, B), C)
