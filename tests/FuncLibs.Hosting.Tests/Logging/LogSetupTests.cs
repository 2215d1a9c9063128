using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Logging;
using Serilog.Core;
using Testing;

namespace FuncLibs.Hosting.Tests.Logging;

public sealed class LogSetupTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    private Logger Create(params (string Key, string Text)[] settings) =>
        LogSetup.Create(
            "t", _folder.Path, [.. settings.Select(value => new EffectiveValue(value.Key, value.Text, "test"))]);

    [Fact]
    public void Create_NoSection_WritesDailyFileInStateFolder()
    {
        using (Logger logger = Create())
            logger.Information("hello");
        File
            .ReadAllText(Directory.GetFiles(_folder.File(LogSetup.FolderName), "t-*.log").Single())
            .ShouldContain("INF  hello");
    }

    [Fact]
    public void Create_RelativePathInSection_BeginsAtStateFolder()
    {
        using (Logger logger = Create(("Serilog:WriteTo:0:Name", "File"), ("Serilog:WriteTo:0:Args:path", "own.log")))
            logger.Information("hello");
        File.Exists(_folder.File("own.log")).ShouldBeTrue();
        Directory.Exists(_folder.File(LogSetup.FolderName)).ShouldBeFalse();
    }

    [Fact]
    public void Create_LevelInSection_BeatsCode()
    {
        using Logger logger = Create(("Serilog:MinimumLevel:Default", "Error"));
        logger.IsEnabled(Serilog.Events.LogEventLevel.Warning).ShouldBeFalse();
    }

    [Fact]
    public void Create_LevelUnknown_IsStartFailure() =>
        Should.Throw<StartupException>(
            () => Create(("Serilog:MinimumLevel:Default", "Loud"))).Message.ShouldStartWith("section Serilog: ");
}
