using System.Globalization;
using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport;
using TelemetryClient;

// A consumer of a connector, and a reader of its journal, over the packages alone.
//   telemetry-client watch PUBLISH CONTROL BLOCKS [DROP-EVERY [KEY-FILE SERVER-PUB-FILE]]
//   telemetry-client read FOLDER
switch (args)
{
    case ["watch", var publish, var control, var blocks, .. var more] when more.Length is 0 or 1 or 3:
        int dropEvery = more is [var every, ..] ? Number(every) : 0;
        return Watch(publish, control, Number(blocks), dropEvery, more is [_, .. var keys] ? keys : []);
    case ["read", var folder]:
        return RecordingReader.Print(folder, Console.Out, Console.Error);
    default:
        Console.Error.WriteLine(
            "use: telemetry-client watch PUBLISH CONTROL BLOCKS [DROP-EVERY [KEY-FILE SERVER-PUB-FILE]]");
        Console.Error.WriteLine("     telemetry-client read FOLDER");
        return 2;
}

static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);

// With keys: the own file with its secret, and the public key of the connector.
static int Watch(string publish, string control, int blocks, int dropEvery, string[] keys)
{
    KeyFile? own = null;
    KeyFile? server = null;
    string? fault = null;
    if (keys is [var ownPath, var serverPath]
        && !(KeyFile.TryReadOwn(ownPath, out own, out fault) && KeyFile.TryRead(serverPath, out server, out fault)))
    {
        Console.Error.WriteLine(fault);
        return 2;
    }

    using ITransport transport = TransportFactory.Create(
        new TransportOptions(), new SocketLimits(), TimeProvider.System, new TransportKeys { Own = own });
    using var subscriber = new Subscriber(
        transport, Endpoint.Parse(publish), Endpoint.Parse(control), server?.Public)
    {
        DropEvery = dropEvery,
    };
    var signals = new SignalPrinter(Console.Out);
    subscriber.Run(blocks, signals.Print);
    foreach (string account in subscriber.Accounts())
        Console.WriteLine(account);
    return 0;
}
