using Testing;

namespace FuncLibs.Hosting.Tests.Configuration;

public sealed class LayerPrecedenceTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly Dictionary<string, string> _variables = [];

    public void Dispose() => _folder.Dispose();

    private Task<ProbeRun> ConfigAsync(params string[] args) =>
        ProbeRun.OfAsync(_folder.Path, _variables, ["config", .. args]);

    private void Settings(string json, string name = "appsettings.json") => File.WriteAllText(_folder.File(name), json);

    [Fact]
    public async Task Config_NoLayer_IsDefault() =>
        (await ConfigAsync()).Line("Sources:0:BlocksPerSecond").ShouldBe("Sources:0:BlocksPerSecond = 300  # default");

    [Fact]
    public async Task Config_SettingsFile_BeatsDefault()
    {
        Settings("""{ "site": "from-file" }""");
        (await ConfigAsync()).Line("Site").ShouldBe("Site = from-file  # appsettings.json");
    }

    [Fact]
    public async Task Config_ConfigFile_BeatsSettingsFile()
    {
        Settings("""{ "Site": "low", "Cap": 7 }""");
        Settings("""{ "Site": "high" }""", "more.json");
        ProbeRun run = await ConfigAsync("--Config", _folder.File("more.json"));
        run.Line("Site").ShouldBe($"Site = high  # {_folder.File("more.json")}");
        run.Line("Loop:Capacity").ShouldBe("Loop:Capacity = 7  # appsettings.json");
    }

    [Fact]
    public async Task Config_Environment_BeatsFiles()
    {
        Settings("""{ "Site": "low" }""");
        _variables["TELEMETRY_SITE"] = "high";
        (await ConfigAsync()).Line("Site").ShouldBe("Site = high  # environment");
    }

    [Fact]
    public async Task Config_CommandLine_BeatsEnvironment()
    {
        _variables["TELEMETRY_Loop__Capacity"] = "5";
        (await ConfigAsync("--loop:capacity", "6")).Line("Loop:Capacity").ShouldBe("Loop:Capacity = 6  # command line");
    }

    [Fact]
    public async Task Config_AliasBelow_IsBeatenByLongFormAbove()
    {
        _variables["TELEMETRY_Source__Type"] = "simulator";
        (await ConfigAsync()).Line("Sources:0:Type").ShouldBe("Sources:0:Type = simulator  # environment");
        (await ConfigAsync("--Sources:0:Type", "link"))
            .Line("Sources:0:Type")
            .ShouldBe("Sources:0:Type = link  # command line");
    }

    [Fact]
    public async Task Config_AliasAbove_BeatsLongFormBelow()
    {
        Settings("""{ "Sources": [ { "Type": "link" }, { "BlocksPerSecond": 5 } ] }""");
        ProbeRun run = await ConfigAsync("--Source:Type", "simulator");
        run.Line("Sources:0:Type").ShouldBe("Sources:0:Type = simulator  # command line");
        run.Line("Sources:1:BlocksPerSecond").ShouldBe("Sources:1:BlocksPerSecond = 5  # appsettings.json");
    }

    [Fact]
    public async Task Config_ListAbove_ReplacesWholeListBelow()
    {
        Settings("""{ "Source": { "Channels": [ "c", "b", "a", "d", "e", "f", "g", "h", "i", "j", "k" ] } }""");
        (await ConfigAsync())
            .Line("Sources:0:Channels")
            .ShouldBe("Sources:0:Channels = c,b,a,d,e,f,g,h,i,j,k  # appsettings.json");
        (await ConfigAsync("--Source:Channels", "x, y"))
            .Line("Sources:0:Channels")
            .ShouldBe("Sources:0:Channels = x,y  # command line");
    }

    [Fact]
    public async Task Config_SerilogSection_IsPassedThrough() =>
        (await ConfigAsync("--Serilog:Anything:At:All", "1")).Line("Serilog:Anything:At:All").ShouldBe(
            "Serilog:Anything:At:All = 1  # command line");

    [Fact]
    public async Task Config_ForeignVariable_IsIgnored()
    {
        _variables["PATH"] = "x";
        (await ConfigAsync()).ExitCode.ShouldBe(0);
    }
}
