using System.Net.Security;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using FuncLibs.Messaging.RigLink;
using RigAdapter;

// A rig adapter: listens, and serves one connector after another until Ctrl+C or SIGTERM.
//   dotnet run --project samples/rig-adapter-csharp -- [PORT] [--listen ADDRESS] [--tls CERTIFICATE KEY]
//     [--token-file FILE]
AdapterOptions options = AdapterOptions.Parse(args);
using var stop = new CancellationTokenSource();
void Stop(PosixSignalContext signal)
{
    signal.Cancel = true;
    stop.Cancel();
}

using PosixSignalRegistration interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop);
using PosixSignalRegistration terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop);

using var listener = new Socket(options.Listen.AddressFamily, SocketType.Stream, ProtocolType.Tcp);
listener.Bind(options.Listen);
listener.Listen(1);
Console.WriteLine($"listening link {options.Scheme}://{listener.LocalEndPoint}");

var rig = new Rig();
var clock = new RigClock(TimeProvider.System);
while (!stop.IsCancellationRequested)
{
    try
    {
        using Socket connector = await listener.AcceptAsync(stop.Token);
        connector.NoDelay = true;
        if (!TryOpen(connector, out LinkConnection? connection))
            continue;
        using LinkConnection opened = connection!;
        var session = new ConnectorSession(opened, options.Token, rig, clock, TimeProvider.System);
        string reason = session.Run(stop.Token);
        Console.WriteLine($"sent {session.Sent} blocks; {reason}");
    }
    catch (OperationCanceledException)
    {
        break;
    }
}

bool TryOpen(Socket connector, out LinkConnection? connection)
{
    if (options.Tls is not SslServerAuthenticationOptions tls)
    {
        connection = LinkConnection.Over(connector);
        return true;
    }

    LinkOutcome outcome =
        TlsLinkConnection.Accept(connector, tls, check: null, TimeProvider.System, out connection, stop.Token);
    if (!outcome.IsOk)
        Console.Error.WriteLine(outcome);
    return outcome.IsOk;
}
