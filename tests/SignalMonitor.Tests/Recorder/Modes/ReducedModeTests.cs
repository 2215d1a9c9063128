using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using SignalMonitor.Recorder;
using SignalMonitor.Recorder.Modes;
using SignalMonitor.Recordings;

namespace SignalMonitor.Tests.Recorder.Modes;

/// <summary>A stream of 30 Hz that is reduced to 6: intervals of 10 samples, 3 of them in a block.</summary>
public sealed class ReducedModeTests
{
    private const double RateHz = 30;
    private const int PerInterval = 10;

    [Fact]
    public void Take_Reduced_SaysRateAndKindAndClosesItsAccount()
    {
        using ModeRun run = new(Reduced(), RateHz);
        run.Send(1, 100);
        run.End();

        (CDataBlock block, StreamDescription stream, ulong sequence, long acquiredNs) = run.Blocks("journal")[1];
        stream.ShouldSatisfyAllConditions(
            each => each.Name.ShouldBe("main"),
            each => each.BaseRateHz.ShouldBe(6),
            each => each.Reduction.ShouldBe(new StreamReduction(StreamReduction.MinMax, RateHz, PerInterval)));
        (sequence, block.FirstSampleIndex, block.SampleRateHz).ShouldBe((2UL, 6, 6));
        acquiredNs.ShouldBe(TestStream.AcquiredNs + 1_000_000_000);
        run.Rig.Document(ModeRun.Name).Accounts.ShouldBe([new RecordedAccount("journal", 100, 10, 0, 0, 100)]);
        run.Verified.IsWhole.ShouldBeTrue(string.Join('\n', run.Verified.Problems));
    }

    [Theory]
    [MemberData(nameof(Seeds))]
    public void Take_RandomSamplesGapsAndKills_HasTheExtremesOfEachInterval(int seed)
    {
        Random random = new(seed);
        SortedDictionary<ulong, double[]> sent = [];
        using ModeRun run = new(Reduced(), RateHz);
        ulong kill = (ulong)random.Next(30, 110);
        for (ulong sequence = 1; sequence <= 120; sequence++)
        {
            if (random.Next(25) == 0)
                continue;
            double[] samples = [.. Enumerable.Range(0, 7).Select(
                _ => random.Next(8) == 0 ? double.NaN : Math.Round((random.NextDouble() * 20) - 10, 3))];
            sent[sequence] = samples;
            run.Send(sequence, block => Fill(block, samples));
            if (random.Next(30) == 0)
                run.WaitUntilWrittenDown();
            if (sequence == kill)
                run.KillAndResume();
        }

        run.End();

        AssertExtremes(
            run,
            [.. sent.SelectMany(one => Enumerable.Range(0, 3).Select(
                i => (ModeRun.IndexOf(one.Key) + i, one.Value[i])))],
            block => block.Channel(BlockGroup.Servo, 0).Sensor(0));
        AssertExtremes(
            run,
            [.. sent.SelectMany(one => Enumerable.Range(0, 4).Select(
                i => (ModeRun.IndexOf(one.Key) + (i * 3 / 4), one.Value[3 + i])))],
            block => block.Channel(BlockGroup.AD, 0).Values);
        run.Verified.Problems.ShouldBeEmpty();
        run.Rig.Document(ModeRun.Name).Accounts.Single().Merged.ShouldBe(sent.Count);
    }

    [Fact]
    public void Take_WholeIntervalsAreMissing_IsAGapOfTheStream()
    {
        using ModeRun run = new(Reduced(), RateHz);
        run.Send(1, 20);
        run.Send(41, 60);
        run.End();

        run.Blocks("journal").Select(one => one.Sequence).ShouldBe([1, 2, 4, 5]);
        run.Verified.Gaps.ShouldBe(1);
    }

    [Fact]
    public void Take_CounterThatBeginsAgain_HasBothEndsInTheirOrder()
    {
        using ModeRun run = new(Reduced(), RateHz);
        run.Send(1, block => block.Channel(BlockGroup.Servo, 0).Count.Fill(98));
        run.Send(2, block => block.Channel(BlockGroup.Servo, 0).Count.Fill(99));
        run.Send(3, block => block.Channel(BlockGroup.Servo, 0).Count.Clear());
        run.Send(4, block => block.Channel(BlockGroup.Servo, 0).Count.Fill(1));
        run.End();

        run.Blocks("journal")[0].Block.Channel(BlockGroup.Servo, 0).Count.ToArray().ShouldBe([99, 0, 1, 1]);
    }

    [Fact]
    public void Take_LineThatIsSetForOneBlock_IsSetInTheReducedBlock()
    {
        using ModeRun run = new(Reduced(), RateHz);
        run.Send(1, 4);
        run.Send(5, block => block.SetBit(BitGroup.In, 2, true));
        run.Send(6, 20);
        run.End();

        run.Blocks("journal").Select(one => one.Block.Bit(BitGroup.In, 2)).ShouldBe([true, false]);
    }

    [Fact]
    public void Restart_AsItShould_HasTheRestOfTheIntervalToo()
    {
        using ModeRun run = new(Reduced(), RateHz);
        run.Send(1, 11);
        run.Send(12, block => block.Channel(BlockGroup.AD, 0).Values[0] = 9);
        run.RestartAndResume();
        run.Send(13, block => block.Channel(BlockGroup.AD, 0).Values[0] = -9);
        run.Send(14, 30);
        run.End();

        double[] stored = [.. run.Blocks("journal").SelectMany(
            one => one.Block.Channel(BlockGroup.AD, 0).Values.ToArray())];
        stored.Max().ShouldBe(9);
        stored.Min().ShouldBe(-9);
        run.Verified.IsWhole.ShouldBeTrue(string.Join('\n', run.Verified.Problems));
    }

    [Fact]
    public void Take_RateThatIsNoLowerOne_KeepsTheBlocks()
    {
        using ModeRun run = new(new() { Mode = RecorderMode.Reduced, Rate = 1000 }, RateHz);
        run.Send(1, 20);
        run.End();

        run.Blocks("journal").Count.ShouldBe(20);
        run.Blocks("journal")[0].Stream.Reduction.ShouldBeNull();
        run.Verified.IsWhole.ShouldBeTrue(string.Join('\n', run.Verified.Problems));
    }

    [Fact]
    public void Take_IndexThatBeginsAgain_IsRecordedOn()
    {
        using ModeRun run = new(Reduced(), RateHz);
        run.Send(1, 15);
        for (ulong sequence = 16; sequence <= 30; sequence++)
            run.Send(sequence, block => block.FirstSampleIndex = ModeRun.IndexOf(sequence - 15));
        run.End();

        run.Blocks("journal").Select(one => one.Block.FirstSampleIndex).ShouldBe([0, 6, 0, 6]);
    }

    public static TheoryData<int> Seeds => [.. Enumerable.Range(1, 8)];

    private static RecorderOptions Reduced() => new() { Mode = RecorderMode.Reduced, Rate = 6 };

    private static void Fill(CDataBlock block, double[] samples)
    {
        samples.AsSpan(0, 3).CopyTo(block.Channel(BlockGroup.Servo, 0).Sensor(0));
        samples.AsSpan(3, 4).CopyTo(block.Channel(BlockGroup.AD, 0).Values);
    }

    private delegate Span<double> ColumnOf(CDataBlock block);

    private static void AssertExtremes(ModeRun run, (long Index, double Value)[] sent, ColumnOf column)
    {
        List<(long Interval, double[] Pair)> stored = [];
        foreach ((CDataBlock block, _, _, _) in run.Blocks("journal"))
        {
            double[] values = column(block).ToArray();
            for (int i = 0; i < values.Length; i += 2)
                stored.Add(((block.FirstSampleIndex + i) / 2, values[i..(i + 2)]));
        }

        stored.Select(one => one.Interval).ShouldBe(sent.Select(one => one.Index / PerInterval).Distinct());
        foreach ((long interval, double[] pair) in stored)
        {
            double[] samples = [.. sent.Where(one => one.Index / PerInterval == interval).Select(one => one.Value)];
            double[] numbers = [.. samples.Where(value => !double.IsNaN(value))];
            if (numbers.Length == 0)
            {
                pair.ShouldAllBe(value => double.IsNaN(value));
                continue;
            }

            double[] extremes = Array.IndexOf(samples, numbers.Min()) <= Array.IndexOf(samples, numbers.Max())
                ? [numbers.Min(), numbers.Max()] : [numbers.Max(), numbers.Min()];
            pair.ShouldBe(extremes, $"interval {interval}");
        }
    }
}
