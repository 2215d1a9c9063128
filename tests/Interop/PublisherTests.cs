using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Interop;

/// <summary>A Python publisher, without catalogue or heartbeats, feeds our monitor.</summary>
public sealed class PublisherTests : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private readonly TemporaryFolder _folder = new();
    private HostProcess? _publisher;
    private HostProcess? _monitor;

    [PythonFact]
    public void Blocks_WithoutCatalogue_HaveDefaultNames()
    {
        MonitorView view = Watch();
        NamesOf(view.Snapshot).ShouldBe(
        [
            "servo1.activectrl", "servo1.count", "servo1.command", "servo1.output", "servo1.s1", "ad1", "bitin1",
            "bitin2", "bitin3",
        ]);
    }

    [PythonFact]
    public void Blocks_Values_AreThosePythonSent()
    {
        JsonElement snapshot = Watch().Snapshot;
        double n = snapshot.GetProperty("sequence").GetDouble();
        double last = n + 0.75;
        long bits = (long)n & 7;
        ValuesOf(snapshot).ShouldBe([2, n, last, -last, last / 3, n + 0.5, bits & 1, bits >> 1 & 1, bits >> 2]);
    }

    [PythonTheory]
    [InlineData("servo1.command", 0.75, 1, 0, 1)]
    [InlineData("servo1.output", -0.75, 0, -1, -1)]
    public void Blocks_Derived_AreThoseOfTheValue(string name, double fraction, int ceiling, int floor, int sign)
    {
        JsonElement snapshot = Watch().Snapshot;
        double n = snapshot.GetProperty("sequence").GetDouble() * sign;
        JsonElement derived =
            ChannelsOf(snapshot).First(c => c.GetProperty("name").GetString() == name).GetProperty("derived");
        derived.EnumerateObject().ToDictionary(d => d.Name, d => d.Value.GetDouble()).ShouldBe(
            new Dictionary<string, double>
            {
                ["abs"] = Math.Abs(n + fraction),
                ["ceiling"] = n + ceiling,
                ["floor"] = n + floor,
                ["round"] = n + sign,
                ["sign"] = sign,
                ["truncate"] = n,
            },
            ignoreOrder: true);
    }

    [PythonTheory]
    [InlineData("magic", "magic")]
    [InlineData("version", "version")]
    [InlineData("length", "length")]
    [InlineData("fourFrames", "length")]
    [InlineData("twoFrames", "length")]
    [InlineData("longTopic", "length")]
    [InlineData("flags", "flags")]
    [InlineData("headerCrc", "headerCrc")]
    [InlineData("payloadCrc", "payloadCrc")]
    [InlineData("oversize", "oversize")]
    [InlineData("unknownContent", "unknownContent")]
    public void BadFrame_IsCountedByItsCause_AndTheStreamGoesOn(string fault, string cause)
    {
        MonitorView view = Watch(fault);
        Eventually.True(() => view.Bad(cause) == 1, $"one bad frame is counted as {cause}", Limit);
        view.WaitForMore(20);
        view.Account.ShouldSatisfyAllConditions(a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(0));
    }

    [PythonFact]
    public void BadPayload_WithASoundHeader_IsCountedAndDeclaredLost()
    {
        MonitorView view = Watch("decode");
        Eventually.True(() => view.Bad("decode") == 1, "the payload is refused", Limit);
        view.WaitForMore(20);
        view.Account.ShouldSatisfyAllConditions(a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(1));
    }

    [PythonFact]
    public void HugeMessage_EndsTheLink_WhichComesBackWithItsLossDeclared()
    {
        MonitorView view = Watch("hugeMessage");
        Eventually.True(() => view.Bad("oversize") == 1, "the message is refused", Limit);
        view.WaitForMore(20);
        view.Account.Closes.ShouldBeTrue();
    }

    [PythonFact]
    public void PublisherKilled_TheMonitorIsStale()
    {
        MonitorView view = Watch();
        _publisher!.Signal(ProcessSignals.Kill);
        view.WaitForStatus("stale");
        ChannelsOf(view.Snapshot).Select(c => c.GetProperty("quality").GetString()).Distinct().ShouldBe(["stale"]);
    }

    public void Dispose()
    {
        _monitor?.Dispose();
        _publisher?.Dispose();
        _folder.Dispose();
    }

    // Nothing answers on the control port: a publisher of this kind has none.
    private MonitorView Watch(params IEnumerable<string> causes)
    {
        _publisher = Python.Start("publisher.py", causes);
        _monitor = Hosts.StartMonitor(
            _folder.File("monitor"), _publisher.Endpoint("publish"), $"tcp://127.0.0.1:{Hosts.FreePort()}");
        var view = new MonitorView(_monitor);
        view.WaitForValues();
        return view;
    }

    private static JsonElement[] ChannelsOf(JsonElement snapshot) =>
        [.. snapshot.GetProperty("channels").EnumerateArray()];

    private static string?[] NamesOf(JsonElement snapshot) =>
        [.. ChannelsOf(snapshot).Select(c => c.GetProperty("name").GetString())];

    private static double[] ValuesOf(JsonElement snapshot) =>
        [.. ChannelsOf(snapshot).Select(c => c.GetProperty("value").GetDouble())];
}
