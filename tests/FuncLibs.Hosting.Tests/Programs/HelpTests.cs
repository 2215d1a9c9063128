using FuncLibs.Hosting.Programs;

namespace FuncLibs.Hosting.Tests.Programs;

public sealed class HelpTests
{
    [Fact]
    public async Task Help_OfHost_NamesVerbsOptionsAndDefaults()
    {
        ProbeRun run = await ProbeRun.OfAsync("--help", "stray");
        run.ExitCode.ShouldBe(0);
        run.Output.ShouldContain("run         runs until it is stopped (default)");
        run.Output.ShouldContain("--Site lab  name of the site");
        run.Output.ShouldContain("--Source:X is short for --Sources:0:X");
        run.Output.ShouldNotContain("--Blocks");
    }

    [Fact]
    public async Task Help_OfVerb_NamesItsOptions() =>
        (await ProbeRun.OfAsync("dump", "--help")).Output.ShouldContain("--Blocks 3");

    [Fact]
    public async Task Help_OfVerb_IsItsOwnPage()
    {
        string page = (await ProbeRun.OfAsync("dump", "--help")).Output;

        page.ShouldStartWith("usage: probe dump [--Section:Key value]...");
        page.ShouldContain("prints numbers");
        page.ShouldNotContain("runs until it is stopped");
    }

    [Fact]
    public async Task Help_OfVerb_LeavesOutWhatTheVerbDoesNotRead()
    {
        string page = (await ProbeRun.OfAsync("dump", "--help")).Output;

        page.ShouldContain("--Loop:");
        page.ShouldNotContain("--Site");
    }

    [Theory]
    [InlineData("listening http http://127.0.0.1:5080", "http", "http://127.0.0.1:5080")]
    [InlineData("listening http", null, null)]
    [InlineData("12:00 listening http x", null, null)]
    public void Parse_Line_IsEndpointOrNull(string line, string? what, string? endpoint)
    {
        (string What, string Endpoint)? found = ListeningLines.Parse(line);
        (found?.What).ShouldBe(what);
        (found?.Endpoint).ShouldBe(endpoint);
    }
}
