using Testing;

namespace FuncLibs.Tests.Signals.Stateful;

/// <summary>What every stateful function promises.</summary>
public class StateContractTests
{
    private const int Length = 5000;

    private static readonly double[] A = Hostile.Column(1, Length);
    private static readonly double[] B = Hostile.Condition(2, Length);
    private static readonly int[] Gaps = [1000, 1007, 3333];

    public static TheoryData<string> Names => [.. AllFunctions.Names];

    public static TheoryData<string> WindowNames => [.. AllFunctions.Windows.Keys];

    public static TheoryData<string> StartingOver => [.. AllFunctions.Windows.Keys, .. AllFunctions.Filters.Keys];

    public static TheoryData<string> Holding => [.. AllFunctions.Holding.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public void Apply_BlocksOfAnyLength_GiveTheBitsOfOneBlock(string name)
    {
        long[] whole = Fed.Bits(AllFunctions.New(name).Whole(A, B, Gaps));
        var random = new Random(3);

        Fed.Bits(AllFunctions.New(name).InBlocks(A, B, () => 1, Gaps)).ShouldBe(whole);
        for (int run = 0; run < 4; run++)
            Fed.Bits(AllFunctions.New(name).InBlocks(A, B, () => random.Next(1, 998), Gaps)).ShouldBe(whole);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Apply_InPlace_GivesTheSameBits(string name)
    {
        double[] inPlace = [.. A];
        AllFunctions.New(name).Apply(0, inPlace, B, inPlace);

        Fed.Bits(inPlace).ShouldBe(Fed.Bits(AllFunctions.New(name).Whole(A, B)));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Apply_WarmBlock_DoesNotAllocate(string name)
    {
        Fed function = AllFunctions.New(name);
        double[] y = new double[200];
        long index = 0;

        Allocation.OfWarm(() =>
        {
            function.Apply(index, A.AsSpan(0, 200), B.AsSpan(0, 200), y);
            index += 200;
        }).ShouldBe(0);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void TryLoad_SavedInTheMiddle_GoesOnAsIfNothingHadBeen(string name)
    {
        long[] whole = Fed.Bits(AllFunctions.New(name).Whole(A, B));
        foreach (int cut in new[] { 0, 1, 5, 63, 1023, 1024, 2051, 4096 })
        {
            Fed before = AllFunctions.New(name);
            Fed after = AllFunctions.New(name);
            double[] y = new double[Length];
            before.Apply(0, A.AsSpan(0, cut), B.AsSpan(0, cut), y);

            after.Load(before.Saved()).ShouldBeTrue();
            after.Apply(cut, A.AsSpan(cut), B.AsSpan(cut), y.AsSpan(cut));
            Fed.Bits(y).ShouldBe(whole, $"cut at {cut}");
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void TryLoad_BytesThatEndEarly_IsFalseAndAsNew(string name)
    {
        Fed source = AllFunctions.New(name);
        source.Whole(A, B);
        byte[] saved = source.Saved();
        Fed function = AllFunctions.New(name);
        foreach (int length in new[] { 0, 7, 8, saved.Length
            - 8, saved.Length - 1 }.Where(length => length < saved.Length))
        {
            function.Whole(A, B);
            if (!function.Load(saved.AsSpan(0, length)))
                Fed.Bits(function.Whole(A, B)).ShouldBe(
                    Fed.Bits(AllFunctions.New(name).Whole(A, B)), $"{length} bytes");
            else
                saved.Length.ShouldBe(length, "loaded what was cut off");
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void TryLoad_BytesOfAnotherFunction_IsFalse(string name)
    {
        byte[] saved = AllFunctions.New(name).Saved();

        foreach (string other in AllFunctions.Names.Where(other => other != name))
            AllFunctions.New(other).Load(saved).ShouldBeFalse(other);
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void TryLoad_AnyDamage_NeverThrows(string name)
    {
        Fed source = AllFunctions.New(name);
        source.Whole(A, B);
        byte[] saved = source.Saved();
        var random = new Random(4);
        Fed function = AllFunctions.New(name);
        double[] y = new double[50];
        for (int run = 0; run < 200; run++)
        {
            byte[] damaged = [.. saved];
            int word = 8 * random.Next(Math.Min(8, saved.Length / 8));
            random.NextBytes(damaged.AsSpan(word, 8));
            function.Load(damaged);
            function.Apply(Length, A.AsSpan(0, 50), B.AsSpan(0, 50), y);
        }
    }

    [Theory]
    [MemberData(nameof(Names))]
    public void Reset_AfterUse_IsAsNew(string name)
    {
        Fed function = AllFunctions.New(name);
        long[] first = Fed.Bits(function.Whole(A, B));

        function.State.Reset();

        Fed.Bits(function.Whole(A, B)).ShouldBe(first);
    }

    [Theory]
    [MemberData(nameof(StartingOver))]
    public void Gap_OfWindowOrFilter_ResetsItsState(string name)
    {
        double[] y = AllFunctions.New(name).Whole(A, B, 2000);

        double[] anew = new double[Length - 2000];
        AllFunctions.New(name).Apply(2007, A.AsSpan(2000), B.AsSpan(2000), anew);
        Fed.Bits(y.Skip(2000)).ShouldBe(Fed.Bits(anew));
    }

    [Theory]
    [MemberData(nameof(Holding))]
    public void Gap_OfASum_KeepsItsState(string name)
    {
        Fed function = AllFunctions.New(name);
        double[] before = function.Whole(A[..900], B[..900]);
        function.State.Gap();

        double[] after = new double[1];
        function.Apply(907, [double.NaN], [name == "hold" ? 0 : double.NaN], after);
        if (name is not "hysteresis")
            Fed.Bits(after).ShouldBe(Fed.Bits([before[^1]]));
    }

    [Theory]
    [MemberData(nameof(WindowNames))]
    public void Apply_JoinedLater_GivesTheSameBitsOnceFull(string name)
    {
        double[] whole = AllFunctions.New(name).Whole(A, B);
        foreach (int start in new[] { 1, 63, 1000, 1024, 2047 })
        {
            Fed joined = AllFunctions.New(name);
            int full = joined.State.Quality.Length - 1;
            double[] y = new double[Length - start];
            joined.Apply(start, A.AsSpan(start), B.AsSpan(start), y);
            Fed.Bits(y.Skip(full)).ShouldBe(Fed.Bits(whole.Skip(start + full)), $"joined at {start}");
        }
    }

    [Theory]
    [MemberData(nameof(WindowNames))]
    public void Apply_OneNaN_PoisonsOnlyTheWindowsThatContainIt(string name)
    {
        double[] clean = [.. Enumerable.Range(0, Length).Select(i => Math.Sin(i * 0.01))];
        double[] poisoned = [.. clean];
        poisoned[1111] = double.NaN;
        Fed function = AllFunctions.New(name);
        int n = function.State.Quality.Length;

        double[] y = function.Whole(poisoned, B);

        y[1111..Math.Min(Length, 1111 + n)].ShouldAllBe(value => double.IsNaN(value));
        long[] undisturbed = Fed.Bits(AllFunctions.New(name).Whole(clean, B));
        Fed.Bits(y[..1111]).ShouldBe(undisturbed[..1111]);
        Fed.Bits(y[(1111 + n)..]).ShouldBe(undisturbed[(1111 + n)..]);
    }
}
