using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Recordings;

/// <summary>A running rig that is recorded in groups of channels, by three modes in one configuration.</summary>
public sealed class GroupedRecordingTests : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Record_AllReducedAndTriggered_IsWholeAndClosesTheAccountOfEach()
    {
        using HostProcess connector = Hosts.StartSelfFed(_folder.File("connector"), "--Journal:RingMiB", "8");
        using (HostProcess monitor = Hosts.StartMonitor(_folder.File("monitor"), connector, Groups))
        {
            Eventually.True(() => new MonitorView(monitor).Account.Delivered > 0, "blocks are delivered", Limit);
            Verb("testrun", "start", "groups");
            Eventually.True(() => Recording(monitor) is { } one && one.GetProperty("frames").GetInt64() > 200
                && one.GetProperty("triggers").GetInt64() > 0, "the groups are recorded", Limit);
            Pyramid(monitor).ShouldBeGreaterThan(0);
            Verb("testrun", "stop");
            Eventually.True(() => Recording(monitor) is null, "the recording is closed", Limit);
            monitor.Signal(ProcessSignals.Terminate);
            monitor.WaitForExit().ShouldBe(0, monitor.Everything);
        }

        JsonElement verified = JsonDocument.Parse(Verb("recording", "verify", "--json")).RootElement;
        verified.GetProperty("damaged").GetInt32().ShouldBe(0);
        verified.GetProperty("gaps").GetInt64().ShouldBe(0);
        verified.GetProperty("problems").GetArrayLength().ShouldBe(0);
        verified.GetProperty("streams").EnumerateArray().Select(one => one.GetProperty("journal").GetString())
            .ShouldBe(["journal", "journal-2", "journal-3"], ignoreOrder: true);
    }

    private static string[] Groups =>
    [
        "--Recorder:ReservedMegabytes", "0",
        "--Recorder:Groups:0:Name", "slow", "--Recorder:Groups:0:Channels", "servo1", "--Recorder:Groups:0:Mode",
        "Reduced", "--Recorder:Groups:0:Rate", "10",
        "--Recorder:Groups:1:Name", "trig", "--Recorder:Groups:1:Channels", "ad*", "--Recorder:Groups:1:Mode",
        "Triggered", "--Recorder:Triggers:0:Name", "up", "--Recorder:Triggers:0:Kind", "Edge",
        "--Recorder:Triggers:0:Signal", "servo1.force", "--Recorder:Triggers:0:Level", "0",
        "--Recorder:Triggers:0:PreMs", "50", "--Recorder:Triggers:0:PostMs", "50",
    ];

    private static JsonElement? Recording(HostProcess monitor) =>
        monitor.Json("/health").TryGetProperty("recording", out JsonElement recording)
        && recording.GetProperty("run").ValueKind == JsonValueKind.String ? recording : null;

    // The buckets of a recording that goes on, of a channel whose frames are reduced.
    private static long Pyramid(HostProcess monitor)
    {
        long samples = 0;
        Eventually.True(
            () => (samples = monitor.Json("/api/recordings/lab/rig1/groups/history?signals=servo1.force&buckets=10")
                .TryGetProperty("channels", out JsonElement channels)
                ? channels[0].GetProperty("count").EnumerateArray().Sum(count => count.GetInt64()) : 0) > 0,
            "the pyramid has the reduced channel",
            Limit);
        return samples;
    }

    private string Verb(params string[] words)
    {
        using HostProcess verb =
            HostProcess.Start(Hosts.Monitor, [.. words, "--State:Folder", _folder.File("monitor")]);
        verb.WaitForExit().ShouldBe(0, verb.Everything);
        return verb.Output.Last();
    }
}
