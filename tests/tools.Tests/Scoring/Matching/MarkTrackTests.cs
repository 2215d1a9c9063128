using Tools.Scoring.Matching;

namespace Tools.Tests.Scoring.Matching;

public sealed class MarkTrackTests
{
    private const int Marks = 200;
    private const int Distance = 100;

    private readonly Coverage _coverage = new();
    private readonly MarkTrack _track;

    public MarkTrackTests()
    {
        _coverage.Add(0, Marks * Distance);
        _track = new MarkTrack(
            "peak", "servo1.force", new MarkTolerance(null, 2, 1, 100, 30), _coverage, SpoiledRanges.None);
    }

    [Fact]
    public void End_HitsMissesDoublesAndWrongValues_AreCounted()
    {
        for (int i = 1; i <= Marks; i++)
            _track.AddGroundTruth(new Mark(i * Distance, 50));
        for (int i = 1; i <= Marks; i++)
        {
            if (i % 50 == 10)
                continue;
            _track.AddFound(new Mark((i * Distance) + 7 + (i % 2), i % 50 == 20 ? 52 : 50.5));
            if (i % 50 == 30)
                _track.AddFound(new Mark((i * Distance) + 40, 50));
            _track.Step();
        }

        Score score = _track.End();

        // 4 are missed, 4 are double, 4 have a value that is 2 % of the range off.
        (score.Hits, score.Misses, score.Extras, score.Wrong, score.Edges).ShouldBe((192, 8, 8, 4, 0));
        (score.Recall, score.Precision, score.F1).ShouldBe((0.96, 0.96, 0.96));
        (score.OffsetSamples, score.WorstSamples, score.WorstPercent).ShouldBe((8, 1, 2));
    }

    [Fact]
    public void End_Shifted_FindsTheDelayAndNotAPeriodMore()
    {
        for (int i = 1; i <= Marks; i++)
        {
            _track.AddGroundTruth(new Mark(i * Distance, 50));
            _track.AddFound(new Mark((i * Distance) + 23, 50));
        }

        Score score = _track.End();

        (score.Hits, score.Misses, score.Extras, score.OffsetSamples, score.WorstSamples)
            .ShouldBe((Marks, 0, 0, 23, 0));
    }

    [Fact]
    public void End_NothingFound_AllButTheLastAreMissed()
    {
        for (int i = 1; i <= 10; i++)
            _track.AddGroundTruth(new Mark(i * Distance, 50));

        Score score = _track.End();

        (score.Hits, score.Misses, score.Edges, score.Recall).ShouldBe((0, 9, 1, 0.0));
        double.IsNaN(score.Precision).ShouldBeTrue();
    }

    [Fact]
    public void End_NoTruth_AllButTheOpenOneAreExtra()
    {
        for (int i = 1; i <= 10; i++)
            _track.AddFound(new Mark(i * Distance, 50));

        Score score = _track.End();

        (score.Extras, score.Edges, score.Precision).ShouldBe((9, 1, 0.0));
    }

    [Fact]
    public void End_MissedBesideALoss_IsNotJudged()
    {
        Coverage coverage = new();
        coverage.Add(0, 450).ShouldBeFalse();
        coverage.Add(550, 2000).ShouldBeTrue();
        MarkTrack track =
            new("peak", "servo1.force", new MarkTolerance(10, 2, 1, 100, 0), coverage, SpoiledRanges.None);
        foreach (int i in (int[])[1, 2, 3, 4, 5, 6, 7, 8, 9])
        {
            track.AddGroundTruth(new Mark(i * Distance, 50));
            if (i is not (5 or 8))
                track.AddFound(new Mark(i * Distance, 50));
        }

        Score score = track.End();

        (score.Hits, score.Misses, score.Edges).ShouldBe((7, 1, 1));
    }

    [Fact]
    public void Step_OneSideSilent_HoldsABoundedNumber()
    {
        const int Many = 100_000;
        for (int i = 1; i <= Many; i++)
        {
            _track.AddGroundTruth(new Mark(i, 50));
            _track.Step();
        }

        _track.End().Misses.ShouldBe(Many - 1);
    }
}
