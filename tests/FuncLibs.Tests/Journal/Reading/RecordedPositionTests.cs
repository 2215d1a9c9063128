using FuncLibs.Journal.Reading;

namespace FuncLibs.Tests.Journal.Reading;

public sealed class RecordedPositionTests
{
    [Theory]
    [InlineData("1", 1)]
    [InlineData("18446744073709551615", ulong.MaxValue)]
    public void TryParse_Number_IsASequence(string text, ulong sequence)
    {
        RecordedPosition.TryParse(text, out RecordedPosition place).ShouldBeTrue();
        place.ShouldBe(new RecordedPosition(sequence, 0));
    }

    [Theory]
    [InlineData("2023-11-14T22:13:20")]
    [InlineData("2023-11-14T22:13:20Z")]
    [InlineData("2023-11-14T23:13:20+01:00")]
    public void TryParse_Time_IsUtcUnlessAnOffsetIsGiven(string text)
    {
        RecordedPosition.TryParse(text, out RecordedPosition place).ShouldBeTrue();
        place.ShouldBe(new RecordedPosition(0, 1_700_000_000_000_000_000));
        place.IsSequence.ShouldBeFalse();
    }

    [Theory]
    [InlineData("0")]
    [InlineData("-1")]
    [InlineData("3.5")]
    [InlineData("yesterdayT")]
    [InlineData("1969-12-31T23:59:59Z")]
    [InlineData("9999-01-01T00:00:00Z")]
    public void TryParse_AnythingElse_IsRefused(string text) => RecordedPosition.TryParse(text, out _).ShouldBeFalse();
}
