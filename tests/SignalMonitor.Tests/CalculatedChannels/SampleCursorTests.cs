using FuncLibs.Blocks;
using SignalMonitor.CalculatedChannels;

namespace SignalMonitor.Tests.CalculatedChannels;

public sealed class SampleCursorTests
{
    private readonly CDataBlock _block = TestStream.Block();
    private SampleCursor _place = SampleCursor.None;

    public SampleCursorTests() => _block.FirstSampleIndex = 300;

    [Fact]
    public void Advance_FirstBlock_IsNoGap() => Advance().ShouldBeFalse();

    [Fact]
    public void Advance_NextSample_IsNoGap()
    {
        Advance();
        _block.FirstSampleIndex = 303;
        Advance().ShouldBeFalse();
        _place.ShouldBe(new SampleCursor(1, 306));
    }

    [Theory]
    [InlineData(304, 1)]
    [InlineData(302, 1)]
    [InlineData(303, 2)]
    public void Advance_OtherSampleOrEpoch_IsAGap(long sample, ulong epoch)
    {
        Advance();
        _block.FirstSampleIndex = sample;
        Advance(epoch).ShouldBeTrue();
        _place.ShouldBe(new SampleCursor(epoch, sample + 3));
    }

    private bool Advance(ulong epoch = 1) => _place.Advance(_block, epoch, TestStream.Description);
}
