using FuncLibs.Hosting.CommandLine;
using FuncLibs.Hosting.Configuration;

namespace FuncLibs.Hosting.Tests.CommandLine;

public sealed class CommandLineParserTests
{
    private static readonly string[] Verbs = ["run", "check", "config"];

    private static ParsedCommandLine Parse(params string[] words) => CommandLineParser.Parse(words, Verbs);

    [Fact]
    public void Parse_Nothing_IsDefaultVerb() => Parse().Verb.ShouldBe("run");

    [Fact]
    public void Parse_VerbInOtherCase_IsFound() => Parse("CHECK").Verb.ShouldBe("check");

    [Fact]
    public void Parse_KeyAndValue_BothForms()
    {
        ParsedCommandLine line = Parse("run", "--A:B", "1", "--C=x=y", "--D=");
        line.Faults.ShouldBeEmpty();
        line.Values.ShouldBe([new("A:B", "1"), new("C", "x=y"), new("D", "")]);
    }

    [Fact]
    public void Parse_NegativeNumber_IsValue() => Parse("--A", "-5").Values.ShouldBe([new("A", "-5")]);

    [Fact]
    public void Parse_KeyBeforeKey_HasNoValue()
    {
        ParsedCommandLine line = Parse("--A", "--B", "2");
        line.Faults.Single().ToString().ShouldBe(
            "A (from command line): has no value; write --Section:Key value or --Section:Key=value");
        line.Values.ShouldBe([new("B", "2")]);
    }

    [Theory]
    [InlineData("stray")]
    [InlineData("-x")]
    [InlineData("--")]
    public void Parse_StrayWord_IsFault(string word) =>
        Parse("run", word).Faults.Single().What.ShouldBe("is a stray word");

    [Fact]
    public void Parse_UnknownVerb_SuggestsNearest() =>
        Parse("confg").Faults.Single().ToString().ShouldBe(
            "confg (from command line): is not a verb (did you mean config?); verbs are run, check, config");

    [Fact]
    public void Parse_HelpAnywhere_IsRequested() => Parse("check", "--A", "1", "--help").IsHelpRequested.ShouldBeTrue();
}
