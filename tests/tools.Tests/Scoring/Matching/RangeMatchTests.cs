using FsCheck;
using FsCheck.Fluent;
using Tools.Scoring.Matching;

namespace Tools.Tests.Scoring.Matching;

public sealed class RangeMatchTests
{
    [Theory]
    [InlineData("10-20 40-50", "10-20 40-50", 2, 0, 0)]
    [InlineData("10-20 40-50", "15-45", 1, 0, 1)]
    [InlineData("10-20 20-30", "10-30", 1, 0, 0)]
    [InlineData("10-20", "", 0, 0, 1)]
    [InlineData("", "10-20", 0, 1, 0)]
    [InlineData("10-20", "30-40", 0, 1, 1)]
    [InlineData("10-20", "21-30", 1, 0, 0)]
    [InlineData("40-50 10-20", "12-18 42-60", 2, 0, 0)]
    [InlineData("10-10", "", 0, 0, 0)]
    public void Score_HandMade_CountsAsItShould(string groundTruth, string found, long hits, long extras, long misses)
    {
        Score score =
            RangeMatch.Score(
                new Score("gap", ""), Ranges(groundTruth), [], Ranges(found), toleranceSamples: 2, _ => true);

        (score.Hits, score.Extras, score.Misses).ShouldBe((hits, extras, misses));
    }

    [Fact]
    public void Score_WhatIsExplained_IsNeitherExtraNorMissing()
    {
        Score score = RangeMatch.Score(new Score("gap", ""), [], Ranges("10-20 50-60"), Ranges("12-14"), 0, _ => true);

        (score.Hits, score.Extras, score.Misses, score.Edges).ShouldBe((0, 0, 0, 1));
    }

    [Fact]
    public void OfSamples_PartlyFound_CountsSamples()
    {
        Score score = RangeMatch.OfSamples(
            new Score("gapSamples", ""), Ranges("0-100 200-300"), Ranges("400-500"), Ranges("50-250 450-600"));

        (score.Hits, score.Misses, score.Edges, score.Extras).ShouldBe((100, 100, 50, 200));
    }

    [Fact]
    public void Score_SmallSets_HasAsManyPairsAsCanBe()
    {
        Gen<IndexRange> range =
            Gen.Choose(0, 60).Two().Select(ends => new IndexRange(ends.Item1, ends.Item1 + (ends.Item2 / 6)));
        Gen<IndexRange[]> ranges = range.ArrayOf().Select(all => all.Take(8).ToArray());
        Prop.ForAll(ranges.Two().ToArbitrary(), sides =>
        {
            Score score = RangeMatch.Score(new Score("gap", ""), sides.Item1, [], sides.Item2, 1, _ => true);
            IndexRange[] groundTruth = RangeMatch.Joined(sides.Item1);
            IndexRange[] found = RangeMatch.Joined(sides.Item2);
            score.Hits.ShouldBe(Max(groundTruth, found, 0, []));
            (score.Hits + score.Misses, score.Hits + score.Extras).ShouldBe((groundTruth.Length, found.Length));
        }).QuickCheckThrowOnFailure();
    }

    private static int Max(IndexRange[] groundTruth, IndexRange[] found, int from, HashSet<int> used)
    {
        if (from == groundTruth.Length)
            return 0;
        int max = Max(groundTruth, found, from + 1, used);
        for (int f = 0; f < found.Length; f++)
        {
            bool isNear = groundTruth[from].From < found[f].To + 1 && found[f].From < groundTruth[from].To + 1;
            if (!isNear || !used.Add(f))
                continue;
            max = Math.Max(max, 1 + Max(groundTruth, found, from + 1, used));
            used.Remove(f);
        }

        return max;
    }

    private static IndexRange[] Ranges(string list) =>
    [
        .. list.Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select(text => new IndexRange(long.Parse(text.Split('-')[0]), long.Parse(text.Split('-')[1]))),
    ];
}
