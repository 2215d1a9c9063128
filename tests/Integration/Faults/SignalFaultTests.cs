using System.Text.Json;

namespace Integration.Faults;

/// <summary>Faults of signals and of what the rig says of itself: what connector and monitor say of each.</summary>
[Trait(Lanes.Name, Lanes.Timed)]
[Collection(FaultRuns.Name)]
public sealed class SignalFaultTests(FaultRuns runs)
{
    private List<Look> Looks => runs.Signals.Looks;

    private Look Last => Looks[^1];

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
        Looks.ShouldContain(look => StuckNow(look).SequenceEqual(new[] { "servo2.strain" }));
        Looks
            .SkipWhile(look => !StuckNow(look).Contains("servo2.strain"))
            .ShouldContain(look => StuckNow(look).Length == 0);
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
        Looks.First(look => look.Channels.Length > 0).Channels.ShouldNotContain("ad5");
        Last.QualityOf("ad5").ShouldNotBeNull();
    }

    [Fact]
    public void RemoveChannel_Monitor_ShowsItNoMore()
    {
        Looks.First(look => look.Channels.Length > 0).Channels.ShouldContain("servo2.force");
        Last.Channels.ShouldNotContain("servo2.force");
    }

    [Fact]
    public void Unit_Monitor_ShowsTheNewOne()
    {
        string[] units = [.. Looks.Select(look => Unit(look, "servo1.pressure")).OfType<string>().Distinct()];

        units.ShouldBe(["MPa", "bar"]);
    }

    [Fact]
    public void Unit_Monitor_ShowsValuesInTheNewOne()
    {
        double inMegapascal =
            Values("servo1.pressure", Looks.Where(look => Unit(look, "servo1.pressure") == "MPa")).Max();
        double inBar = Values("servo1.pressure", Looks.Where(look => Unit(look, "servo1.pressure") == "bar")).Max();

        (inBar / inMegapascal).ShouldBeInRange(8, 12);
    }

    // A piston that is held only creeps to the middle; running, it goes by 0.7 mm every second.
    [Fact]
    public void Interlock_Machine_StandsStill()
    {
        double[] afterTare = [.. HeldStrokes().SkipWhile(stroke => stroke > 0.1)];

        afterTare.Length.ShouldBeGreaterThan(5);
        (afterTare.Max() - afterTare.Min()).ShouldBeLessThan(0.3);
    }

    [Fact]
    public void Tare_WhileTheMachineStands_ShowsZero()
    {
        double[] held = HeldStrokes();

        held.Zip(held.Skip(1)).ShouldContain(pair => pair.First > 0.1 && Math.Abs(pair.Second) < 0.05);
    }

    [Fact]
    public void EStop_Pressure_IsGone() => Values("servo2.pressure", Looks).Min().ShouldBeLessThan(1);

    [Theory]
    [InlineData("interlock", "servo1", "warning", 14.25)]
    [InlineData("reset", "servo1", "info", 18.25)]
    [InlineData("estop", "servo2", "error", 14)]
    [InlineData("reset", "servo2", "info", 17)]
    [InlineData("tare", "servo1.stroke", "info", 15)]
    public void MachineFaults_Rig_TellsOfThemAtTheirSampleToBoth(
        string name, string channel, string severity, double atSeconds)
    {
        const double BaseRateHz = 2000;
        JsonElement connector = Told(Last.Source.GetProperty("events"), name, channel);
        JsonElement monitor = Told(Last.Monitor.GetProperty("rigEvents"), name, channel);

        foreach (JsonElement told in new[] { connector, monitor })
        {
            (told.GetProperty("stream").GetString(), told.GetProperty("severity").GetString()).ShouldBe(("main", severity));
            told.GetProperty("sampleIndex").GetInt64().ShouldBe((long)(atSeconds * BaseRateHz));
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
        Looks.ShouldAllBe(look => look.SamplesLost == 0 && look.Account.Closes && look.Account.DeclaredLost == 0);

    // Each quality of a channel once while it lasts.
    // From the first good value on: a snapshot of before the first block has none, which is invalid.
    private List<string> Qualities(string channel)
    {
        List<string> seen = [];
        IEnumerable<string?> qualities =
            Looks.Select(look => look.QualityOf(channel)).SkipWhile(quality => quality != "good");
        foreach (string? quality in qualities.Where(quality => quality is not (null or "stale")))
        {
            if (seen.Count == 0 || seen[^1] != quality)
                seen.Add(quality!);
        }

        return seen;
    }

    private static IEnumerable<double> Values(string channel, IEnumerable<Look> looks) =>
        looks.Select(look => look.Channel(channel)?.GetProperty("value"))
            .Where(value => value is { ValueKind: JsonValueKind.Number })
            .Select(value => value!.Value.GetDouble());

    private static string? Unit(Look look, string channel) => look.Channel(channel)?.GetProperty("unit").GetString();

    // What the monitor showed between the interlock and its reset, as the rig told of them.
    private double[] HeldStrokes() =>
    [
        .. Values(
            "servo1.stroke",
            Looks.SkipWhile(
                look => !Tells(look, "interlock", "servo1")).TakeWhile(look => !Tells(look, "reset", "servo1"))),
    ];

    private static bool Tells(Look look, string name, string channel) =>
        look.Monitor.TryGetProperty(
            "rigEvents", out JsonElement events) && events.GetProperty("last").EnumerateArray().Any(
            told => told.GetProperty("name").GetString() == name && told.GetProperty("channel").GetString() == channel);

    private static JsonElement Told(JsonElement events, string name, string channel) =>
        events.GetProperty("last").EnumerateArray()
            .Single(
                told => told.GetProperty("name").GetString() == name
                    && told.GetProperty("channel").GetString() == channel);

    private static string[] StuckNow(Look look) => look.Findings.ValueKind == default
        ? []
        : [.. look.Findings.GetProperty("stuckNow").EnumerateArray().Select(column => column.GetString()!)];
}
