using System.Text.Json;
using System.Text.RegularExpressions;
using Testing;

namespace Architecture;

/// <summary>
/// What deploy/ has for Prometheus and Grafana asks for metrics that exist: docs/metrics.md, which other tests compare
/// with the programs, has each of them. `promtool test rules` tests the rules themselves (./test.sh --nightly).
/// </summary>
public sealed partial class DeployedMetricsTests
{
    private static readonly string Documented = Text("docs/metrics.md");

    [Theory]
    [InlineData("deploy/prometheus/telemetry-alerts.yml")]
    [InlineData("deploy/prometheus/telemetry-alerts.test.yml")]
    [InlineData("deploy/grafana/telemetry.json")]
    public void File_Metrics_AreDocumented(string file)
    {
        string[] metrics = [.. Metric().Matches(Text(file))
            .Select(match => match.Value)
            .Distinct()];

        metrics.ShouldNotBeEmpty();
        metrics.Where(metric => !Documented.Contains($"`{metric}`", StringComparison.Ordinal)).ShouldBeEmpty();
    }

    [Fact]
    public void Rules_EachAlert_HasATest()
    {
        string[] alerts = [.. Alert().Matches(Text("deploy/prometheus/telemetry-alerts.yml"))
            .Select(match => match.Groups[1].Value)];
        string tests = Text("deploy/prometheus/telemetry-alerts.test.yml");

        alerts.Length.ShouldBeGreaterThan(10);
        alerts.Where(alert => !tests.Contains($"alertname: {alert}\n", StringComparison.Ordinal)).ShouldBeEmpty();
    }

    [Fact]
    public void Dashboard_Panels_HaveTitlesAndQueries()
    {
        using JsonDocument dashboard = JsonDocument.Parse(Text("deploy/grafana/telemetry.json"));

        foreach (JsonElement panel in dashboard.RootElement.GetProperty("panels").EnumerateArray())
        {
            panel.GetProperty("title").GetString().ShouldNotBeNullOrEmpty();
            if (panel.GetProperty("type").GetString() != "row")
                panel.GetProperty("targets").GetArrayLength().ShouldBePositive();
        }
    }

    private static string Text(string file) => File.ReadAllText(Repository.PathOf(file));

    [GeneratedRegex("telemetry_[a-z0-9_]+")]
    private static partial Regex Metric();

    [GeneratedRegex(@"- alert: (\w+)")]
    private static partial Regex Alert();
}
