using FuncLibs.Hosting;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;
using FuncLibs.Runtime.Files;
using HardwareConnector.Formats;
using HardwareConnector.Hosting;
using Testing;

namespace HardwareConnector.Tests.Formats;

public sealed class FormatVerbTests : IDisposable
{
    private readonly TemporaryFolder _state = new();

    private FormatFiles Files => new(new DiskFiles(_state.Path));

    public void Dispose() => _state.Dispose();

    [Fact]
    public async Task Use_KnownFormat_WritesARequest()
    {
        (int code, string text) = await Run("use", "columns-packed");

        code.ShouldBe(ExitCodes.Ok, text);
        text.ShouldContain("requested columns-packed\n");
        Files.ReadRequest(out _)!.ShouldSatisfyAllConditions(
            request => request.Content.ShouldBe("columns-packed"), request => request.Canary.ShouldBeNull());
    }

    [Fact]
    public async Task Canary_WithOptions_WritesThemAndKeepsTheFormat()
    {
        await Run("use", "rows");

        (int code, string text) = await Run(
            "canary", "cbor", "--share", "50", "--blocks", "500", "--max-slowdown", "3", "--keep-format");

        code.ShouldBe(ExitCodes.Ok, text);
        FormatRequest request = Files.ReadRequest(out _)!;
        request.Content.ShouldBe("rows");
        request.Canary.ShouldBe(new CanaryPlan
        {
            Content = "cbor",
            SharePercent = 50,
            Blocks = 500,
            MaxSlowdown = 3,
            Promotes = false,
        });
    }

    [Fact]
    public async Task Reset_TakesTheRequestBack()
    {
        await Run("use", "json");

        (int code, string text) = await Run("reset");

        code.ShouldBe(ExitCodes.Ok, text);
        text.ShouldContain("requested columns (Publish:Content)\n");
        Files.ReadRequest(out string? fault).ShouldBeNull();
        fault.ShouldBeNull();
    }

    [Theory]
    [InlineData("there is no format 'morse'; use columns, ", "use", "morse")]
    [InlineData("a share of 101 %; use 1 to 100", "canary", "cbor", "--share", "101")]
    [InlineData("5 blocks; use 200 to 10000000", "canary", "cbor", "--blocks", "5")]
    public async Task Run_WhatNoConnectorCanDo_Exits2AndSaysWhatIsAllowed(string reason, params string[] words)
    {
        (int code, string text) = await Run(words);

        code.ShouldBe(ExitCodes.CannotStart);
        text.ShouldContain(reason);
        File.Exists(_state.File(FormatFiles.RequestName)).ShouldBeFalse();
    }

    [Fact]
    public async Task Use_FormatOfAPlugIn_IsKnownWithItsAssembly()
    {
        string plugIn = Path.Combine(AppContext.BaseDirectory, "TestFormats.dll");

        (int code, string text) = await Run("use", "good", "--Formats:PlugIns", plugIn);

        code.ShouldBe(ExitCodes.Ok, text);
    }

    [Fact]
    public async Task Use_PlugInThatIsNotThere_Exits2AndNamesIt()
    {
        (int code, string text) = await Run("use", "good", "--Formats:PlugIns", _state.File("none.dll"));

        code.ShouldBe(ExitCodes.CannotStart);
        text.ShouldContain($"there is no file {_state.File("none.dll")}");
    }

    private async Task<(int Code, string Text)> Run(params string[] words)
    {
        using StringWriter output = new() { NewLine = "\n" };
        ConfigurationInputs inputs = new(AppContext.BaseDirectory, new Dictionary<string, string>());
        int code = await HostProgram.RunAsync(
            ["format", .. words, "--State:Folder", _state.Path],
            ConnectorHost.Definition,
            inputs,
            new ProcessStreams(Stream.Null, output, output));
        return (code, output.ToString());
    }
}
