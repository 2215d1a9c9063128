using System.Text.Json;
using FuncLibs.Runtime.Timing;
using Testing;
using Testing.Processes;

namespace Integration.Outages;

/// <summary>
/// A monitor that comes late has the plots of the time before: the connector looks it up in its journal.
/// </summary>
public sealed class LateMonitorTests : IDisposable
{
    private const ulong FiveSeconds = 5 * Hosts.Rate;
    private const long Second = 1_000_000_000;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly TemporaryFolder _folder = new();
    private readonly List<HostProcess> _running = [];

    public void Dispose()
    {
        _running.ForEach(process => process.Dispose());
        _folder.Dispose();
    }

    [Fact]
    public void Join_FiveSecondsLate_ShowsThemAsTheJournalHasThem()
    {
        HostProcess connector = Connector();
        WaitForBlocks(connector, FiveSeconds + 50);
        long started = TimeProvider.System.NowNs();
        HostProcess monitor = Monitor(connector);
        JsonElement history = WaitForHistory(monitor, started - (5 * Second));

        Compare(history).ShouldBeGreaterThan(1000);

        // The look back is outside the account: that begins with the first block the monitor heard.
        First(monitor).ShouldBeGreaterThan(FiveSeconds);
        MonitorAccount account = new MonitorView(monitor).Account;
        (account.Closes, account.DeclaredLost, account.Missing).ShouldBe((true, 0, 0));
    }

    [Fact]
    public void Join_AfterTheConnectorRestarted_ShowsWhatWasBefore()
    {
        HostProcess before = Connector();
        WaitForBlocks(before, 200);
        before.Signal(ProcessSignals.Kill);
        before.WaitForExit();
        long restarted = TimeProvider.System.NowNs();
        HostProcess after = Connector();
        WaitForBlocks(after, 50);
        JsonElement history = WaitForHistory(Monitor(after), restarted - Second);

        Compare(history).ShouldBeGreaterThan(300);
    }

    [Fact]
    public void History_BadQueries_AreRefusedWithAReason()
    {
        HostProcess connector = Connector();
        HostProcess monitor = Monitor(connector);
        new MonitorView(monitor).WaitForValues();
        Eventually.True(
            () => !monitor.Json("/history").TryGetProperty("error", out _), "the first block is in the look back");

        monitor
            .Json("/history?stream=nobody")
            .GetProperty("error")
            .GetString()
            .ShouldBe("there is no stream nobody; known: main");
        monitor.Json(
            "/history?channel=servo99.force").GetProperty("error").GetString()!.ShouldContain("matches 'servo99.force'");
        monitor
            .Json("/history?seconds=2678401")
            .GetProperty("error")
            .GetString()
            .ShouldBe("seconds is '2678401'; a whole number from 1 to 2678400 is allowed");
    }

    private int Compare(JsonElement history) => JournalHistory.Compare(
        history, JournalHistory.Read(Path.Combine(_folder.File("connector"), "journal"), seconds: 60));

    private static JsonElement WaitForHistory(HostProcess monitor, long beforeNs)
    {
        JsonElement history = default;
        Eventually.True(
            () =>
            {
                history = monitor.Json("/history");
                return history.TryGetProperty("t0", out JsonElement t0) && t0.GetInt64() < beforeNs
                    && HasCatalogueNames(history);
            },
            "the monitor shows what was before it joined",
            Limit);
        return history;
    }

    // Until the catalogue has come, signals go by their place in the block.
    private static bool HasCatalogueNames(JsonElement history) =>
        history
            .GetProperty("channels")
            .EnumerateArray()
            .Any(channel => channel.GetProperty("name").GetString() == "servo1.force");

    private static ulong First(HostProcess monitor)
    {
        new MonitorView(monitor).WaitForMore(1);
        JsonElement stream = new MonitorView(monitor).Stream;
        return stream.GetProperty("lastSequence").GetUInt64() - stream.GetProperty("published").GetUInt64() + 1;
    }

    private HostProcess Connector()
    {
        HostProcess connector = Hosts.StartSelfFed(_folder.File("connector"));
        _running.Add(connector);
        return connector;
    }

    private HostProcess Monitor(HostProcess connector)
    {
        HostProcess monitor = Hosts.StartMonitor(_folder.File("monitor"), connector);
        _running.Add(monitor);
        return monitor;
    }

    private static void WaitForBlocks(HostProcess connector, ulong last) => Eventually.True(
        () => connector
            .Json("/health")
            .GetProperty("streams")
            .EnumerateArray()
            .Any(stream => stream.GetProperty("last").GetUInt64() >= last),
        "blocks are published",
        Limit);
}
