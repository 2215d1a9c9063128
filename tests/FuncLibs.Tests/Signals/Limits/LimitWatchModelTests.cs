using System.Buffers;
using FuncLibs.Signals.Limits;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Tests.Signals.Limits;

/// <summary>The watches against the naive model, over random signals and blocks.</summary>
public class LimitWatchModelTests
{
    private const int Count = 6_000;

    public static TheoryData<string> Limits => new(Definitions.Keys);

    private static Dictionary<string, LimitDefinition> Definitions { get; } = new LimitDefinition[]
    {
        Of(LimitKind.Upper, 2),
        Of(LimitKind.Upper, 2) with { Hysteresis = 3, MinDurationSamples = 4 },
        Of(LimitKind.Upper, 1) with { MinDurationMs = 3 },
        Of(LimitKind.Lower, -2),
        Of(LimitKind.Lower, -2) with { Hysteresis = 1.5, MinDurationSamples = 3 },
        Of(LimitKind.Band, -3, 3),
        Of(LimitKind.Band, -3, 3) with { Hysteresis = 2.5, MinDurationMs = 2 },
        Of(LimitKind.Rate, 1500),
        Of(LimitKind.Rate, 900) with { Hysteresis = 800, MinDurationSamples = 2 },
        Of(LimitKind.EndOfCount, 4),
        Of(LimitKind.EndOfCount, 4) with { Hysteresis = 6, MinDurationSamples = 2 },
        Of(LimitKind.Underpeak, 2),
        Of(LimitKind.Underpeak, 4, 1.5) with { Hysteresis = 0.5, MinDurationSamples = 2 },
        Of(LimitKind.PeakValleyChange, 50),
        Of(LimitKind.PeakValleyChange, 60, 3) with { Hysteresis = 20, MinDurationSamples = 2 },
        Of(LimitKind.Stale, 1),
        Of(LimitKind.Stale, 5),
        Of(LimitKind.Stale, 60),
    }.ToDictionary(l => $"{l.Kind} {l.Value} {l.Value2} {l.Hysteresis} {l.MinDurationMs} {l.MinDurationSamples}");

    [Theory]
    [MemberData(nameof(Limits))]
    public void TryNext_RandomSignalsAndBlocks_EqualTheModel(string name)
    {
        LimitDefinition limit = Definitions[name];
        int crossings = 0;
        for (int seed = 0; seed < 6; seed++)
        {
            LimitRun run = LimitRun.Random(seed, Count);
            List<LimitCrossing> expected = NaiveLimit.Of(limit, run);
            Random blocks = new(seed);

            run.Through(LimitWatch.Create(limit), () => blocks.Next(1, 200)).ShouldBe(expected);
            crossings += expected.Count;
        }

        crossings.ShouldBeGreaterThan(10, "signals that cross nothing test nothing");
    }

    [Theory]
    [MemberData(nameof(Limits))]
    public void TryNext_BlocksOfAnyLength_AreEqual(string name)
    {
        LimitDefinition limit = Definitions[name];
        LimitRun run = LimitRun.Random(99, Count);
        List<LimitCrossing> expected = run.Through(LimitWatch.Create(limit), () => Count);

        foreach (int length in new[] { 1, 2, 3, 7, 8, 9, 100, 997 })
            run.Through(LimitWatch.Create(limit), () => length).ShouldBe(expected);
    }

    [Theory]
    [MemberData(nameof(Limits))]
    public void TryLoad_BetweenAllBlocks_ChangesNothing(string name)
    {
        LimitDefinition limit = Definitions[name];
        LimitRun run = LimitRun.Random(7, Count);
        Random blocks = new(7);

        run.Through(LimitWatch.Create(limit), () => blocks.Next(1, 50), Restarted).ShouldBe(NaiveLimit.Of(limit, run));
    }

    [Theory]
    [MemberData(nameof(Limits))]
    public void TryLoad_CutAnywhere_IsFalseAndLikeNew(string name)
    {
        LimitWatch watch = LimitWatch.Create(Definitions[name]);
        LimitRun run = LimitRun.Random(3, 500);
        run.Through(watch, () => 100);
        byte[] saved = Saved(watch);
        for (int length = 0; length < saved.Length; length++)
        {
            var reader = new StateReader(saved.AsSpan(0, length));
            watch.TryLoad(ref reader).ShouldBeFalse();
        }

        run.Through(watch, () => 100).ShouldBe(NaiveLimit.Of(watch.Limit, run));
    }

    [Fact]
    public void TryLoad_OfAnotherKind_IsFalse()
    {
        byte[] saved = Saved(LimitWatch.Create(Of(LimitKind.Upper, 1)));
        var reader = new StateReader(saved);

        LimitWatch.Create(Of(LimitKind.Lower, 1)).TryLoad(ref reader).ShouldBeFalse();
    }

    private static LimitDefinition Of(LimitKind kind, double value, double value2 = 0) =>
        new(1, "servo1.force", kind, value, value2);

    private static LimitWatch Restarted(LimitWatch watch)
    {
        LimitWatch next = LimitWatch.Create(watch.Limit);
        var reader = new StateReader(Saved(watch));
        next.TryLoad(ref reader).ShouldBeTrue();
        reader.IsAtEnd.ShouldBeTrue();
        return next;
    }

    private static byte[] Saved(LimitWatch watch)
    {
        ArrayBufferWriter<byte> bytes = new();
        watch.Save(new StateWriter(bytes));
        return bytes.WrittenSpan.ToArray();
    }
}
