using System.IO.Compression;
using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Upgrades;

/// <summary>
/// State folders that release 0.1.0 left: a connector that was killed twice (packed blocks, two epochs of 151), and a
/// monitor that was killed at block 104 of the second, with variables, limits, a unit and an open test run. Today's
/// programs continue from them.
/// </summary>
public sealed class Release010 : IDisposable
{
    /// <summary>Blocks of both epochs: the monitor had 255 of them, the journal has the last 47.</summary>
    public const long Blocks = 302;

    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess _connector;
    private readonly HostProcess _monitor;

    public Release010()
    {
        ZipFile.ExtractToDirectory(Path.Combine(AppContext.BaseDirectory, "Upgrades", "state-0.1.0.zip"), _folder.Path);
        using (HostProcess verify =
            HostProcess.Start(Hosts.Connector, "journal", "verify", "--State:Folder", Connector))
            (VerifyExit, VerifyText) = (verify.WaitForExit(), verify.Everything);

        // The rate of the recording: at another one, state begins again.
        _connector = Hosts.StartSelfFed(Connector, "--Source:BlocksPerSecond", "20");
        _monitor = Hosts.StartMonitor(Monitor, _connector, "--Client:Name", "golden");
        View = new MonitorView(_monitor);
        Eventually.True(() => View.Delivered > Blocks + 20, "the blocks of 0.1.0 and new ones are delivered");
        View.WaitForValues();
    }

    public string Connector => _folder.File("connector");

    public string Monitor => _folder.File("monitor");

    public int VerifyExit { get; }

    public string VerifyText { get; }

    public MonitorView View { get; }

    public JsonElement ConnectorHealth => _connector.Json("/health");

    public JsonElement Alarms => _monitor.Json("/alarms");

    public void Dispose()
    {
        _monitor.Dispose();
        _connector.Dispose();
        _folder.Dispose();
    }
}

public sealed class Release010Tests(Release010 release) : IClassFixture<Release010>
{
    // A kill took frame 151 of the first epoch out of the ring of 0.1.0, which was memory of the process.
    [Fact]
    public void Journal_OfTheRelease_LacksTheOneFrameThatItsKillTook()
    {
        release.VerifyExit.ShouldBe(1);
        release.VerifyText.ShouldContain("lost: epoch 1795382379181 stream 1 sequences 151 to 151");
        release.VerifyText.ShouldContain("306 records, 358440 bytes, 0 damaged, 0 torn, 1 ranges lost");
    }

    [Fact]
    public void Publisher_IsTheSame() =>
        release.ConnectorHealth.GetProperty("publisher").GetString().ShouldBe("99910cbb-6519-4f2a-b1c3-083b8246ae56");

    [Fact]
    public void BlocksThatTheMonitorHadNotComputed_AreReplayed() =>
        release.View.Stream.GetProperty("replayed").GetInt64().ShouldBeGreaterThanOrEqualTo(47);

    [Fact]
    public void Account_GoesOnAndNothingIsLost()
    {
        MonitorAccount account = release.View.Account;

        account.Closes.ShouldBeTrue();
        (account.DeclaredLost, account.Delivered).ShouldSatisfyAllConditions(
            both => both.DeclaredLost.ShouldBe(0), both => both.Delivered.ShouldBeGreaterThan(Release010.Blocks));
    }

    [Fact]
    public void Position_IsReadWithoutDamage() =>
        release.View.Health.GetProperty("position").GetProperty("fault").ValueKind.ShouldBe(JsonValueKind.Null);

    [Fact]
    public void StateOfAFormula_IsThatOfTheRelease() =>
        Variable("highest").ShouldBeGreaterThanOrEqualTo(65.23412466049194);

    [Fact]
    public void CycleCount_GoesOn() =>
        Eventually.True(
            () => Variable("cycles") >= 10, "what was delivered is computed, on top of what the release counted");

    [Fact]
    public void StateOverAnAlias_IsResetAndNamed_OtherStateIsKept()
    {
        Eventually.True(() => Lines("ofUnknownRun").Contains("main: cycles"), "the switch of variables is reported");
        Lines("begunAnew").ShouldContain("main: load_mean");
        Lines("begunAnew").ShouldNotContain("main: cycles");
        Lines("begunAnew").ShouldNotContain("main: highest");
    }

    [Fact]
    public void VariableOverAnAlias_Computes() => double.IsFinite(Variable("load_mean")).ShouldBeTrue();

    // It was active when the release was killed, and it latches: only a reset makes it normal.
    [Fact]
    public void Alarm_ThatWasActive_IsStillNotNormal() =>
        release.Alarms.EnumerateArray().SelectMany(stream => stream.GetProperty("alarms").EnumerateArray())
            .Single(alarm => alarm.GetProperty("variable").GetString() == "servo1.force")
            .GetProperty("state").GetString().ShouldNotBe("normal");

    [Theory]
    [InlineData("signals", "list", "highest")]
    [InlineData("limits", "list", "servo1.force")]
    [InlineData("aliases", "list", "load")]
    [InlineData("units", "list", "grip")]
    [InlineData("testrun", "show", "T-17")]
    public void Database_HasWhatTheReleaseStored(string verb, string action, string name)
    {
        using HostProcess list = HostProcess.Start(Hosts.Monitor, verb, action, "--State:Folder", release.Monitor);

        list.WaitForExit().ShouldBe(0);
        list.Everything.ShouldContain(name);
    }

    private string?[] Lines(string name) =>
        [.. release.View.Health.GetProperty("position").GetProperty(name).EnumerateArray().Select(line => line.GetString())];

    private double Variable(string name)
    {
        JsonElement value = release.View.Snapshot.GetProperty("variables").EnumerateArray()
            .Single(variable => variable.GetProperty("name").GetString() == name).GetProperty("value");
        return value.ValueKind == JsonValueKind.Number ? value.GetDouble() : double.NaN;
    }
}
