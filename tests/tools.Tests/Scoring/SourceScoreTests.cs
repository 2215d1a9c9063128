using FuncLibs.GroundTruth;

namespace Tools.Tests.Scoring;

public sealed class SourceScoreTests : IDisposable
{
    private const int Period = 500;
    private const int DelayEstimate = 6;
    private const int Samples = 100_000;

    private readonly ScoredRig _rig = new();
    private readonly Random _random = new(3);

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Cycles_DelayedAndNoisy_AreAllFound()
    {
        RecordSine();
        _rig.Write(writer => Cycles(writer, Samples));

        Dictionary<string, string[]> lines = await _rig.LinesAsync();

        foreach (string kind in (string[])["cycle", "peak", "valley"])
        {
            string[] line = lines[$"{kind} servo1.force"];
            Count(line, "extras").ShouldBe(0);
            Count(line, "misses").ShouldBe(0);
            Count(line, "hits").ShouldBeGreaterThanOrEqualTo((Samples / Period) - 2);
            Math.Abs(Number(line, "offsetSamples") - DelayEstimate).ShouldBeLessThanOrEqualTo(2);
            Number(line, "worstPercent").ShouldBeLessThan(0.2);
        }
    }

    [Fact]
    public async Task Cycles_TruthThatTheSignalHasNot_AreMissesAndExtras()
    {
        RecordSine();
        _rig.Write(writer => Cycles(writer, Samples, cycle => cycle switch
        {
            // The truth says another peak at 10, has none at 20, and two at 30.
            10 => [60],
            20 => [],
            30 => [50, 50],
            _ => [50],
        }));

        string[] line = (await _rig.LinesAsync())["peak servo1.force"];

        (Count(line, "wrong"), Count(line, "misses"), Count(line, "extras")).ShouldBe((1, 2, 2));
    }

    [Fact]
    public async Task Gaps_OfTheTruth_AreFoundAndCyclesInThemAreNotJudged()
    {
        _rig.Force = Sine;
        _rig.Record(0, Samples, (20_000, 25_000), (60_000, 60_500), (80_000, 80_050));
        _rig.Write(writer =>
        {
            Cycles(writer, Samples);
            writer.Fault("gap", 20_000, 25_000, null, null, "");
            writer.Fault("stall", 60_000, 70_000, null, null, "");
            writer.Fault("gap", 90_000, 91_000, null, null, "of blocks that came all the same");
        });

        Dictionary<string, string[]> lines = await _rig.LinesAsync();

        string[] gap = lines["gap"];
        (Count(gap, "hits"), Count(gap, "misses"), Count(gap, "extras"), Count(gap, "edges")).ShouldBe((1, 1, 1, 1));
        string[] samples = lines["gapSamples"];
        (Count(samples, "hits"), Count(samples, "misses"), Count(samples, "extras"), Count(samples, "edges"))
            .ShouldBe((5000, 1000, 50, 500));
        string[] peak = lines["peak servo1.force"];
        (Count(peak, "misses"), Count(peak, "extras")).ShouldBe((0, 0));
        Count(peak, "edges").ShouldBeGreaterThanOrEqualTo(10);
    }

    [Fact]
    public async Task Excursions_OfTheTruth_AreFoundByTheLimitEngine()
    {
        RecordSine();

        // The sine is above 40 for arccos(0.8) of the period on either side of its peak, each time.
        long half = (long)(Math.Acos(0.8) / (2 * Math.PI) * Period);
        _rig.Write(writer =>
        {
            for (int cycle = 0; cycle < Samples / Period; cycle++)
            {
                long peak = (cycle * Period) + (Period / 4);
                writer.Excursion("servo1", "force", ExcursionLimit.Upper, 40, peak - half, peak + half);
            }

            writer.Excursion("servo1", "force", ExcursionLimit.Lower, -60, 30_000, 30_100);
            writer.Progress(Samples / ScoredRig.Points, Samples);
        });

        Dictionary<string, string[]> lines = await _rig.LinesAsync();

        string[] upper = lines["excursion servo1.force upper 40"];
        (Count(upper, "hits"), Count(upper, "misses"), Count(upper, "extras")).ShouldBe((Samples / Period, 0, 0));
        string[] lower = lines["excursion servo1.force lower -60"];
        (Count(lower, "hits"), Count(lower, "misses"), Count(lower, "extras")).ShouldBe((0, 1, 0));
    }

    [Fact]
    public async Task Properties_OfATensileTest_AreRecovered()
    {
        // E 200 GPa, yield at 400 MPa, then a straight line of 2 GPa up to 10 % of strain, and the break. S0 100 mm2.
        const double PerSample = 10.0 / 50_000;
        _rig.Strain = i => i * PerSample;
        _rig.Force = i => StressAt(i * PerSample / 100) * 100 / 1000;
        _rig.Record(0, 60_000);
        double rm = StressAt(0.1);
        double rp = (200_000 * (0.002 + ((400 * 198 / 200) / 198_000.0))) - (200_000 * 0.002);
        _rig.Write(writer =>
        {
            writer.Property("servo1", "E", 200_000, "MPa", 1);
            writer.Property("servo1", "Rp0.2", 404.04, "MPa", 2);
            writer.Property("servo1", "Rm", rm, "MPa", 50_000);
            writer.Property("servo1", "Ag", 20, "%", 50_000);
            writer.Property("servo1", "Nf", 7, "", 50_000);
            writer.Break("servo1", 50_000, rm / 10);
        });

        (_, _, string errors) = await _rig.ScoreAsync("--s0", "100");
        Dictionary<string, string[]> lines = await _rig.LinesAsync("--s0", "100");

        rp.ShouldBe(400);
        errors.ShouldContain("score: servo1: Nf is not scored, no function of a monitor gives it\n");
        foreach (string name in (string[])["E", "Rp0.2", "Rm", "break"])
            Count(lines[$"{name} servo1"], "hits").ShouldBe(1, string.Join(',', lines[$"{name} servo1"]));
        (Count(lines["Ag servo1"], "hits"), Count(lines["Ag servo1"], "wrong")).ShouldBe((0, 1));
    }

    [Fact]
    public async Task Thresholds_NotMet_ExitWithOne()
    {
        RecordSine();
        _rig.Write(writer => Cycles(writer, Samples, cycle => cycle == 20 ? [] : [50]));

        (await _rig.ScoreAsync("--min-recall", "1", "--min-precision", "0.99")).Code.ShouldBe(0);
        (await _rig.ScoreAsync("--min-precision", "1")).Code.ShouldBe(1);
    }

    [Fact]
    public async Task GroundTruth_StillWritten_IsScoredUpToItsLastWholeLine()
    {
        RecordSine();
        _rig.Write(writer => Cycles(writer, Samples));
        string[] whole = await File.ReadAllLinesAsync(_rig.TruthFile);
        await File.WriteAllTextAsync(_rig.TruthFile, string.Join('\n', whole[..101]) + "\n" + whole[101][..30]);

        (int code, string output, string errors) = await _rig.ScoreAsync("--csv");

        code.ShouldBe(0, errors);
        errors.ShouldContain("score: the last line of truth.jsonl is not whole: the run is not over, or was killed\n");
        string[] line = output.Split('\n').First(text => text.StartsWith("peak", StringComparison.Ordinal)).Split(',');
        (Count(line, "hits"), Count(line, "misses"), Count(line, "extras")).ShouldBe((100, 0, 0));
    }

    [Fact]
    public async Task Json_Result_HasTheLines()
    {
        RecordSine();
        _rig.Write(writer => Cycles(writer, Samples));

        (_, string output, _) = await _rig.ScoreAsync("--json");

        using var json = System.Text.Json.JsonDocument.Parse(output);
        json.RootElement.GetProperty("preset").GetString().ShouldBe("test");
        json.RootElement.GetProperty("scores").EnumerateArray().Select(score => score.GetProperty("kind").GetString())
            .ShouldBe(["cycle", "peak", "valley"]);
    }

    private static double StressAt(double strain) => strain switch
    {
        > 0.1 => 0,
        > 0.002 => 400 + (2000 * (strain - 0.002)),
        _ => 200_000 * strain,
    };

    internal static int Count(string[] line, string name) => (int)Number(line, name);

    private static double Number(string[] line, string name) => double.Parse(line[Array.IndexOf(Head, name)]);

    private static readonly string[] Head =
    [
        "kind", "name", "hits", "extras", "misses", "wrong", "edges", "precision", "recall", "f1",
        "offsetSamples", "worstSamples", "rmsSamples", "worstPercent", "rmsPercent",
    ];

    private void RecordSine()
    {
        _rig.Force = Sine;
        _rig.Record(0, Samples);
    }

    // 50 kN, delayed by the measuring chain, with noise of 0.02 kN.
    private double Sine(long i) =>
        (50 * Math.Sin(2 * Math.PI * (i - DelayEstimate) / Period)) + (0.02 * ((2 * _random.NextDouble()) - 1));

    // The cycles of the sine, from a valley over the peak to the next valley; peaks of each as told.
    private static void Cycles(GroundTruthWriter writer, long samples, Func<int, double[]>? peaks = null)
    {
        for (int cycle = 0; (cycle + 1) * Period <= samples; cycle++)
        {
            long begin = cycle * Period;
            foreach (double peak in peaks?.Invoke(cycle) ?? [50])
            {
                writer.Cycle(
                    "servo1",
                    "force",
                    cycle + 1,
                    begin + (3 * Period / 4),
                    peak,
                    begin + (Period / 4),
                    -50,
                    begin + (3 * Period / 4));
            }
        }

        writer.Progress(samples / ScoredRig.Points, samples);
    }
}
