using System.Net.Sockets;
using System.Text;
using Testing;

namespace FuncLibs.Hosting.Tests.Supervision;

/// <summary>A program under a real notification socket, as systemd gives one to a service.</summary>
public sealed class WatchdogTests : IDisposable
{
    private const int LimitMs = 60_000;
    private readonly TemporaryFolder _folder = new();
    private readonly Socket _manager = new(AddressFamily.Unix, SocketType.Dgram, ProtocolType.Unspecified);

    public WatchdogTests()
    {
        _manager.Bind(new UnixDomainSocketEndPoint(_folder.File("notify")));
        _manager.ReceiveTimeout = LimitMs;
    }

    public void Dispose()
    {
        _manager.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Run_LoopTurns_TellsReadinessFeedsTheWatchdogAndTellsTheStop()
    {
        using ProbeProcess probe = Start("400000");
        Receive().ShouldBe("READY=1");
        for (int i = 0; i < 3; i++)
            Receive().ShouldBe("WATCHDOG=1");
        await probe.SignalAsync("TERM");
        (await probe.EndAsync()).ExitCode.ShouldBe(0);
        Rest().ShouldContain("STOPPING=1");
    }

    [Fact]
    public async Task Run_LoopIsStuck_StopsFeedingAndNamesTheLoop()
    {
        using ProbeProcess probe = Start("400000", "--Loop:End", "sticks");
        await probe.WaitForErrorAsync("thread probe has not moved for");
        Drain();

        // From here on the watchdog gets nothing; what still comes is the stop.
        await probe.SignalAsync("TERM");
        Receive().ShouldBe("STOPPING=1");
        (await probe.EndAsync()).ExitCode.ShouldBe(0);
    }

    private ProbeProcess Start(string watchdog, params string[] args) => ProbeProcess.StartWith(
        new() { ["NOTIFY_SOCKET"] = _folder.File("notify"), ["WATCHDOG_USEC"] = watchdog }, args);

    private string Receive()
    {
        byte[] message = new byte[256];
        return Encoding.UTF8.GetString(message, 0, _manager.Receive(message));
    }

    private List<string> Rest()
    {
        List<string> rest = [];
        while (_manager.Available > 0)
            rest.Add(Receive());
        return rest;
    }

    private void Drain() => _ = Rest();
}
