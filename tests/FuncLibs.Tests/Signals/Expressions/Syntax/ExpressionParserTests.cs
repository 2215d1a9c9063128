using FuncLibs.Signals.Expressions.Syntax;

namespace FuncLibs.Tests.Signals.Expressions.Syntax;

public class ExpressionParserTests
{
    [Theory]
    [InlineData("1 + 2 * 3", "1 + 2 * 3")]
    [InlineData("(1 + 2) * 3", "(1 + 2) * 3")]
    [InlineData("((1)) + ((2))", "1 + 2")]
    [InlineData("a - b - c", "a - b - c")]
    [InlineData("a - (b - c)", "a - (b - c)")]
    [InlineData("a ^ b ^ c", "a ^ b ^ c")]
    [InlineData("(a ^ b) ^ c", "(a ^ b) ^ c")]
    [InlineData("-x ^ 2", "-x ^ 2")]
    [InlineData("(-x) ^ 2", "(-x) ^ 2")]
    [InlineData("2 ^ -3", "2 ^ -3")]
    [InlineData("+x", "x")]
    [InlineData("not a and b or c", "not a and b or c")]
    [InlineData("not (a and b)", "not (a and b)")]
    [InlineData("a + (not b)", "a + (not b)")]
    [InlineData("a<b and c>=d", "a < b and c >= d")]
    [InlineData("(a < b) == (c < d)", "(a < b) == (c < d)")]
    [InlineData("20kN", "20 kN")]
    [InlineData("2.50 [kN/mm]", "2.5 [kN/mm]")]
    [InlineData("5%", "5 %")]
    [InlineData("1e3", "1000")]
    [InlineData(".5", "0.5")]
    [InlineData(
        "round( servo1.force ,digits=2,\n mode=half_even )", "round(servo1.force, digits = 2, mode = half_even)")]
    [InlineData("convert(x, \"kN\")", "convert(x, \"kN\")")]
    [InlineData("lookup(x,[0,0;10 V,-5],clamp)", "lookup(x, [0, 0; 10 V, -5], clamp)")]
    [InlineData("damage(x, sn(1e12, 3), mean = goodman(500))", "damage(x, sn(1000000000000, 3), mean = goodman(500))")]
    public void Parse_OfText_PrintsInItsUsualForm(string text, string printed)
    {
        ParseOutcome outcome = ExpressionParser.Parse(text);

        outcome.Fault.ShouldBeNull();
        outcome.Tree!.ToString().ShouldBe(printed);
    }

    [Theory]
    [InlineData("", "line 1, column 1: the text is empty; expected an expression, for example servo1.force")]
    [InlineData("1 +", "line 1, column 4: unexpected end of the text; expected a number, a name or a bracket")]
    [InlineData("1 2", "line 1, column 3: unexpected '2'; expected an operator or the end; write * for a product")]
    [InlineData(
        "a $ b",
        "line 1, column 3: the character '$' has no meaning here; expected a number, a name, an operator or a bracket")]
    [InlineData(
        "abs(x",
        "line 1, column 6: ')' is missing; expected an operator, ',' or the ')' for the bracket at line 1, column 1")]
    [InlineData("a < b < c", "line 1, column 7: comparisons do not chain; write a < b and b < c")]
    [InlineData(
        "a + not b",
        "line 1, column 5: 'not' follows an operator that binds tighter; put brackets round it: (not x)")]
    [InlineData("a +\n  * b", "line 2, column 3: unexpected '*'; expected a number, a name or a bracket")]
    [InlineData("\"kN", "line 1, column 1: a text that does not end; expected a closing \" on the same line")]
    [InlineData("1e999", "line 1, column 1: the number '1e999' is too large; at most 1.79e308")]
    [InlineData(
        "5 [kN", "line 1, column 3: a unit in brackets that is empty or does not end; expected for example 20 [kN/mm]")]
    public void Parse_OfBadText_ReportsWhereWhatAndWhatToDo(string text, string reason) =>
        ExpressionParser.Parse(text).Fault!.ToString().ShouldBe(reason);

    [Fact]
    public void Parse_OfTooLongText_IsRefused() =>
        ExpressionParser.Parse(new string('1', 100_000)).Fault!.ToString()
            .ShouldBe(
                "line 1, column 1: the text has 100000 characters; at most 65536 are allowed; split it into variables");

    [Theory]
    [InlineData("(")]
    [InlineData("-")]
    [InlineData("not ")]
    [InlineData("abs(")]
    [InlineData("[")]
    [InlineData("2 ^ ")]
    [InlineData("1 + ")]
    public void Parse_OfTenThousandLevels_IsRefused(string level)
    {
        string text = string.Concat(Enumerable.Repeat(level, 10_000)) + "1";

        ParseOutcome outcome = ExpressionParser.Parse(text);

        outcome.IsOk.ShouldBeFalse();
        outcome.Fault!.Advice.ShouldContain("split");
    }

    [Fact]
    public void Parse_OfTooManyNodes_IsRefused()
    {
        string text = "max(" + string.Join(',', Enumerable.Repeat("1", 20_000)) + ")";

        ExpressionParser.Parse(text).Fault!.What.ShouldBe("more than 8192 numbers, names and operators");
    }

    [Fact]
    public void Place_OfNodes_IsThatInTheText()
    {
        var call = ExpressionParser.Parse("1 +\n abs(x)").Tree.ShouldBeOfType<FuncLibs.Signals.Expressions.Syntax.BinaryNode>();

        call.Position.ShouldBe(new TextPosition(1, 3));
        call.Right.Position.ShouldBe(new TextPosition(2, 2));
    }
}
