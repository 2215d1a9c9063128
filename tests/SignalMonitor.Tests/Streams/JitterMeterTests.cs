using SignalMonitor.Streams;

namespace SignalMonitor.Tests.Streams;

public sealed class JitterMeterTests
{
    private JitterMeter _meter;

    [Fact]
    public void MaxNs_EvenlyLate_IsZero()
    {
        for (ulong i = 1; i < 10; i++)
            _meter.Add(i, (long)i * 1000, ((long)i * 1000) + 77);

        _meter.MaxNs.ShouldBe(0);
    }

    [Theory]
    [InlineData(500)]
    [InlineData(-500)]
    public void MaxNs_OneBlockOffItsPlace_IsByHowMuch(long off)
    {
        _meter.Add(1, 1000, 1000);
        _meter.Add(2, 2000, 2000 + off);

        _meter.MaxNs.ShouldBe(500);
    }

    [Fact]
    public void MaxNs_OverAGap_IsNotCounted()
    {
        _meter.Add(1, 1000, 1000);
        _meter.Add(3, 3000, 9000);

        _meter.MaxNs.ShouldBe(0);
    }

    [Fact]
    public void Add_AbsurdDueTimes_DoNotThrow()
    {
        _meter.Add(1, long.MinValue, 0);
        _meter.Add(2, 0, long.MaxValue);
        _meter.Add(3, long.MaxValue, long.MinValue);

        _meter.MaxNs.ShouldBeGreaterThan(0);
    }
}
