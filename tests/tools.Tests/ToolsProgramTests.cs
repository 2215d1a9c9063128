using FuncLibs.Hosting;

namespace Tools.Tests;

public sealed class ToolsProgramTests
{
    [Fact]
    public async Task Run_UnknownVerb_NamesTheVerbsAndExits2()
    {
        (int code, string output, string errors) = await ToolsCommand.RunAsync("run");

        (code, output, errors.Trim()).ShouldBe(
            (ExitCodes.CannotStart, "", "tools: 'run' is not a verb; verbs are load, plot, score"));
    }

    [Theory]
    [InlineData(ExitCodes.Ok, "--help")]
    [InlineData(ExitCodes.CannotStart)]
    public async Task Run_NoVerb_ListsTheVerbs(int expected, params string[] args)
    {
        (int code, string output, _) = await ToolsCommand.RunAsync(args);

        code.ShouldBe(expected);
        new[] { "load", "plot", "score" }.ShouldAllBe(
            verb => output.Contains($"\n  {verb} ", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("load", "--Rigs 1")]
    [InlineData("plot", "--Channel 1")]
    [InlineData("score", "--MaxDelayMs 50")]
    public async Task Run_HelpOfAVerb_ListsItsOptions(string verb, string option)
    {
        (int code, string output, _) = await ToolsCommand.RunAsync(verb, "--help");

        (code, output.Contains(option, StringComparison.Ordinal)).ShouldBe((ExitCodes.Ok, true), output);
    }
}
