using System.Buffers;
using System.Text;
using System.Text.Json;
using FuncLibs.Signals.Buckets;
using SignalMonitor.History;

namespace SignalMonitor.Tests.Http;

public class HistoryHttpTests
{
    [Fact]
    public void Json_Buckets_AreNumbersNullForGapsAndStringsForWhatIsNoNumber()
    {
        BucketTable table = new();
        table.Reset(new BucketGrid(BucketGrid.FinestNs), 17, 3, 1);
        table[0, 0] = Bucket.From([1.5, -2]);
        table[2, 0] = Bucket.From([double.NaN, double.PositiveInfinity]);
        ArrayBufferWriter<byte> body = new();
        using (Utf8JsonWriter json = new(body))
            HistoryJson.Write(json, "main", new HistoryView(["ad1"], ["V"], table, 1_950_000_000));

        Encoding.UTF8.GetString(body.WrittenSpan).ShouldBe(
            """
            {"stream":"main","t0":1700000000,"bucketNs":100000000,"until":1950000000,"channels":[{"name":"ad1","unit":"V",
            "min":[-2,null,"Infinity"],"max":[1.5,null,"Infinity"],"first":[1.5,null,"NaN"],"last":[-2,null,"Infinity"],"count":[2,0,2]}]}
            """.ReplaceLineEndings(""));
    }

    [Fact]
    public void Query_NoArguments_IsEverySignalOfAMinute()
    {
        HistoryQuery.TryRead(_ => null, out HistoryQuery query, out _).ShouldBeTrue();
        query.ShouldBe(new HistoryQuery(null, "*", 60, 600));
    }

    [Theory]
    [InlineData("seconds", "0")]
    [InlineData("seconds", "2678401")]
    [InlineData("seconds", "-1")]
    [InlineData("seconds", "1.5")]
    [InlineData("seconds", "")]
    [InlineData("buckets", "1")]
    [InlineData("buckets", "2049")]
    [InlineData("buckets", "99999999999999999999")]
    [InlineData("buckets", "many")]
    public void Query_BadNumber_ReportsWhichAndWhatIsAllowed(string name, string value)
    {
        HistoryQuery.TryRead(parameter => parameter == name ? value : null, out _, out string fault).ShouldBeFalse();
        fault.ShouldStartWith($"{name} is '{value}'; a whole number from ");
    }

    [Fact]
    public void Query_Until_IsAMoment()
    {
        HistoryQuery
            .TryRead(name => name == "until" ? "1700000000000000000" : null, out HistoryQuery query, out _)
            .ShouldBeTrue();
        query.UntilNs.ShouldBe(1_700_000_000_000_000_000);
    }

    [Theory]
    [InlineData("0")]
    [InlineData("-5")]
    [InlineData("now")]
    [InlineData("99999999999999999999")]
    public void Query_UntilNoMoment_IsRefused(string until)
    {
        HistoryQuery.TryRead(name => name == "until" ? until : null, out _, out string fault).ShouldBeFalse();
        fault.ShouldBe($"until is '{until}'; a time is allowed, in ns since 1970");
    }
}
