using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Interop;

/// <summary>pyzmq at the other end of the direct transport: SUB, PUB and DEALER of libzmq.</summary>
public sealed class DirectTransportTests : IDisposable
{
    private const int Blocks = 100;
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(60);
    private static readonly string[] Direct = ["--Transport:Library", "direct"];

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [PythonFact]
    public void Subscriber_OfPython_GetsEveryBlockOfAConnector()
    {
        using HostProcess connector = Hosts.StartSelfFed(_folder.File("connector"), Direct);
        using HostProcess python = Python.StartSubscriber(connector, Blocks);

        python.WaitForExit().ShouldBe(0, python.Everything);
        long[] sequences =
            [.. python.Output.Select(line => JsonDocument.Parse(line).RootElement.GetProperty("sequence").GetInt64())];
        (sequences.Length, sequences[^1] - sequences[0]).ShouldBe((Blocks, Blocks - 1));
    }

    [PythonTheory]
    [InlineData("fourFrames", "length")]
    [InlineData("twoFrames", "length")]
    [InlineData("longTopic", "length")]
    [InlineData("payloadCrc", "payloadCrc")]
    [InlineData("oversize", "oversize")]
    public void Publisher_OfPython_BadFrameIsCountedAndTheStreamGoesOn(string fault, string cause)
    {
        using HostProcess python = Python.Start("publisher.py", [fault]);
        using HostProcess monitor = Hosts.StartMonitor(
            _folder.File("monitor"), python.Endpoint("publish"), $"tcp://127.0.0.1:{Hosts.FreePort()}", Direct);
        MonitorView view = new(monitor);

        Eventually.True(() => view.Bad(cause) == 1, $"one bad frame is counted as {cause}", Limit);
        view.WaitForMore(20);
        view.Account.ShouldSatisfyAllConditions(a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(0));
    }

    [PythonFact]
    public void Dealer_OfPython_IsAnswered()
    {
        using HostProcess connector = Hosts.StartSelfFed(_folder.File("connector"), Direct);
        using HostProcess python = Python.Start("dealer.py", connector.Endpoint("control"));

        python.WaitForExit().ShouldBe(0, python.Everything);
        python.Output.Select(line => JsonDocument.Parse(line).RootElement.GetProperty("op").GetString()).ShouldBe(
            ["welcome", "catalogue", "snapshot", "time", "error", "error", "error"]);
    }
}
