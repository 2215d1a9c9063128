using FuncLibs.Signals.Limits.Breaks;
using Testing;

namespace FuncLibs.Tests.Signals.Limits.Breaks;

public class PrePostBufferTests
{
    private static readonly PrePostSize Size = new(Columns: 2, Pre: 20, Post: 10, MaxBlock: 16);
    private readonly PrePostBuffer _buffer = new(Size);

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(16)]
    public void TryTake_AfterTheLastSample_HasPreAndPostOfEveryColumn(int block)
    {
        Feed(0, 208, block, triggerAt: 155).ShouldBe([(135, 155, 30)]);
    }

    [Fact]
    public void TryTake_TriggerNearTheBeginning_HasWhatThereIs() =>
        Feed(100, 200, 5, triggerAt: 103).ShouldBe([(100, 103, 13)]);

    [Fact]
    public void TryTake_ManyTriggersAtRandom_AlwaysHoldsTheTrueSamples()
    {
        Random random = new(5);
        for (int run = 0; run < 300; run++)
        {
            long first = random.Next(1000);
            long at = first + random.Next(1, 150);
            long begin = Math.Max(first, at - 20);
            Feed(first, first + 200, random.Next(1, 17), at).ShouldBe([(begin, at, (int)(at - begin) + 10)]);

            // An index that goes back empties the buffer.
            _buffer.Begin(-1 - run, 1);
        }
    }

    [Fact]
    public void TryTake_Twice_HandsOutOnce()
    {
        Write(0, 16);
        _buffer.Trigger(3).ShouldBeTrue();
        _buffer.TryTake(out _).ShouldBeFalse();
        _buffer.End();

        _buffer.TryTake(out _).ShouldBeTrue();
        _buffer.TryTake(out _).ShouldBeFalse();
    }

    [Fact]
    public void Begin_CaptureNotReleased_PassesOverAndCounts()
    {
        Write(0, 16);
        _buffer.Trigger(3);
        _buffer.End();
        _buffer.Begin(16, 16).ShouldBeFalse();
        _buffer.Trigger(4).ShouldBeFalse();
        _buffer.TryTake(out PrePostCapture capture);
        _buffer.Begin(32, 16).ShouldBeFalse();
        ShouldHold(capture);

        _buffer.Release();
        _buffer.Begin(48, 16).ShouldBeTrue();
        (_buffer.Skipped, _buffer.Refused).ShouldBe((2, 1));
    }

    [Fact]
    public void Begin_SamplesAreMissing_HoldsNaNForThem()
    {
        Write(0, 16);
        Write(18, 4);
        _buffer.Trigger(19);
        Write(22, 16);
        _buffer.End();

        _buffer.TryTake(out PrePostCapture capture).ShouldBeTrue();
        double[] values = new double[capture.Points];
        _buffer.CopyTo(capture, 0, values);
        values[16].ShouldBe(double.NaN);
        values[17].ShouldBe(double.NaN);
        values[18].ShouldBe(18);
    }

    [Theory]
    [InlineData(5)]
    [InlineData(1_000_000)]
    public void Begin_StreamJumpsUnderACapture_HandsOverWhatThereIs(long next)
    {
        Write(0, 16);
        _buffer.Trigger(14).ShouldBeTrue();
        _buffer.Begin(next, 4).ShouldBeFalse();

        _buffer.TryTake(out PrePostCapture capture).ShouldBeTrue();
        capture.ShouldBe(new PrePostCapture(0, 14, 16));
        ShouldHold(capture);
    }

    [Fact]
    public void Write_ShorterColumn_HasNaNBehind()
    {
        _buffer.Begin(0, 12);
        _buffer.Write(0, [1, 2]);
        _buffer.Write(1, []);
        _buffer.Trigger(0);
        _buffer.End();

        _buffer.TryTake(out PrePostCapture capture).ShouldBeTrue();
        double[] values = new double[capture.Points];
        _buffer.CopyTo(capture, 0, values);
        values.ShouldBe(
            [1, 2, double.NaN, double.NaN, double.NaN, double.NaN, double.NaN, double.NaN, double.NaN, double.NaN]);
    }

    [Fact]
    public void Begin_LongerBlockThanPlanned_IsPassedOver() => _buffer.Begin(0, 17).ShouldBeFalse();

    [Fact]
    public void Write_ManyBlocks_DoesNotAllocate()
    {
        long index = 0;
        double[] values = new double[16];
        Allocation.OfWarm(() =>
        {
            _buffer.Begin(index, 16);
            _buffer.Write(0, values);
            _buffer.Write(1, values);
            _buffer.End();
            index += 16;
        }).ShouldBe(0);
    }

    [Theory]
    [InlineData(0, 1, 1, 1)]
    [InlineData(1, -1, 1, 1)]
    [InlineData(1, 1, 0, 1)]
    [InlineData(1, 1, 1, 0)]
    [InlineData(int.MaxValue, int.MaxValue, int.MaxValue, int.MaxValue)]
    public void Fault_BadSize_IsReportedBeforeAllocating(int columns, int pre, int post, int block)
    {
        PrePostSize size = new(columns, pre, post, block);

        size.Fault.ShouldNotBeNull();
        Should.Throw<ArgumentException>(() => new PrePostBuffer(size));
    }

    // Column 0 holds the index of each sample, column 1 its negative.
    private void Write(long first, int points)
    {
        if (!_buffer.Begin(first, points))
            return;
        _buffer.Write(0, [.. Enumerable.Range(0, points).Select(i => (double)(first + i))]);
        _buffer.Write(1, [.. Enumerable.Range(0, points).Select(i => -(double)(first + i))]);
    }

    private List<(long, long, int)> Feed(long from, long to, int block, long triggerAt)
    {
        List<(long, long, int)> captures = [];
        for (long first = from; first < to; first += block)
        {
            Write(first, block);
            if (triggerAt >= first && triggerAt < first + block)
                _buffer.Trigger(triggerAt).ShouldBeTrue();
            _buffer.End();
            if (!_buffer.TryTake(out PrePostCapture capture))
                continue;
            captures.Add((capture.FirstIndex, capture.TriggerIndex, capture.Points));
            ShouldHold(capture);
            _buffer.Release();
        }

        return captures;
    }

    private void ShouldHold(PrePostCapture capture)
    {
        double[] values = new double[capture.Points];
        _buffer.CopyTo(capture, 0, values);
        values.ShouldBe(Enumerable.Range(0, capture.Points).Select(i => (double)(capture.FirstIndex + i)));
        _buffer.CopyTo(capture, 1, values);
        values.ShouldBe(Enumerable.Range(0, capture.Points).Select(i => -(double)(capture.FirstIndex + i)));
    }
}
