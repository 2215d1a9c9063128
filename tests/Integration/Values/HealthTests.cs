using System.Text.Json;
using System.Text.RegularExpressions;
using Testing;
using Testing.Processes;

namespace Integration.Values;

public sealed partial class HealthTests(RunningSystem system) : IClassFixture<RunningSystem>
{
    private const string Labels = """\{([a-zA-Z_][a-zA-Z0-9_]*="([^"\\\n]|\\["\\n])*",?)*\}""";
    private const string Number = "([-+]?[0-9.]+([eE][-+]?[0-9]+)?|NaN|[-+]Inf)";

    private static readonly string[] Causes =
        [
            "magic", "version", "length", "headerCrc", "payloadCrc", "flags", "oversize", "unknownContent", "decode",
            "kind",
        ];

    [Fact]
    public void Health_Account_HasExactlyTheNamesOfTheContract() => NamesOf(system.View.Health.GetProperty("account"))
        .ShouldBe(["published", "delivered", "declaredLost", "missing", "silentLoss"]);

    [Fact]
    public void Health_Top_HasTheNamesOfTheContract() =>
        NamesOf(system.View.Health).ShouldBe(
            ["status", "account", "streams", "badFrames", "transport", "position", "variables", "reasons"]);

    [Theory]
    [InlineData("name")]
    [InlineData("epoch")]
    [InlineData("delivered")]
    [InlineData("missing")]
    [InlineData("duplicates")]
    [InlineData("badFrames")]
    [InlineData("ageMs")]
    public void Health_Stream_HasTheName(string name) => NamesOf(system.View.Stream).ShouldContain(name);

    [Fact]
    public void Health_BadFrames_NameEveryCause()
    {
        NamesOf(system.View.Stream.GetProperty("badFrames")).ShouldBe(Causes);
        NamesOf(system.View.Health.GetProperty("badFrames")).ShouldBe(Causes);
    }

    [Fact]
    public void Health_Account_ClosesInEveryReading()
    {
        for (int look = 0; look < 50; look++)
            system.View.Account.ShouldSatisfyAllConditions(
                a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(0));
    }

    [Fact]
    public void Health_Delivered_GoesOn() => Should.NotThrow(() => system.View.WaitForMore(50));

    [Fact]
    public void ConnectorHealth_NamesTheEpochThatTheMonitorSees() =>
        system.Connector.Json("/health").GetProperty("epoch").GetUInt64()
            .ShouldBe(system.View.Stream.GetProperty("epoch").GetUInt64());

    [Theory]
    [InlineData(Hosts.Connector)]
    [InlineData(Hosts.Monitor)]
    public void Metrics_EveryLine_IsPrometheusText(string host)
    {
        string[] lines = LinesOf(host);
        lines.Length.ShouldBeGreaterThan(20);
        lines.Where(line => !Comment().IsMatch(line) && !Sample().IsMatch(line)).ShouldBeEmpty();
    }

    [Theory]
    [InlineData(Hosts.Connector)]
    [InlineData(Hosts.Monitor)]
    public void Metrics_EverySample_HasAType(string host)
    {
        string[] typed = [.. TypesOf(host).Select(type => type.Split(' ')[0])];

        LinesOf(host)
            .Where(line => line[0] != '#')
            .Select(line => line.Split('{', ' ')[0])
            .Except(typed)
            .ShouldBeEmpty();
    }

    [Theory]
    [InlineData(Hosts.Connector)]
    [InlineData(Hosts.Monitor)]
    public void Metrics_OfThePage_AreThereByNameAndType(string host)
    {
        string page = File.ReadAllText(Repository.PathOf("docs", "metrics.md"));
        string[] documented =
        [
            .. DocumentedRow().Matches(Section(page, host)).Select(row => $"{row.Groups["name"]} {row.Groups["type"]}"),
        ];

        documented.Length.ShouldBeGreaterThan(15);
        documented.Except(TypesOf(host)).ShouldBeEmpty();
    }

    [Theory]
    [InlineData(Hosts.Connector)]
    [InlineData(Hosts.Monitor)]
    public void Metrics_ScraperThatPrefersOpenMetrics_GetsThePlainText(string host)
    {
        const string Accept = "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.3";
        using HttpResponseMessage answer = HostOf(host).Get("/metrics", Accept);

        answer.Content.Headers.ContentType!.ToString().ShouldBe("text/plain; version=0.0.4; charset=utf-8");
    }

    private HostProcess HostOf(string host) => host == Hosts.Monitor ? system.Monitor : system.Connector;

    private string[] LinesOf(string host) => HostOf(host).Text("/metrics").TrimEnd('\n').Split('\n');

    private string[] TypesOf(string host)
    {
        const string Mark = "# TYPE ";
        return
        [
            .. LinesOf(host)
                .Where(line => line.StartsWith(Mark, StringComparison.Ordinal))
                .Select(line => line[Mark.Length..]),
        ];
    }

    private static string Section(string page, string host)
    {
        int start = page.IndexOf($"## {host}\n", StringComparison.Ordinal);
        int end = page.IndexOf("\n\n", start, StringComparison.Ordinal);
        return page[start..end];
    }

    private static IEnumerable<string> NamesOf(JsonElement json) =>
        json.EnumerateObject().Select(property => property.Name);

    [GeneratedRegex(@"^\| `(?<name>\w+)` \| (?<type>\w+) \|", RegexOptions.Multiline)]
    private static partial Regex DocumentedRow();

    // Text format 0.0.4 of Prometheus; its parsers read empty braces as none.
    [GeneratedRegex(
        @"^# (HELP [a-zA-Z_:][a-zA-Z0-9_:]* .*|TYPE [a-zA-Z_:][a-zA-Z0-9_:]* (counter|gauge|histogram|summary|untyped))$")]
    private static partial Regex Comment();

    [GeneratedRegex($"^[a-zA-Z_:][a-zA-Z0-9_:]*({Labels})? {Number}( [0-9]+)?$")]
    private static partial Regex Sample();
}
