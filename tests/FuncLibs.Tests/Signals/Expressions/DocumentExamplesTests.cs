using System.Globalization;
using System.Text.RegularExpressions;
using FuncLibs.Signals.Expressions.Compilation;
using FuncLibs.Signals.Expressions.Program;
using Testing;

namespace FuncLibs.Tests.Signals.Expressions;

/// <summary>The examples of docs/expressions.md, as they are there.</summary>
public partial class DocumentExamplesTests
{
    private const int Fewest = 40;
    private const double Relative = 1e-12;

    public static TheoryData<string, string, string> Examples()
    {
        TheoryData<string, string, string> examples = [];
        foreach (Match match in Row().Matches(File.ReadAllText(Repository.PathOf("docs", "expressions.md"))))
            examples.Add(match.Groups[1].Value, match.Groups[2].Value, match.Groups[3].Value);
        return examples;
    }

    [Fact]
    public void Functions_OfTheDocument_AreThoseOfTheCode()
    {
        string text = File.ReadAllText(Repository.PathOf("docs", "expressions.md"));
        string listed = text.Split("## Functions\n")[1].Split("```text\n")[1].Split("\n```")[0];

        listed.Split('\n').ShouldBe(SignalCompiler.Signatures);
    }

    [Fact]
    public void Examples_AreForty() => Examples().Count.ShouldBeGreaterThanOrEqualTo(Fewest);

    [Theory]
    [MemberData(nameof(Examples))]
    public void Example_Compiled_GivesTheValueInTheDocument(string text, string unit, string values)
    {
        Rig rig = Rig.OfTheDocs();
        SignalProgram program = rig.Compile($"v := {text}");
        program.Variables[0].Reason.ShouldBe("");
        program.Run(rig.At(0, 4));

        program.Variables[0].Unit.ShouldBe(unit == "-" ? "" : unit);
        double[] expected =
        [
            .. values.Split(',').Select(value => double.Parse(value.Trim(), CultureInfo.InvariantCulture)),
        ];
        double[] found =
            program.Variables[0].Kind == SignalKind.Column ? program.Values(0).ToArray() : [program.Value(0)];
        found.Length.ShouldBe(expected.Length);
        for (int i = 0; i < found.Length; i++)
            IsNear(found[i], expected[i]).ShouldBeTrue($"{text}: value {i + 1} is {found[i]}, not {expected[i]}");
    }

    private static bool IsNear(double found, double expected) => double.IsNaN(expected)
        ? double.IsNaN(found)
        : Math.Abs(found - expected) <= Relative * Math.Max(1, Math.Abs(expected));

    [GeneratedRegex(@"^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$", RegexOptions.Multiline)]
    private static partial Regex Row();
}
