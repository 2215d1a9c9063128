using System.Text.Json;
using System.Text.RegularExpressions;
using Testing.Processes;

namespace Integration.Values;

public sealed partial class HealthTests(RunningSystem system) : IClassFixture<RunningSystem>
{
    private const string Labels = """\{([a-zA-Z_][a-zA-Z0-9_]*="([^"\\\n]|\\["\\n])*",?)+\}""";
    private const string Number = "([-+]?[0-9.]+([eE][-+]?[0-9]+)?|NaN|[-+]Inf)";

    private static readonly string[] Causes =
        ["magic", "version", "length", "headerCrc", "payloadCrc", "flags", "oversize", "unknownContent", "decode", "kind"];

    [Fact]
    public void Health_Account_HasExactlyTheNamesOfTheContract() => NamesOf(system.View.Health.GetProperty("account"))
        .ShouldBe(["published", "delivered", "declaredLost", "missing", "silentLoss"]);

    [Fact]
    public void Health_Top_HasTheNamesOfTheContract() =>
        NamesOf(system.View.Health).ShouldBe(["status", "account", "streams", "badFrames", "position", "variables", "reasons"]);

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
    public void Health_Account_ClosesInEveryLook()
    {
        for (int look = 0; look < 50; look++)
            system.View.Account.ShouldSatisfyAllConditions(a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(0));
    }

    [Fact]
    public void Health_Delivered_GoesOn() => Should.NotThrow(() => system.View.WaitForMore(50));

    [Fact]
    public void ConnectorHealth_NamesTheEpochThatTheMonitorSees() => system.Connector.Json("/health").GetProperty("epoch").GetUInt64()
        .ShouldBe(system.View.Stream.GetProperty("epoch").GetUInt64());

    [Theory]
    [InlineData(Hosts.Connector)]
    [InlineData(Hosts.Monitor)]
    public void Metrics_EveryLine_IsPrometheusText(string host)
    {
        string[] lines = (host == Hosts.Monitor ? system.Monitor : system.Connector).Text("/metrics").TrimEnd('\n').Split('\n');
        lines.Length.ShouldBeGreaterThan(20);
        lines.Where(line => !Comment().IsMatch(line) && !Sample().IsMatch(line)).ShouldBeEmpty();
    }

    [Theory]
    [InlineData(Hosts.Connector)]
    [InlineData(Hosts.Monitor)]
    public void Metrics_EverySample_HasAType(string host)
    {
        string[] lines = (host == Hosts.Monitor ? system.Monitor : system.Connector).Text("/metrics").TrimEnd('\n').Split('\n');
        string[] typed = [.. lines.Where(line => line.StartsWith("# TYPE", StringComparison.Ordinal)).Select(line => line.Split(' ')[2])];
        lines.Where(line => line[0] != '#').Select(line => line.Split('{', ' ')[0]).Except(typed).ShouldBeEmpty();
    }

    private static IEnumerable<string> NamesOf(JsonElement json) => json.EnumerateObject().Select(property => property.Name);

    // Text format 0.0.4 of Prometheus.
    [GeneratedRegex(@"^# (HELP [a-zA-Z_:][a-zA-Z0-9_:]* .*|TYPE [a-zA-Z_:][a-zA-Z0-9_:]* (counter|gauge|histogram|summary|untyped))$")]
    private static partial Regex Comment();

    [GeneratedRegex($"^[a-zA-Z_:][a-zA-Z0-9_:]*({Labels})? {Number}( [0-9]+)?$")]
    private static partial Regex Sample();
}
