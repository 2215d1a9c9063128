using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Hostile;

/// <summary>
/// The abort of libzmq that is left: a publisher that a monitor was told to connect to fills its queue, sends PINGs and
/// resets. The monitor's next run must know exactly where this one ended (decision 29).
/// </summary>
public sealed class LibraryAbortTests : IDisposable
{
    private const int Aborted = 134;
    private static readonly byte[] Ready = [4, 25, 5, .. "READY"u8, 11, .. "Socket-Type"u8, 0, 0, 0, 3, .. "PUB"u8];
    private static readonly byte[] Ping = [4, 7, 4, .. "PING"u8, 0, 0];
    private static readonly byte[] Flood = MessagesAndPings();

    private readonly TemporaryFolder _folder = new();
    private readonly string _publish;
    private readonly string _control;
    private readonly int _port;

    public LibraryAbortTests()
    {
        int[] ports = Hosts.FreePorts(2);
        _port = ports[0];
        _publish = $"tcp://127.0.0.1:{ports[0]}";
        _control = $"tcp://127.0.0.1:{ports[1]}";
    }

    [Fact]
    public void Monitor_EndedByAHostilePublisher_ContinuesWithAnExactAccount()
    {
        ulong epoch;
        using (HostProcess connector = StartConnector())
        using (HostProcess monitor = StartMonitor())
        {
            var view = new MonitorView(monitor);
            view.WaitForMore(Hosts.Rate);
            epoch = EpochOf(connector.Json("/health"));
            connector.Signal(ProcessSignals.Kill);
            connector.WaitForExit();
            Attack(monitor);
            monitor.WaitForExit().ShouldBe(Aborted, monitor.Everything);
            monitor.Errors.ShouldContain(
                line => line.Contains("Assertion failed: !_io_error", StringComparison.Ordinal));
        }

        using HostProcess next = StartConnector();
        using HostProcess again = StartMonitor();
        var after = new MonitorView(again);
        EpochOf(next.Json("/health")).ShouldBeGreaterThan(epoch);
        next.WaitForError($"epoch {epoch} of stream 1 ended at");
        after.WaitForStatus("ok");
        after.WaitForMore(Hosts.Rate / 2);
        Eventually.True(() => after.Account is { Missing: 0, Closes: true }, "the account closes");
        after.Account.DeclaredLost.ShouldBe(0);
    }

    public void Dispose() => _folder.Dispose();

    private HostProcess StartConnector() => Hosts.StartSelfFed(
        _folder.File("connector"),
        "--Publish:Endpoint", _publish, "--Control:Endpoint", _control, "--Transport:Library", "libzmq");

    private HostProcess StartMonitor() => Hosts.StartMonitor(
        _folder.File("monitor"), _publish, _control, "--Transport:Library", "libzmq");

    private void Attack(HostProcess monitor)
    {
        var listener = new TcpListener(IPAddress.Loopback, _port);
        listener.Server.SetSocketOption(SocketOptionLevel.Socket, SocketOptionName.ReuseAddress, true);
        listener.Start();
        try
        {
            Eventually.True(
                () =>
                {
                    if (listener.Pending())
                        AttackOnce(listener.AcceptSocket());
                    return !monitor.IsRunning;
                },
                "the monitor is ended");
        }
        finally
        {
            listener.Stop();
        }
    }

    // As much as its kernel takes; its queue is full then.
    private static void AttackOnce(Socket consumer)
    {
        try
        {
            consumer.NoDelay = true;
            consumer.SendTimeout = 200;
            consumer.Send(Attacks.Greeting);
            consumer.Send(Ready);
            for (int i = 0; i < 200; i++)
                consumer.Send(Flood);
        }
        catch (SocketException)
        {
            // The consumer stopped to read.
        }

        consumer.Close(timeout: 0);
    }

    private static byte[] MessagesAndPings()
    {
        var bytes = new List<byte>();
        for (int i = 0; i < 400; i++)
        {
            for (int k = 0; k < 20; k++)
                bytes.AddRange([0, 1, (byte)'x']);
            bytes.AddRange(Ping);
        }

        return [.. bytes];
    }

    private static ulong EpochOf(JsonElement health) => health.GetProperty("epoch").GetUInt64();
}
