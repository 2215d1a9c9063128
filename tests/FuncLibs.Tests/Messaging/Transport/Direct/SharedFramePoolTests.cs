using FuncLibs.Messaging.Transport.Direct;

namespace FuncLibs.Tests.Messaging.Transport.Direct;

public sealed class SharedFramePoolTests
{
    private readonly SharedFramePool _pool = new();

    [Theory]
    [InlineData(1, 4096)]
    [InlineData(4096, 4096)]
    [InlineData(4097, 5120)]
    [InlineData(10_240, 10_240)]
    [InlineData(10_241, 12_288)]
    [InlineData(65_536, 65_536)]
    [InlineData(65_537, 81_920)]
    [InlineData(600_000, 655_360)]
    public void Rent_NewMemory_IsLittleMoreThanAskedFor(int length, int expected) =>
        _pool.Rent(length).Bytes.Length.ShouldBe(expected);

    [Theory]
    [InlineData(127_400, 127_600)]
    [InlineData(127_600, 127_400)]
    public void Rent_LengthThatVariesALittle_IsTheSameMemory(int first, int second)
    {
        SharedFrame frame = _pool.Rent(first);
        byte[] memory = frame.Bytes;
        frame.Release();

        _pool.Rent(second).Bytes.ShouldBeSameAs(memory);
    }

    [Theory]
    [InlineData(10_000)]
    [InlineData(600_000)]
    public void Rent_AfterTheLastRelease_IsTheSameMemory(int length)
    {
        SharedFrame frame = _pool.Rent(length);
        frame.Hold();
        frame.Release();
        _pool.Rent(length).ShouldNotBe(frame);
        frame.Release();

        _pool.Rent(length).ShouldBe(frame);
    }
}
