using System.Text.Json;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Buckets;
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

    // Every whole bucket of every signal; the number of those that hold samples.
    private int Compare(JsonElement history)
    {
        BucketTable expected = new();
        StreamBuckets buckets = FromJournal();
        BucketGrid grid = new(history.GetProperty("bucketNs").GetInt64());
        long whole = Math.Min(history.GetProperty("until").GetInt64(), buckets.Read().UntilNs);
        long first = grid.IndexOf(history.GetProperty("t0").GetInt64());
        expected.Reset(grid, first, (int)(grid.IndexOf(whole) - first), buckets.Plan.Signals.Length);
        buckets.AddTo(expected, expected.StartNs, expected.EndNs, [.. Enumerable.Range(0, expected.Columns)]);
        int compared = 0;
        // After the channels come the calculated ones, which the journal does not have.
        JsonElement[] channels = [.. history.GetProperty("channels").EnumerateArray().Take(expected.Columns)];
        channels
            .Select(channel => channel.GetProperty("name").GetString())
            .ShouldBe(buckets.Plan.Signals.Select(signal => signal.Name));
        for (int column = 0; column < channels.Length; column++)
        {
            for (int b = 0; b < expected.Buckets; b++)
            {
                Bucket bucket = expected[b, column];
                string place = $"{buckets.Plan.Signals[column].Name}, bucket {b}";
                channels[column].GetProperty("count")[b].GetInt64().ShouldBe(bucket.Count, place);
                if (bucket.Count == 0)
                    continue;
                (Number("min"), Number("max"), Number("first"), Number("last")).ShouldBe(
                    (bucket.Min, bucket.Max, bucket.First, bucket.Last), place);
                compared++;

                double Number(string name) => channels[column].GetProperty(name)[b].GetDouble();
            }
        }

        return compared;
    }

    private StreamBuckets FromJournal()
    {
        DiskFiles files = new(Path.Combine(_folder.File("connector"), "journal"));
        using RecordCursor cursor = new JournalFolder(files, new JournalOptions(), Guid.Empty).NewCursor();
        SerializerSet serializers = BuiltInSerializers.CreateRegistry().CreateSet();
        CDataBlock block = new(BlockLayout.Empty);
        PublisherCatalogue? catalogue = null;
        StreamBuckets? buckets = null;
        for (ScanStep step; (step = cursor.Next()) != ScanStep.End;)
        {
            if (step != ScanStep.Record)
                continue;
            if (cursor.Header.Kind == FrameKind.Catalogue)
                CatalogueCodec.Read(cursor.Payload, out catalogue).IsOk.ShouldBeTrue();
            if (cursor.Header.Kind != FrameKind.Data)
                continue;
            buckets ??= new StreamBuckets(new BucketPlan(catalogue!.Stream(cursor.Header.Stream)!, 60));
            serializers.Deserialize(cursor.Header.Content, cursor.Payload, block).IsOk.ShouldBeTrue();
            buckets.Add(block, cursor.Header.AcquiredNs);
        }

        return buckets.ShouldNotBeNull();
    }

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
