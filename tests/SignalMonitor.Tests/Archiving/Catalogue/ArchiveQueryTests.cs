using SignalMonitor.Archiving.Catalogue;

namespace SignalMonitor.Tests.Archiving.Catalogue;

public sealed class ArchiveQueryTests
{
    [Theory]
    [InlineData("from", "yesterday", "from: 'yesterday' is no date")]
    [InlineData("from", "2026-13-01", "from: '2026-13-01' is no date")]
    [InlineData("from", "99999-01-01", "is no date")]
    [InlineData("to", "0000-00-00", "is no date")]
    [InlineData("limit", "0", "limit: '0' is not allowed; a whole number from 1 to 200 is")]
    [InlineData("limit", "201", "limit: '201'")]
    [InlineData("limit", "99999999999999999999", "limit: ")]
    [InlineData("limit", "-1", "limit: ")]
    [InlineData("result", "Rm", "result: 'Rm' is no condition")]
    [InlineData("result", "Rm>500", "result: 'Rm>500' is no condition")]
    [InlineData("result", "Rm>=NaN", "is no condition")]
    [InlineData("result", "Rm>=1e999", "is no condition")]
    [InlineData("result", "Rm>=1>=2", "is no condition")]
    [InlineData("result", "a>=1,a>=1,a>=1,a>=1,a>=1,a>=1,a>=1,a>=1,a>=1", "9 conditions are more than 8")]
    [InlineData("after", "1; DROP TABLE test", "after: it is no key of a page")]
    [InlineData("after", "99999999999999999999-00112233445566778899aabbccddeeff", "after: it is no key")]
    [InlineData("rig", "a\0b", "rig: it has a character that is no text")]
    [InlineData("specimen", "\ud800", "specimen: it has a character that is no text")]
    public void TryParse_BadInput_NamesMemberAndWhatIsAllowed(string member, string text, string expected) =>
        ArchiveQuery.TryParse(name => name == member ? text : null, out _).ShouldNotBeNull().ShouldContain(expected);

    [Fact]
    public void TryParse_TextThatIsTooLong_IsRefused() =>
        ArchiveQuery.TryParse(name => name == "specimen" ? new string('x', 201) : null, out _)
            .ShouldBe("specimen: it has 201 characters, more than 200");

    [Fact]
    public void TryParse_RangeThatEndsBeforeItBegins_IsRefused() =>
        ArchiveQuery.TryParse(name => name == "from" ? "2026-02-01" : name == "to" ? "2026-01-01" : null, out _)
            .ShouldBe("to: 2026-01-01 is before from (2026-02-01)");

    [Fact]
    public void TryParse_Days_CountWhole()
    {
        ArchiveQuery query = Parse(("from", "2026-01-01"), ("to", "2026-01-31"));

        query.From.ShouldBe(new DateTimeOffset(2026, 1, 1, 0, 0, 0, TimeSpan.Zero));
        query.Before.ShouldBe(new DateTimeOffset(2026, 2, 1, 0, 0, 0, TimeSpan.Zero));
    }

    [Fact]
    public void TryParse_LastDayThereIs_HasNoEnd() => Parse(("to", "9999-12-31")).Before.ShouldBeNull();

    [Fact]
    public void TryParse_Conditions_HaveNameSideNumberAndUnit() =>
        Parse(("result", " Rm >= 500 MPa, _x.y<=-1.5e3")).Results.ShouldBe(
        [
            new ResultCondition("Rm", true, 500, "MPa"), new ResultCondition("_x.y", false, -1500, null),
        ]);

    [Fact]
    public void TryParse_EmptyTexts_AreNotGiven() =>
        Parse(("rig", " "), ("specimen", ""), ("limit", "")).ShouldBe(new ArchiveQuery());

    [Fact]
    public void PageKey_TextOfAKey_IsTheKey()
    {
        PageKey key = new(new DateTimeOffset(2026, 1, 1, 1, 2, 3, TimeSpan.Zero), "00112233445566778899aabbccddeeff");

        PageKey.Parse(key.ToString()).ShouldBe(key);
    }

    private static ArchiveQuery Parse(params (string Name, string Text)[] given)
    {
        ArchiveQuery.TryParse(
            name => Array.Find(given, one => one.Name == name).Text, out ArchiveQuery query).ShouldBeNull();
        return query;
    }
}
