using Testing;

namespace FuncLibs.Hosting.Tests.Configuration;

public sealed class BadConfigurationTests
{
    [Theory]
    [InlineData(
        "--Sitee", "x", "Sitee (from command line): is not a known key (did you mean Site?); --help lists the keys")]
    [InlineData("--Source:Typ", "link",
        "Source:Typ (from command line): is not a known key (did you mean Source:Type?); --help lists the keys")]
    [InlineData("--Sources:64:Type", "link",
        "Sources:64:Type (from command line): is not a known key (did you mean Sources:0:Type?); --help lists the "
            + "keys")]
    [InlineData("--Loop:Capacity", "many",
        "Loop:Capacity (from command line): 'many' is not allowed; a whole number, -2147483648 to 2147483647")]
    [InlineData("--Loop:Capacity", "0", "Loop:Capacity (from command line): '0' is not allowed; 1 to 1024")]
    [InlineData("--Source:BlocksPerSecond", "NaN",
        "Sources:0:BlocksPerSecond (from command line): 'NaN' is not allowed; a finite number, with a point as "
            + "decimal sign")]
    [InlineData(
        "--Source:BlocksPerSecond",
        "0.5",
        "Sources:0:BlocksPerSecond (from command line): '0.5' is not allowed; 1 to 1000")]
    [InlineData(
        "--Source:Type", "usb", "Sources:0:Type (from command line): 'usb' is not allowed; one of link, simulator")]
    [InlineData(
        "--Source:Channels",
        "a,B,c",
        "Sources:0:Channels (from command line): 'B' is not allowed; text that matches [a-z*]+")]
    [InlineData("--Loop:End", "3", "Loop:End (from command line): '3' is not allowed; one of whenStopped, throws, sticks")]
    [InlineData("--Run:Supervised", "yes", "Run:Supervised (from command line): 'yes' is not allowed; true or false")]
    [InlineData("--Site", "", "Site (from command line): is empty; a value must be given")]
    [InlineData("--Site", "All", "Site (from command line): 'All' is not allowed; 1 to 24 of a-z 0-9 _ -")]
    [InlineData("--Site", "all", "Site (from command line): 'all' is reserved; any other name")]
    [InlineData(
        "--Sources:2:Type", "link", "Sources:1 (from default): is missing; sections are numbered from 0 without gaps")]
    [InlineData("--Sources", "link", "Sources (from command line): is not a known key; --help lists the keys")]
    [InlineData("--Config", "/nowhere/x.json",
        "Config (from command line): /nowhere/x.json cannot be read: " +
        "Could not find a part of the path '/nowhere/x.json'; a JSON file that exists")]
    public async Task Check_OneFault_ReportsWhereWhatAndWhatIsAllowed(string key, string value, string line)
    {
        ProbeRun run = await ProbeRun.OfAsync("check", $"{key}={value}");
        run.Faults.ShouldBe([line]);
        run.ExitCode.ShouldBe(2);
    }

    [Fact]
    public async Task Check_SeveralFaults_AllInOneGo()
    {
        var variables =
            new Dictionary<string, string> { ["TELEMETRY_Bogus"] = "1", ["TELEMETRY_Loop__Capacity"] = "-1" };
        ProbeRun run = await ProbeRun.OfAsync(
            "/nowhere", variables, "check", "stray", "--Site", "ALL", "--Source:BlocksPerSecond", "x");
        run.ExitCode.ShouldBe(2);
        run.Output.ShouldBeEmpty();
        run.Faults.Select(line => line.Split(':', 2)[0] + "|" + line.Split(' ')[2].TrimEnd(')', ':')).ShouldBe(
            ["stray (from command line)|command", "Bogus (from environment)|environment", "Site (from command line)|command",
            "Sources|command", "Loop|environment"]);
    }

    [Fact]
    public async Task Check_DamagedSettingsFile_IsFault()
    {
        using var folder = new TemporaryFolder();
        await File.WriteAllTextAsync(folder.File("appsettings.json"), "{ \"Site\": ");
        ProbeRun run = await ProbeRun.OfAsync(folder.Path, [], "check");
        run.ExitCode.ShouldBe(2);
        run.Faults
            .Single()
            .ShouldStartWith($"Config (from appsettings.json): {folder.File("appsettings.json")} is not valid: ");
    }

    [Fact]
    public async Task Check_NothingGiven_IsOk()
    {
        ProbeRun run = await ProbeRun.OfAsync("check");
        run.ExitCode.ShouldBe(0);
        run.Output.ShouldBe("configuration ok" + Environment.NewLine);
    }

    [Fact]
    public async Task Check_OptionOfOtherVerb_IsUnknown() =>
        (await ProbeRun.OfAsync("check", "--Blocks", "3")).ExitCode.ShouldBe(2);

    [Fact]
    public async Task Dump_ItsOwnOption_IsBound() =>
        (await ProbeRun.OfAsync("dump", "--Blocks", "7")).Output.ShouldBe("7" + Environment.NewLine);
}
