namespace Integration.Faults;

/// <summary>
/// Two systems beside each other, one whose blocks and link suffer and one whose signals do; every fault comes after
/// the connector had time to find the simulator. The small preset: 2000 base samples and 100 blocks of 20 a second.
/// </summary>
[CollectionDefinition(Name)]
public sealed class FaultRuns : IDisposable, ICollectionFixture<FaultRuns>
{
    public const string Name = "fault runs";

    private const string OfStream = """
        [
          { "fault": "gap", "atSeconds": 8, "blocks": 3 },
          { "fault": "duplicate", "atSeconds": 8.2, "blocks": 2 },
          { "fault": "reordered", "atSeconds": 8.4, "by": 2 },
          { "fault": "stale", "atSeconds": 8.6, "age": 5 },
          { "fault": "varlength", "atSeconds": 8.8, "percent": 50 },
          { "fault": "varlength", "atSeconds": 9, "percent": 0 },
          { "fault": "overflow", "atSeconds": 9.2, "code": 7, "blocks": 2 },
          { "fault": "clockstep", "atSeconds": 9.5, "bySeconds": 0.25, "forSeconds": 0.5 },
          { "fault": "stall", "atSeconds": 10.5, "forSeconds": 2 },
          { "fault": "offline", "atSeconds": 13.5, "forSeconds": 2 },
          { "fault": "restart", "atSeconds": 19 }
        ]
        """;

    private const string OfSignals = """
        [
          { "fault": "nan", "atSeconds": 8, "channel": "servo1", "sensor": "force", "forSeconds": 3 },
          { "fault": "inf", "atSeconds": 8, "channel": "servo1", "sensor": "stroke", "forSeconds": 3 },
          { "fault": "stuck", "atSeconds": 8, "channel": "servo2", "sensor": "strain", "forSeconds": 4 },
          { "fault": "wrap24", "atSeconds": 8, "channel": "servo1", "below": 1, "forSeconds": 6 },
          { "fault": "wrap32", "atSeconds": 8, "channel": "servo2", "below": 1, "forSeconds": 5 },
          { "fault": "drift", "atSeconds": 8, "channel": "ad1", "perSecond": 10 },
          { "fault": "clockdrift", "atSeconds": 8, "ppm": 400 },
          { "fault": "addchannel", "atSeconds": 9, "channel": "ad5" },
          { "fault": "unit", "atSeconds": 10, "channel": "servo1", "sensor": "pressure", "unit": "bar", "factor": 10 },
          { "fault": "interlock", "atSeconds": 14.25, "channel": "servo1", "forSeconds": 4 },
          { "fault": "tare", "atSeconds": 15, "channel": "servo1", "sensor": "stroke" },
          { "fault": "estop", "atSeconds": 14, "channel": "servo2", "forSeconds": 3 },
          { "fault": "removechannel", "atSeconds": 18.5, "channel": "servo2" }
        ]
        """;

    public FaultRuns()
    {
        try
        {
            Parallel.Invoke(PlayStream, PlaySignals);
        }
        catch (AggregateException)
        {
            Dispose();
            throw;
        }
    }

    internal FaultedSystem Stream { get; } = new(OfStream);

    internal FaultedSystem Signals { get; } = new(OfSignals);

    public void Dispose()
    {
        Stream.Dispose();
        Signals.Dispose();
    }

    private void PlayStream()
    {
        Stream.StartSimulator();
        Stream.ReadUntil(read => read.Found("clockSteps") == 2, "the clock is stepped and stepped back");
        Stream.ReadUntil(read => read.Status == "stale" && read.Found("clockSteps") == 2, "the stall");
        Stream.ReadUntil(read => read.Source.GetProperty("connections").GetInt64() == 2, "back from offline");
        Stream.ReadUntil(read => read.Found("countedAnew") == 1, "the restart");
        long before = Stream.Readings.Last(read => read.Found("countedAnew") == 0).SamplesLost;
        Stream.ReadUntil(
            read => read.SamplesLost > before && read.SamplesLostAtTheMonitor == read.SamplesLost
                && read.Status == "ok",
            "the monitor heard of all that was lost");
        Stream.ReadOnce();
    }

    private void PlaySignals()
    {
        Signals.StartSimulator();
        Signals.ReadUntil(
            read => read.Findings.ValueKind != default && read.Findings.GetProperty("stuckNow").GetArrayLength() > 0,
            "a stuck column");
        Signals.ReadUntil(read => read.Channels.Contains("ad5"), "the new channel");
        Signals.ReadUntil(
            read => read.Channel("servo1.pressure")?.GetProperty("unit").GetString() == "bar", "the new unit");
        Signals.ReadUntil(
            read => read.Channels.Contains("ad5") && !read.Channels.Contains("servo2.force"), "the channel that left");
        Signals.ReadUntil(read => read.RigEvents == 5, "all that the rig told of");
        Signals.ReadOnce();
    }
}
