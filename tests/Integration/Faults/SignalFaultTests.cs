using System.Text.Json;

namespace Integration.Faults;

/// <summary>Faults of signals and of what the rig says of itself: what connector and monitor say of each.</summary>
[Trait(Lanes.Name, Lanes.Timed)]
[Collection(FaultRuns.Name)]
public sealed class SignalFaultTests(FaultRuns runs)
{
    private List<Reading> Readings => runs.Signals.Readings;

    private Reading Last => Readings[^1];

    [Fact]
    public void Nan_Monitor_ShowsInvalidAndThenGood() =>
        Qualities("servo1.force").ShouldBe(["good", "invalid", "good"]);

    [Fact]
    public void Inf_Monitor_ShowsSaturated() => Qualities("servo1.stroke").ShouldBe(["good", "saturated", "good"]);

    [Fact]
    public void NanAndInf_Connector_CountsTheBlocks() => Last.Found("nonFiniteBlocks").ShouldBe(300);

    [Fact]
    public void Stuck_Connector_NamesTheColumnWhileItLasts()
    {
        Readings.ShouldContain(read => StuckNow(read).SequenceEqual(new[] { "servo2.strain" }));
        Readings
            .SkipWhile(read => !StuckNow(read).Contains("servo2.strain"))
            .ShouldContain(read => StuckNow(read).Length == 0);
    }

    [Fact]
    public void Wrap_Counters_AreCounted() => Last.Found("countsBack").ShouldBeGreaterThanOrEqualTo(2);

    [Fact]
    public void Drift_BeyondTheRange_IsShownSaturated() => Qualities("ad1")[^1].ShouldBe("saturated");

    [Fact]
    public void ClockDrift_IsMeasured() => Last.Findings.GetProperty("clockPpm").GetDouble().ShouldBeInRange(50, 400);

    [Fact]
    public void AddChannel_Monitor_ShowsIt()
    {
        Readings.First(read => read.Channels.Length > 0).Channels.ShouldNotContain("ad5");
        Last.QualityOf("ad5").ShouldNotBeNull();
    }

    [Fact]
    public void RemoveChannel_Monitor_ShowsItNoMore()
    {
        Readings.First(read => read.Channels.Length > 0).Channels.ShouldContain("servo2.force");
        Last.Channels.ShouldNotContain("servo2.force");
    }

    [Fact]
    public void Unit_Monitor_ShowsTheNewOne()
    {
        string[] units = [.. Readings.Select(read => Unit(read, "servo1.pressure")).OfType<string>().Distinct()];

        units.ShouldBe(["MPa", "bar"]);
    }

    [Fact]
    public void Unit_Monitor_ShowsValuesInTheNewOne()
    {
        double inMegapascal =
            Values("servo1.pressure", Readings.Where(read => Unit(read, "servo1.pressure") == "MPa")).Max();
        double inBar = Values("servo1.pressure", Readings.Where(read => Unit(read, "servo1.pressure") == "bar")).Max();

        (inBar / inMegapascal).ShouldBeInRange(8, 12);
    }

    // A piston that is held only creeps to the middle; running, it goes by 0.7 mm every second.
    [Fact]
    public void Interlock_Machine_IsHeld()
    {
        double[] afterTare = [.. HeldStrokes().SkipWhile(stroke => stroke > 0.1)];

        afterTare.Length.ShouldBeGreaterThan(5);
        (afterTare.Max() - afterTare.Min()).ShouldBeLessThan(0.3);
    }

    [Fact]
    public void Tare_WhileTheMachineIsHeld_ShowsZero()
    {
        double[] held = HeldStrokes();

        held.Zip(held.Skip(1)).ShouldContain(pair => pair.First > 0.1 && Math.Abs(pair.Second) < 0.05);
    }

    [Fact]
    public void EStop_Pressure_IsGone() => Values("servo2.pressure", Readings).Min().ShouldBeLessThan(1);

    [Theory]
    [InlineData("interlock", "servo1", "warning", 14.25)]
    [InlineData("reset", "servo1", "info", 18.25)]
    [InlineData("estop", "servo2", "error", 14)]
    [InlineData("reset", "servo2", "info", 17)]
    [InlineData("tare", "servo1.stroke", "info", 15)]
    public void MachineFaults_Rig_ReportsThemAtTheirSampleToBoth(
        string name, string channel, string severity, double atSeconds)
    {
        const double BaseRateHz = 2000;
        JsonElement connector = EventOf(Last.Source.GetProperty("events"), name, channel);
        JsonElement monitor = EventOf(Last.Monitor.GetProperty("rigEvents"), name, channel);

        foreach (JsonElement found in new[] { connector, monitor })
        {
            (found.GetProperty("stream").GetString(), found.GetProperty("severity").GetString())
                .ShouldBe(("main", severity));
            found.GetProperty("sampleIndex").GetInt64().ShouldBe((long)(atSeconds * BaseRateHz));
        }

        string line = $"rig of stream main: {name} {channel} at sample {atSeconds * BaseRateHz}:";
        runs.Signals.WaitForLines(line);
    }

    [Fact]
    public void MachineFaults_Events_AreAllThereAndNoneIsMissed()
    {
        Last.Source.GetProperty("events").GetProperty("taken").GetInt64().ShouldBe(5);
        JsonElement monitor = Last.Monitor.GetProperty("rigEvents");
        (monitor.GetProperty("count").GetInt64(), monitor.GetProperty("missed").GetInt64()).ShouldBe((5, 0));
    }

    [Fact]
    public void NewHellos_Connector_CountsThem() => Last.Found("described").ShouldBe(3);

    [Fact]
    public void SignalFaults_LoseNothing() =>
        Readings.ShouldAllBe(read => read.SamplesLost == 0 && read.Account.Closes && read.Account.DeclaredLost == 0);

    // Each quality of a channel once while it lasts.
    // From the first good value on: a snapshot of before the first block has none, which is invalid.
    private List<string> Qualities(string channel)
    {
        List<string> seen = [];
        IEnumerable<string?> qualities =
            Readings.Select(read => read.QualityOf(channel)).SkipWhile(quality => quality != "good");
        foreach (string? quality in qualities.Where(quality => quality is not (null or "stale")))
        {
            if (seen.Count == 0 || seen[^1] != quality)
                seen.Add(quality!);
        }

        return seen;
    }

    private static IEnumerable<double> Values(string channel, IEnumerable<Reading> readings) =>
        readings.Select(read => read.Channel(channel)?.GetProperty("value"))
            .Where(value => value is { ValueKind: JsonValueKind.Number })
            .Select(value => value!.Value.GetDouble());

    private static string? Unit(Reading read, string channel) => read.Channel(channel)?.GetProperty("unit").GetString();

    // What the monitor showed between the interlock and its reset, as the rig reported them.
    private double[] HeldStrokes() =>
    [
        .. Values(
            "servo1.stroke",
            Readings.SkipWhile(
                read => !HasEvent(read, "interlock", "servo1")).TakeWhile(read => !HasEvent(read, "reset", "servo1"))),
    ];

    private static bool HasEvent(Reading read, string name, string channel) =>
        read.Monitor.TryGetProperty(
            "rigEvents", out JsonElement events) && events.GetProperty("last").EnumerateArray().Any(
            found => found.GetProperty("name").GetString() == name
                && found.GetProperty("channel").GetString() == channel);

    private static JsonElement EventOf(JsonElement events, string name, string channel) =>
        events.GetProperty("last").EnumerateArray()
            .Single(
                found => found.GetProperty("name").GetString() == name
                    && found.GetProperty("channel").GetString() == channel);

    private static string[] StuckNow(Reading read) => read.Findings.ValueKind == default
        ? []
        : [.. read.Findings.GetProperty("stuckNow").EnumerateArray().Select(column => column.GetString()!)];
}
