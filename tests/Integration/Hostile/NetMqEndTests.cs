using System.Net.Sockets;
using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Hostile;

/// <summary>
/// Bytes that NetMQ 4.0.4.5 does not survive: its I/O thread throws and the process ends. It must say so, with exit
/// code 1, and the next run must know exactly where this one ended. Two more sequences end a NetMQ without limits; the
/// limit of messages refuses those.
/// </summary>
public sealed class NetMqEndTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private static readonly byte[] Greeting = [0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0x7F, 3, 0, .. "NULL"u8, .. new byte[48]];

    private static readonly Dictionary<string, byte[]> Fatal = new()
    {
        ["a READY with a property of a negative length"] =
            [.. Greeting, 4, 25, 5, .. "READY"u8, 11, .. "Socket-Type"u8, 0xFF, 0xFF, 0xFF, 0xFF, .. "SUB"u8],
        ["a command of no bytes after a READY"] =
            [.. Greeting, 4, 25, 5, .. "READY"u8, 11, .. "Socket-Type"u8, 0, 0, 0, 3, .. "SUB"u8, 4, 0],
    };

    public static TheoryData<string> FatalBytes => [.. Fatal.Keys];

    [Theory]
    [MemberData(nameof(FatalBytes))]
    public void PublishPort_FatalBytes_EndsWithALineAndAnExactEpoch(string bytes)
    {
        using HostProcess connector = Start(Hosts.AnyPort, Hosts.AnyPort);
        string publish = connector.Endpoint("publish");
        string control = connector.Endpoint("control");
        using HostProcess monitor =
            Hosts.StartMonitor(_folder.File("monitor"), publish, control, "--Transport:Library", "netmq");
        var view = new MonitorView(monitor);
        view.WaitForMore(Hosts.Rate / 2);
        ulong epoch = EpochOf(connector.Json("/health"));

        using Socket peer = Attacks.Connect(connector.Port("publish"));
        peer.Send(Fatal[bytes]);
        connector.WaitForExit().ShouldBe(1, connector.Everything);
        connector.Errors.ShouldContain(
            line => line.Contains("HardwareConnector died: unhandled exception", StringComparison.Ordinal),
            connector.Everything);

        using HostProcess next = Start(publish, control);
        next.WaitForError($"epoch {epoch} of stream 1 ended at");
        next.Errors.Single(line => line.Contains($"epoch {epoch} of stream 1 ended at", StringComparison.Ordinal))
            .ShouldContain("exact: True", Case.Insensitive);
        EpochOf(next.Json("/health")).ShouldBeGreaterThan(epoch);
        view.WaitForStatus("ok");
        view.WaitForMore(Hosts.Rate / 2);
        view.Account.ShouldSatisfyAllConditions(
            a => a.Closes.ShouldBeTrue(), a => a.Missing.ShouldBe(0), a => a.DeclaredLost.ShouldBe(0));
    }

    public void Dispose() => _folder.Dispose();

    private HostProcess Start(string publish, string control) => Hosts.StartSelfFed(
        _folder.File("connector"),
        "--Publish:Endpoint", publish, "--Control:Endpoint", control, "--Transport:Library", "netmq", "--Journal:RingMiB", "8");

    private static ulong EpochOf(JsonElement health) => health.GetProperty("epoch").GetUInt64();
}
