using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Buckets;
using SignalMonitor.Exporting.Tables;

namespace SignalMonitor.Tests.Exporting.Tables;

public sealed class ResampledRowsTests
{
    private const long BlockNs = 100_000;
    private const long FirstIndex = 0;
    private readonly CDataBlock _block = TestStream.Block();
    private readonly StreamDescription _stream = TestStream.Description;
    private readonly ExportColumnSource _columns;
    private readonly ImmutableArray<ExportTable> _tables;
    private readonly ImmutableArray<BlockRows> _rows;
    private readonly Random _random = new(7);

    // Tables are the fastest first, columns in the order of the block.
    private readonly int[] _columnOf = [1, 0];

    public ResampledRowsTests()
    {
        StreamSignals signals = new(_stream);
        _columns = new ExportColumnSource(_stream, signals);
        new ExportSelection(signals, plan: null).Select("servo1.force,ad1", out _tables).ShouldBeNull();
        _rows =
        [
            .. _tables.Select(table => new BlockRows(table, _columns, new SampleTimes(table.RateHz, 1, 1))),
        ];
    }

    public static TheoryData<byte, double> Methods
    {
        get
        {
            TheoryData<byte, double> methods = [];
            foreach (double rate in new[] { 777.7, 10_000, 30_000, 33_333, 100_000, 400_000 })
            {
                for (byte method = 0; method <= (byte)ResampleMethod.Mean; method++)
                    methods.Add(method, rate);
            }

            return methods;
        }
    }

    // Against the definition of each method, over all samples at once.
    [Theory]
    [MemberData(nameof(Methods))]
    public void Append_AnyRate_IsWhatTheDefinitionGives(byte number, double rateHz)
    {
        ResampleMethod method = (ResampleMethod)number;
        ResampledRows resampled = new(_tables, rateHz, method);
        List<(long Ns, double Value)>[] samples = [.. _tables.Select(_ => new List<(long, double)>())];
        List<(long Ns, double[] Values)> rows = [];
        for (int block = 0; block < 50; block++)
            Take(resampled, block * BlockNs, samples, rows);
        resampled.End();
        Read(resampled, rows);

        rows.Count.ShouldBe(Enumerable.Range(0, int.MaxValue)
            .TakeWhile(row => SampleClock.NsOf(row, rateHz) < 50 * BlockNs).Count());
        for (int row = 0; row < rows.Count; row++)
        {
            long ns = SampleClock.NsOf(row, rateHz);
            rows[row].Ns.ShouldBe(ns);
            for (int column = 0; column < samples.Length; column++)
                rows[row].Values[column].ShouldBe(
                    Expected(samples[column], ns, SampleClock.NsOf(row + 1, rateHz), method), $"row {row}");
        }
    }

    [Fact]
    public void Append_BehindAGap_HasNoRowsInTheGap()
    {
        ResampledRows resampled = new(_tables, 10_000, ResampleMethod.Hold);
        List<(long Ns, double Value)>[] samples = [.. _tables.Select(_ => new List<(long, double)>())];
        List<(long Ns, double[] Values)> rows = [];
        Take(resampled, 0, samples, rows);
        resampled.End();
        Read(resampled, rows);
        Take(resampled, 5 * BlockNs, samples, rows);
        resampled.End();
        Read(resampled, rows);

        rows.Select(row => row.Ns).ShouldBe([0, 5 * BlockNs]);
    }

    [Fact]
    public void TimesNs_AfterAStepOfTheClock_AreThoseOfTheBlock()
    {
        ResampledRows resampled = new(_tables, 10_000, ResampleMethod.Hold);
        Move(0);
        resampled.Append(_rows, 5_000_000, 0, BlockNs);
        resampled.TimesNs.ToArray().ShouldBe([5_000_000]);
        Move(BlockNs);
        resampled.Append(_rows, 9_000_000, BlockNs, BlockNs);
        resampled.TimesNs.ToArray().ShouldBe([9_000_000]);
    }

    // The clock of the rig was set back by an hour, and its index begins again: elapsed time is below 0 from there on.
    [Theory]
    [MemberData(nameof(Methods))]
    public void Append_BeforeTheFirstSampleOfTheExport_HasTheRowsThatItHasAfterIt(byte number, double rateHz)
    {
        const long HourNs = 3_600_000_000_000;

        long[] after = [.. ElapsedOf(rateHz, (ResampleMethod)number, 0)];
        long[] before = [.. ElapsedOf(rateHz, (ResampleMethod)number, -HourNs)];

        after.Length.ShouldBeGreaterThan(0);
        before.Length.ShouldBeInRange(after.Length - 1, after.Length + 1);
        before.ShouldAllBe(ns => ns >= -HourNs - BlockNs && ns < -HourNs + (4 * BlockNs));
    }

    private List<long> ElapsedOf(double rateHz, ResampleMethod method, long beginNs)
    {
        ResampledRows resampled = new(_tables, rateHz, method);
        List<long> elapsed = [];
        for (long ns = beginNs; ns < beginNs + (4 * BlockNs); ns += BlockNs)
        {
            Move(ns);
            resampled.Append(_rows, ns, ns, BlockNs);
            elapsed.AddRange(resampled.ElapsedNs);
        }

        resampled.End();
        elapsed.AddRange(resampled.ElapsedNs);
        return elapsed;
    }

    private void Take(
        ResampledRows resampled, long elapsedNs, List<(long, double)>[] samples, List<(long, double[])> rows)
    {
        foreach (ref double value in _block.Channel(BlockGroup.Servo, 0).Sensor(0))
            value = _random.NextDouble();
        foreach (ref double value in _block.Channel(BlockGroup.AD, 0).Values)
            value = _random.NextDouble();
        Move(elapsedNs);
        for (int table = 0; table < _rows.Length; table++)
        {
            for (int i = 0; i < _rows[table].Count; i++)
                samples[table].Add((_rows[table].ElapsedNs[i], _rows[table].Column(0)[i]));
        }

        resampled.Append(_rows, elapsedNs, elapsedNs, BlockNs);
        Read(resampled, rows);
    }

    private void Move(long elapsedNs)
    {
        _columns.MoveTo(_block);
        foreach (BlockRows rows in _rows)
            rows.MoveTo(FirstIndex, elapsedNs, elapsedNs);
    }

    private void Read(ResampledRows resampled, List<(long, double[])> rows)
    {
        for (int row = 0; row < resampled.Count; row++)
        {
            double[] values = new double[_tables.Length];
            for (int column = 0; column < values.Length; column++)
                values[column] = resampled.Column(_columnOf[column])[row];
            rows.Add((resampled.ElapsedNs[row], values));
        }
    }

    private static double Expected(
        List<(long Ns, double Value)> samples, long ns, long nextNs, ResampleMethod method)
    {
        if (method == ResampleMethod.Mean)
        {
            double[] inside = [.. samples.Where(each => each.Ns >= ns && each.Ns < nextNs).Select(each => each.Value)];
            return inside.Length == 0 ? double.NaN : inside.Sum() / inside.Length;
        }

        (long Ns, double Value) before = samples.Last(each => each.Ns <= ns);
        if (method == ResampleMethod.Hold || before.Ns == ns)
            return before.Value;
        (long Ns, double Value) after = samples.FirstOrDefault(each => each.Ns > ns, (0, double.NaN));
        return double.IsNaN(after.Value) ? double.NaN
            : before.Value + ((after.Value - before.Value) * ((double)(ns - before.Ns) / (after.Ns - before.Ns)));
    }
}
