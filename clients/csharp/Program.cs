using System.Globalization;
using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Transport;
using TelemetryClient;

// A consumer of a connector, and a reader of its journal, over the packages alone.
//   telemetry-client watch PUBLISH CONTROL BLOCKS [DROP-EVERY]
//   telemetry-client read FOLDER
switch (args)
{
    case ["watch", var publish, var control, var blocks, .. var more] when more.Length <= 1:
        return Watch(publish, control, Number(blocks), more is [var every] ? Number(every) : 0);
    case ["read", var folder]:
        return RecordingReader.Print(folder, Console.Out, Console.Error);
    default:
        Console.Error.WriteLine("use: telemetry-client watch PUBLISH CONTROL BLOCKS [DROP-EVERY]");
        Console.Error.WriteLine("     telemetry-client read FOLDER");
        return 2;
}

static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);

static int Watch(string publish, string control, int blocks, int dropEvery)
{
    using ITransport transport =
        TransportFactory.Create(new TransportOptions(), new SocketLimits(), TimeProvider.System);
    using var subscriber = new Subscriber(transport, Endpoint.Parse(publish), Endpoint.Parse(control))
    {
        DropEvery = dropEvery,
    };
    var signals = new SignalPrinter(Console.Out);
    subscriber.Run(blocks, signals.Print);
    foreach (string account in subscriber.Accounts())
        Console.WriteLine(account);
    return 0;
}
