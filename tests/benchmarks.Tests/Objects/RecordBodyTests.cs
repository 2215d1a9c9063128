using System.Text.Json;
using Benchmarks.Objects;

namespace Benchmarks.Tests.Objects;

public sealed class RecordBodyTests
{
    private const int HalfARecord = 550;

    [Theory]
    [InlineData(1)]
    [InlineData(10)]
    [InlineData(100)]
    public void Create_OfASize_IsNearIt(int kilobytes) => JsonSerializer
        .SerializeToUtf8Bytes(RecordBody.Create(kilobytes))
        .Length.ShouldBeInRange((kilobytes * 1000) - HalfARecord, (kilobytes * 1000) + HalfARecord);
}
