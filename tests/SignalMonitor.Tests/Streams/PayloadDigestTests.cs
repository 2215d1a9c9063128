using System.Security.Cryptography;
using SignalMonitor.Streams;
using Testing;

namespace SignalMonitor.Tests.Streams;

public sealed class PayloadDigestTests : IDisposable
{
    private readonly PayloadDigest _digest = new();

    public void Dispose() => _digest.Dispose();

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(256)]
    [InlineData(1000)]
    public void ToHex_IsThatOfTheValuesLittleEndian(int count)
    {
        uint[] values = [.. Enumerable.Range(0, count).Select(i => (uint)i * 0x9E37_79B9)];
        foreach (uint value in values)
            _digest.Add(value);

        _digest
            .ToHex()
            .ShouldBe(Convert.ToHexStringLower(SHA256.HashData(values.SelectMany(BitConverter.GetBytes).ToArray())));
    }

    [Fact]
    public void ToHex_InBetween_ChangesNothing()
    {
        using var other = new PayloadDigest();
        for (uint i = 0; i < 300; i++)
        {
            _digest.Add(i);
            other.Add(i);
            other.ToHex();
        }

        other.ToHex().ShouldBe(_digest.ToHex());
    }

    [Fact]
    public void Add_Warm_DoesNotAllocate() => Allocation.OfWarm(() => _digest.Add(1)).ShouldBe(0);
}
