using System.Text;
using FuncLibs.Signals.Expressions.Syntax;

namespace FuncLibs.Tests.Signals.Expressions.Syntax;

/// <summary>Random texts: 50,000 in each run, 1,000,000 with TELEMETRY_TESTS_NIGHTLY=1.</summary>
public class RandomTextTests
{
    private const int Seed = 20261122;
    private static readonly int Inputs =
        Environment.GetEnvironmentVariable("TELEMETRY_TESTS_NIGHTLY") == "1" ? 1_000_000 : 50_000;

    private static readonly string[] Pieces =
    [
        "1", "2.5", "1e-3", ".", "x", "servo1.force", "abs", "(", "(", ")", ")", "[", "]", ",", ";", "+", "-", "*",
        "/", "^", "<", "<=",
            "==", "=", "!=",
        " and ", " or ", " not ", " kN", "%", "\"", "\"kN\"", "digits = ", "\n", " ", "é", "\ud83d", "\0", "°", "sn(",
        "[kN/mm]", "!", "#",
    ];

    [Fact]
    public void Parse_OfRandomText_GivesATreeThatPrintsAndParses_OrAFaultInTheText()
    {
        Random random = new(Seed);
        StringBuilder text = new();
        for (int i = 0; i < Inputs; i++)
        {
            text.Clear();
            for (int pieces = random.Next(1, 24); pieces > 0; pieces--)
                text.Append(
                    random.Next(20) == 0 ? (char)random.Next(char.MaxValue + 1) : Pieces[random.Next(Pieces.Length)]);
            Check(text.ToString());
        }
    }

    private static void Check(string text)
    {
        ParseOutcome outcome = ExpressionParser.Parse(text);
        (outcome.Tree is null).ShouldBe(outcome.Fault is not null, text);
        if (outcome.Tree is { } tree)
        {
            string printed = NodePrinter.Print(tree);
            ParseOutcome again = ExpressionParser.Parse(printed);
            again.Fault.ShouldBeNull(printed);
            NodeEquality.AreEqual(tree, again.Tree!).ShouldBeTrue(text);
        }
        else
        {
            int lines = text.Count(c => c == '\n') + 1;
            outcome.Fault!.Position.Line.ShouldBeInRange(1, lines, text);
            outcome.Fault.ToString().Contains('\n', StringComparison.Ordinal).ShouldBeFalse(text);
        }
    }
}
