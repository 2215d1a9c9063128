using FsCheck;
using FsCheck.Fluent;
using Tools.Scoring.Matching;

namespace Tools.Tests.Scoring.Matching;

public sealed class MarkMatcherTests
{
    private const long Tolerance = 5;

    [Theory]
    [InlineData("", "", "")]
    [InlineData("10,20,30", "10,20,30", "10=10 20=20 30=30")]
    [InlineData("10,20,30", "12,33", "10=12 -20 30=33")]
    [InlineData("10,20", "10,14,20,40", "10=10 +14 20=20 +40")]
    [InlineData("10", "8,11", "+8 10=11")]
    [InlineData("10,14", "12", "10=12 -14")]
    [InlineData("10,16", "6,12", "10=6 16=12")]
    [InlineData("10,20", "", "-10 -20")]
    [InlineData("", "1,2", "+1 +2")]
    [InlineData("10", "16", "-10 +16")]
    [InlineData("10,10", "10,10", "10=10 10=10")]
    public void Match_HandMade_IsAsItShouldBe(string groundTruth, string found, string expected) =>
        string.Join(' ', Match(Marks(groundTruth), Marks(found), Tolerance, 0).Lines).ShouldBe(expected);

    [Fact]
    public void Match_Delayed_IsComparedWithoutTheDelay() =>
        Match(Marks("10,20,30"), Marks("110,120,131"), Tolerance, 100).Lines.ShouldBe(["10=110", "20=120", "30=131"]);

    [Fact]
    public void Match_ClusterTooLarge_IsCutAndCounted()
    {
        Mark[] dense = [.. Enumerable.Range(0, 500).Select(i => new Mark(i, 0))];

        Recorded recorded = Match(dense, dense, Tolerance, 0);

        recorded.Matcher.Cuts.ShouldBeGreaterThan(0);
        recorded.Pairs.ShouldBe(500);
    }

    [Fact]
    public void Match_SmallSets_IsTheBestOfAllMatchings()
    {
        Gen<long[]> places = Gen.Choose(0, 40).Select(i => (long)i).ArrayOf()
            .Select(indices => indices.Take(7).Order().ToArray());
        Prop.ForAll(places.Two().ToArbitrary(), sides =>
        {
            Mark[] groundTruth = [.. sides.Item1.Select(i => new Mark(i, 0))];
            Mark[] found = [.. sides.Item2.Select(i => new Mark(i, 0))];
            Recorded recorded = Match(groundTruth, found, Tolerance, 0);
            recorded.Count.ShouldBe(groundTruth.Length + found.Length - recorded.Pairs);
            (recorded.Pairs, -recorded.Distance).ShouldBe(Best(groundTruth, found, 0, []));
        }).QuickCheckThrowOnFailure();
    }

    // All matchings there are, crossing ones too: most pairs, then the least sum of distances.
    private static (int Pairs, long Nearness) Best(Mark[] groundTruth, Mark[] found, int from, HashSet<int> used)
    {
        if (from == groundTruth.Length)
            return (0, 0);
        (int Pairs, long Nearness) best = Best(groundTruth, found, from + 1, used);
        for (int f = 0; f < found.Length; f++)
        {
            long distance = Math.Abs(found[f].Index - groundTruth[from].Index);
            if (distance > Tolerance || !used.Add(f))
                continue;
            (int pairs, long nearness) = Best(groundTruth, found, from + 1, used);
            best = new[] { best, (pairs + 1, nearness - distance) }.Max();
            used.Remove(f);
        }

        return best;
    }

    private static Recorded Match(Mark[] groundTruth, Mark[] found, long tolerance, long offset)
    {
        Recorded recorded = new(tolerance, offset);
        (int t, int f) = (0, 0);
        while (t < groundTruth.Length || f < found.Length)
        {
            bool isGroundTruth =
                f == found.Length
                    || (t < groundTruth.Length && groundTruth[t].Index <= recorded.Matcher.PlaceOf(found[f]));
            if (isGroundTruth)
                recorded.Matcher.GroundTruth(groundTruth[t++]);
            else
                recorded.Matcher.Found(found[f++]);
        }

        recorded.Matcher.End();
        return recorded;
    }

    private static Mark[] Marks(string list) =>
        [.. list.Split(',', StringSplitOptions.RemoveEmptyEntries).Select(text => new Mark(long.Parse(text), 0))];

    private sealed class Recorded : IMatchSink
    {
        public Recorded(long tolerance, long offset) => Matcher = new MarkMatcher(tolerance, this) { Offset = offset };

        public MarkMatcher Matcher { get; }

        public List<string> Lines { get; } = [];

        public int Pairs { get; private set; }

        public long Distance { get; private set; }

        public int Count => Lines.Count;

        public void Matched(in Mark groundTruth, in Mark found)
        {
            Pairs++;
            Distance += Math.Abs(found.Index - groundTruth.Index);
            Lines.Add($"{groundTruth.Index}={found.Index}");
        }

        public void Missed(in Mark groundTruth) => Lines.Add($"-{groundTruth.Index}");

        public void Extra(in Mark found) => Lines.Add($"+{found.Index}");
    }
}
