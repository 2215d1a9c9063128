using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Runtime.InteropServices;
using RigAdapter;

// A rig adapter: listens, and serves one connector after another until Ctrl+C or SIGTERM.
//   dotnet run --project samples/rig-adapter-csharp -- [PORT]
int port = args.Length > 0 ? int.Parse(args[0], CultureInfo.InvariantCulture) : 5555;
using var stop = new CancellationTokenSource();
void Stop(PosixSignalContext signal)
{
    signal.Cancel = true;
    stop.Cancel();
}

using PosixSignalRegistration interrupt = PosixSignalRegistration.Create(PosixSignal.SIGINT, Stop);
using PosixSignalRegistration terminate = PosixSignalRegistration.Create(PosixSignal.SIGTERM, Stop);

using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
listener.Bind(new IPEndPoint(IPAddress.Loopback, port));
listener.Listen(1);
Console.WriteLine($"listening link tcp://{listener.LocalEndPoint}");

var rig = new Rig();
var clock = new RigClock(TimeProvider.System);
while (!stop.IsCancellationRequested)
{
    try
    {
        using Socket connector = await listener.AcceptAsync(stop.Token);
        connector.NoDelay = true;
        var session = new ConnectorSession(connector, rig, clock, TimeProvider.System);
        string reason = session.Run(stop.Token);
        Console.WriteLine($"sent {session.Sent} blocks; {reason}");
    }
    catch (OperationCanceledException)
    {
        break;
    }
}
