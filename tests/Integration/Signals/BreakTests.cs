using System.Text.Json;
using FuncLibs.Blocks.Maps;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using FuncLibs.Messaging.Wire;
using Integration.Journal;
using Testing;
using Testing.Disks;
using Testing.Processes;
using Testing.Rigs;

namespace Integration.Signals;

/// <summary>A rig, a connector and a monitor as processes; the force of the rig really falls.</summary>
public sealed class BreakTests : IDisposable
{
    private const string Written = "the samples around a break are in ";
    private const long DiskBytes = 32L << 20;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);

    private readonly TemporaryFolder _folder = new();
    private readonly BreakingRig _rig = new();
    private readonly HostProcess _connector;

    public BreakTests() =>
        _connector = Hosts.StartConnector(_folder.File("connector"), "--Source:Endpoint", _rig.Endpoint);

    public void Dispose()
    {
        _connector.Dispose();
        _rig.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Force_Falls_IsReportedEverywhereWithItsSampleAndKeptAtFullRate()
    {
        using HostProcess monitor = StartMonitor("--Derived:Endpoint", Hosts.AnyPort);
        using ZeroMqTransport transport = new(new SocketLimits(), TimeProvider.System);
        using IFrameSubscriber events = transport.Subscribe(Endpoint.Parse(monitor.Endpoint("derived")));
        events.Subscribe([]);
        new MonitorView(monitor).WaitForMore(Hosts.Rate);
        BreakOf(monitor).GetProperty("state").GetString().ShouldBe("armed");
        _rig.Break();
        Eventually.True(
            () => TakeBreak(events) == _rig.BreakIndex, "subscribers of derived values are told of the sample", Limit);
        monitor.WaitForError("fell from 50.0");

        JsonElement broken = BreakOf(monitor);
        (broken.GetProperty("state").GetString(), broken.GetProperty("found").GetInt64(), broken.GetProperty("sampleIndex").GetInt64())
            .ShouldBe(("broken", 1, _rig.BreakIndex));
        JsonElement capture = Show(FileOf(monitor));
        double rate = capture.GetProperty("rateHz").GetDouble();
        long first = capture.GetProperty("firstIndex").GetInt64();
        (capture.GetProperty("breakIndex").GetInt64(), first, capture.GetProperty("points").GetInt64())
            .ShouldBe((_rig.BreakIndex, _rig.BreakIndex - (long)(0.2 * rate), (long)(0.3 * rate)));
        JsonElement force = capture
            .GetProperty("columns")
            .EnumerateArray()
            .Single(column => column.GetProperty("name").GetString() == "servo1.force");
        double[] values = [.. force.GetProperty("values").EnumerateArray().Select(value => value.GetDouble())];
        for (int i = 0; i < values.Length; i++)
            (values[i] == BreakingRig.Left).ShouldBe(first + i >= _rig.BreakIndex, $"sample {first + i}");
    }

    [LoopDiskFact]
    public void Captures_DiskFullAndThenFree_AreWrittenAndTheMonitorNeverStops()
    {
        using LoopDisk disk = LoopDisk.Make(_folder.Path, DiskBytes);
        string ballast = Path.Combine(disk.Path, "ballast");
        Fill(ballast);
        using HostProcess monitor = StartMonitor("--Captures:Folder", disk.Path);
        MonitorView view = new(monitor);
        view.WaitForMore(Hosts.Rate);
        _rig.Break();
        monitor.WaitForError("NOT WRITTEN");
        view.WaitForStatus("degraded");
        view.WaitForMore(Hosts.Rate);
        CapturesOf(monitor).GetProperty("waiting").GetInt64().ShouldBe(1);

        File.Delete(ballast);
        Eventually.True(
            () => CapturesOf(monitor).GetProperty("written").GetInt64() == 1, "what waited is written", Limit);
        view.WaitForStatus("ok");
        Show(FileOf(monitor)).GetProperty("breakIndex").GetInt64().ShouldBe(_rig.BreakIndex);
        Directory.GetFiles(disk.Path, "*.new").ShouldBeEmpty();
    }

    [Fact]
    public void Channel_MissingOnTheRig_IsReportedAndHealthIsDegraded()
    {
        using HostProcess monitor = StartMonitor("--Breaks:0:Channel", "servo1.forse");
        monitor.WaitForError("NOT WATCHED: stream main has no signal servo1.forse (did you mean servo1.force?)");
        new MonitorView(monitor).WaitForStatus("degraded");
        BreakOf(monitor).GetProperty("state").GetString().ShouldBe("unwatched");
    }

    private HostProcess StartMonitor(params IEnumerable<string> more) => Hosts.StartMonitor(
        _folder.File("monitor"),
        _connector,
        [
            "--Database:Provider", "none", "--Breaks:0:Name", "snap", "--Breaks:0:Channel", "servo1.force",
            "--Breaks:0:MinForce", "10",
            "--Breaks:0:BeforeMs", "200", "--Breaks:0:AfterMs", "100", .. more,
        ]);

    private static JsonElement BreakOf(HostProcess monitor) => monitor.Json("/health").GetProperty("breaks")[0];

    private static JsonElement CapturesOf(HostProcess monitor) => monitor.Json("/health").GetProperty("captures");

    private static string FileOf(HostProcess monitor)
    {
        monitor.WaitForError(Written);
        string line = monitor.Errors.Last(text => text.Contains(Written, StringComparison.Ordinal));
        int start = line.IndexOf(Written, StringComparison.Ordinal) + Written.Length;
        return line[start..line.IndexOf(": ", start, StringComparison.Ordinal)];
    }

    private static JsonElement Show(string file)
    {
        using HostProcess show = HostProcess.Start(Hosts.Monitor, "capture", "show", file, "--json");
        show.WaitForExit().ShouldBe(0, show.Everything);
        return JsonDocument.Parse(string.Concat(show.Output)).RootElement;
    }

    // The sample of an event of kind break; -1 when none came.
    private static long TakeBreak(IFrameSubscriber socket)
    {
        FrameBuffer buffer = new(FrameLimits.Default);
        while (socket.TryReceive(buffer) == ReceiveStatus.Frame)
        {
            FrameHeaderReader.Read(
                buffer.Header, buffer.Payload, FrameLimits.Default, out FrameHeader header).IsOk.ShouldBeTrue();
            if (header.Kind == FrameKind.Event && SampleOf(buffer.Payload) is { } sample)
                return sample;
        }

        return -1;
    }

    private static long? SampleOf(ReadOnlySpan<byte> payload)
    {
        MapReader map = new(payload);
        (long sample, bool isBreak) = (-1, false);
        map.Map("event", out int pairs).ShouldBeTrue();
        for (int i = 0; i < pairs; i++)
        {
            map.Key("event", out ReadOnlySpan<byte> key).ShouldBeTrue();
            if (key.SequenceEqual("sampleIndex"u8))
                map.Read("sampleIndex", out sample).ShouldBeTrue();
            else if (key.SequenceEqual("kind"u8))
                isBreak = map.Read("kind", out string kind) && kind == "break";
            else
                map.Skip("event").ShouldBeTrue();
        }

        return isBreak ? sample : null;
    }

    // Until nothing fits any more, what the file system keeps for root too.
    private static void Fill(string file)
    {
        byte[] part = new byte[4096];
        using FileStream ballast = new(file, FileMode.CreateNew, FileAccess.Write, FileShare.None, bufferSize: 0);
        Should.Throw<IOException>(() =>
        {
            while (true)
                ballast.Write(part);
        });
    }
}
