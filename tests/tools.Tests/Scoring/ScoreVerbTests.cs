using FuncLibs.GroundTruth;

namespace Tools.Tests.Scoring;

public sealed class ScoreVerbTests : IDisposable
{
    private readonly ScoredRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Command_NothingToScore_IsRefused()
    {
        _rig.Write(writer => writer.Mode("servo1", "force", 0, 6));

        (await RefusalAsync()).ShouldBe("score: give --source JOURNAL, --monitor STATEFOLDER, or both\n");
        (await RefusalAsync(
            "--source", _rig.Folder, "--csv", "--json")).ShouldBe("score: --json and --csv cannot both be given\n");
        (await RefusalAsync("--source", _rig.Folder))
            .ShouldBe(
                $"score: {_rig.TruthFile} has a run line and nothing to score: no cycles, properties, excursions or "
                    + $"faults\n");
    }

    [Fact]
    public async Task GroundTruth_NotThereOrEmpty_IsRefused()
    {
        (await RefusalAsync("--source", _rig.Folder)).ShouldStartWith(
            $"score: the truth file {_rig.TruthFile} cannot be read (");
        await File.WriteAllTextAsync(_rig.TruthFile, "");
        (await RefusalAsync("--source", _rig.Folder))
            .ShouldBe($"score: {_rig.TruthFile} is empty; the simulator writes its first line when the run begins\n");
    }

    [Theory]
    [InlineData("hello\n", "line 1, column 1: this is no JSON (")]
    [InlineData(
        "{\"kind\":\"end\",\"blocks\":1,\"samples\":1}\n",
        "line 1 is no run line; the truth file of a run begins with {\"kind\":\"run\",...}")]
    public async Task GroundTruth_ThatIsNone_NamesTheLine(string text, string reason)
    {
        await File.WriteAllTextAsync(_rig.TruthFile, text);

        (await RefusalAsync("--source", _rig.Folder)).ShouldStartWith($"score: {_rig.TruthFile}: {reason}");
    }

    [Fact]
    public async Task GroundTruth_OfAnotherStreamRateSignalOrTime_IsRefused()
    {
        _rig.Record(0, 5000);
        RunLine run = ScoredRig.Run;

        (await RefusalWith(run with { Stream = "other" }))
            .ShouldBe("score: the journal has no stream 'other'; it has main; the truth is of stream 'other'\n");
        (await RefusalWith(run with { BaseRateHz = 30_000 }))
            .ShouldBe("score: the stream has 5000 base samples a second, the truth 30000; it is of another run\n");
        (await RefusalWith(run with { FirstDueUtcNs = ScoredRig.BeganNs - 3_600_000_000_000 })).ShouldBe(
            "score: the journal begins 3600 s off the time of the ground truth; it is of another run, or choose its "
                + "epoch with --epoch\n");
        (await RefusalWith(run, "torque"))
            .ShouldBe(
                "score: the truth has 'servo1.torque', and stream main has no such signal; it is of another run\n");
    }

    [Fact]
    public async Task GroundTruth_WithoutACommonRange_IsRefused()
    {
        _rig.Record(1_000_000, 1_005_000);

        (await RefusalWith(ScoredRig.Run)).ShouldBe(
            "score: the journal begins at base sample 1000000, and the truth ends at 400: they have nothing in "
                + "common\n");
    }

    [Fact]
    public async Task Source_NotThere_IsRefused()
    {
        _rig.Write(writer => writer.Break("servo1", 0, 1));

        (await RefusalAsync("--source", _rig.TruthFile + ".no")).ShouldStartWith("score: there is no folder ");
        (await RefusalAsync("--monitor", _rig.TruthFile + ".no")).ShouldStartWith("score: there is no ");
    }

    [Fact]
    public async Task Counter_ThatRestarts_IsScoredUpToThere()
    {
        _rig.Force = i => i % 100 < 50 ? 10 : -10;
        _rig.Record(0, 20_000);
        _rig.Record(0, 15_000);
        _rig.Write(writer => writer.Cycle("servo1", "force", 1, 400, 10, 200, -10, 250));

        (int code, _, string errors) = await _rig.ScoreAsync("--csv");

        code.ShouldBe(0, errors);
        errors.ShouldContain("score: the sample counter went back at sequence 401; scored up to there\n");
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1, "--min-recall", "0.9")]
    public async Task MinRecall_NothingOfTheTruthCouldBeJudged_IsNotMet(int expected, params string[] words)
    {
        _rig.Record(50, 20_000);
        _rig.Write(writer =>
        {
            writer.Cycle("servo1", "force", 1, 400, 10, 200, -10, 250);
            writer.Cycle("servo1", "force", 2, 800, 10, 600, -10, 650);
        });

        (int code, _, string errors) = await _rig.ScoreAsync(["--csv", "--band", "1", .. words]);

        code.ShouldBe(expected, errors);
        errors.Contains(
            "score: cycle servo1.force: all of it is at the edges (2), nothing is judged, and --min-recall is "
                + "not met", StringComparison.Ordinal)
            .ShouldBe(expected != 0);
    }

    private async Task<string> RefusalWith(RunLine run, string sensor = "force")
    {
        _rig.Write(writer => writer.Cycle("servo1", sensor, 1, 400, 1, 100, -1, 300), run);
        return await RefusalAsync("--source", _rig.Folder);
    }

    private async Task<string> RefusalAsync(params string[] words)
    {
        (int code, string output, string errors) = await _rig.CommandAsync(words);
        (code, output).ShouldBe((2, ""), errors);
        return errors;
    }
}
