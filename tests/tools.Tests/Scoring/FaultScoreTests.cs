using FuncLibs.GroundTruth;

namespace Tools.Tests.Scoring;

/// <summary>
/// What nobody can find because of a fault, or because it was not recorded, is not held against the monitor.
/// </summary>
public sealed class FaultScoreTests : IDisposable
{
    private const int Period = 500;
    private const int Samples = 100_000;
    private const double Amplitude = 50;

    private readonly ScoredRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Theory]
    [InlineData("stuck", null)]
    [InlineData("nan", "force")]
    public async Task Turns_WhereAFaultSpoiledTheSensor_AreNotJudged(string fault, string? sensor)
    {
        _rig.Force = i => i is >= 20_000 and < 30_000 ? 17 : Sine(i);
        _rig.Record(0, Samples);
        Write(writer =>
        {
            Cycles(writer);
            writer.Fault(fault, 20_000, 30_000, "servo1", sensor, "");
        });

        string[] peak = (await _rig.LinesAsync())["peak servo1.force"];

        (Count(peak, "misses"), Count(peak, "extras"), Count(peak, "wrong")).ShouldBe((0, 0, 0));
        Count(peak, "edges").ShouldBeInRange(19, 24);
        Count(peak, "hits").ShouldBeInRange(175, 180);
    }

    [Fact]
    public async Task Turns_WhereAFaultSpoiledAnotherSensor_AreJudged()
    {
        _rig.Force = i => i is >= 20_000 and < 30_000 ? 17 : Sine(i);
        _rig.Record(0, Samples);
        Write(writer =>
        {
            Cycles(writer);
            writer.Fault("stuck", 20_000, 30_000, "servo1", "strain", "");
        });

        Count((await _rig.LinesAsync())["peak servo1.force"], "misses").ShouldBeInRange(18, 20);
    }

    [Fact]
    public async Task Turns_BehindATare_AreNotJudged()
    {
        _rig.Force = i => Sine(i) - (i < 50_000 ? 0 : 12);
        _rig.Record(0, Samples);
        Write(writer =>
        {
            Cycles(writer);
            writer.Fault("tare", 50_000, 50_000, "servo1", "force", "");
        });

        string[] peak = (await _rig.LinesAsync())["peak servo1.force"];

        (Count(peak, "misses"), Count(peak, "wrong")).ShouldBe((0, 0));
        Count(peak, "hits").ShouldBeInRange(98, 100);
    }

    [Fact]
    public async Task Turns_WithinTheBandOfTheTruth_AreNone()
    {
        // A ripple of 2 kN on a wave of 50 kN: the truth counts from 5 kN on.
        _rig.Force = i => Sine(i) + (2 * Math.Sin(2 * Math.PI * i / 50));
        _rig.Record(0, Samples);
        Write(writer =>
        {
            writer.Mode("servo1", "force", 0, 5);
            Cycles(writer);
        });

        string[] cycle = (await _rig.LinesAsync("--tolerance-percent", "2"))["cycle servo1.force"];
        string[] narrow = (await _rig.LinesAsync("--tolerance-percent", "2", "--band", "0.1"))["cycle servo1.force"];

        (Count(cycle, "misses"), Count(cycle, "extras")).ShouldBe((0, 0));
        Count(narrow, "extras").ShouldBeGreaterThan(300);
    }

    [Theory]
    [InlineData(25_000, 20_000)]
    [InlineData(85_000, 20_000)]
    public async Task Offline_UntilTheConnectorIsBack_IsNoFaultOfItsFor10Seconds(int end, int lostFrom)
    {
        _rig.Force = Sine;
        _rig.Record(0, Samples, (lostFrom, end));
        Write(writer =>
        {
            Cycles(writer);
            writer.Fault("offline", 20_000, 22_000, null, null, "");
        });

        string[] samples = (await _rig.LinesAsync())["gapSamples"];

        int late = end - 22_000;
        int allowed = 10 * ScoredRig.RateHz;
        (Count(samples, "hits"), Count(samples, "misses"), Count(samples, "edges"), Count(samples, "extras"))
            .ShouldBe((2000, 0, Math.Min(late, allowed), Math.Max(0, late - allowed)));
    }

    [Fact]
    public async Task Properties_WithoutAYieldStrength_NeedTheElasticRange()
    {
        Pull(from: 0);
        Write(writer =>
        {
            writer.Property("servo1", "E", 200, "GPa", 100);
            writer.Excursion("servo1", "force", ExcursionLimit.Upper, 30, 75_000, Samples);
        });

        (int code, _, string errors) = await _rig.ScoreAsync("--s0", "100");
        errors.ShouldContain(
            "the properties of servo1 are not scored: the truth has no yield strength to take the elastic range from; "
                + "give --elastic-from and --elastic-to in MPa");
        code.ShouldBe(0, errors);
        Count(
            (await _rig.LinesAsync("--s0", "100", "--elastic-from", "50", "--elastic-to", "150"))["E servo1"],
            "hits").ShouldBe(1);
    }

    [Fact]
    public async Task Properties_BeforeTheRecordBegins_AreNotJudged()
    {
        Pull(from: 60_000);
        Write(writer =>
        {
            writer.Property("servo1", "E", 200, "GPa", 100);
            writer.Property("servo1", "Rp0.2", 350, "MPa", 70_000);
            writer.Property("servo1", "Rm", 400, "MPa", Samples - 50);
        });

        Dictionary<string, string[]> lines = await _rig.LinesAsync("--s0", "100");

        foreach (string name in (string[])["E servo1", "Rp0.2 servo1"])
            (Count(lines[name], "misses"), Count(lines[name], "extras"), Count(lines[name], "edges")).ShouldBe((0, 0, 1), name);
        Count(lines["Rm servo1"], "hits").ShouldBe(1);
    }

    private void Write(Action<GroundTruthWriter> lines) => _rig.Write(writer =>
    {
        lines(writer);
        writer.Progress(Samples / ScoredRig.Points, Samples);
    });

    // Elastic with 200 GPa up to 400 MPa at the last sample.
    private void Pull(int from)
    {
        _rig.Force = i => 40.0 * (i + 1) / Samples;
        _rig.Strain = i => 0.2 * (i + 1) / Samples;
        _rig.Record(from, Samples);
    }

    private static double Sine(long i) => Amplitude * Math.Sin(2 * Math.PI * i / Period);

    private static void Cycles(GroundTruthWriter writer)
    {
        for (long cycle = 0; cycle < Samples / Period; cycle++)
        {
            long peak = (cycle * Period) + (Period / 4);
            long valley = peak + (Period / 2);
            writer.Cycle("servo1", "force", cycle + 1, valley + 20, Amplitude, peak, -Amplitude, valley);
        }
    }

    private static long Count(string[] line, string column) => SourceScoreTests.Count(line, column);
}
