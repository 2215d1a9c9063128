using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Transport;
using FuncLibs.Messaging.Transport.ZeroMq;
using SignalMonitor.Computation;
using SignalMonitor.Connections;
using SignalMonitor.Health;
using SignalMonitor.Receiving;
using SignalMonitor.Streams;
using SignalMonitor.Tests.Receiving;
using Testing;

namespace SignalMonitor.Tests.Health;

/// <summary>A connection that is not run: its state and its stream are what the test makes of them.</summary>
internal sealed class ReportRig : IDisposable
{
    private readonly ZeroMqTransport _transport = new(new SocketLimits(), TimeProvider.System);

    public ReportRig()
    {
        Connections = new MonitorConnections(
            [
                new MonitorConnection(
                    new(),
                    new DeliveryOptions { OnHole = GapPolicy.Skip },
                    new ComputeOptions(),
                    _transport,
                    BuiltInSerializers.CreateRegistry(),
                    Time),
            ]);
        Report = new HealthReport(Connections, Time);
        Stream = Connections.All[0].Receive.Streams.FindOrAdd(TestStream.Publisher, TestStream.Id, "main")!;
    }

    public FakeTime Time { get; } = new();

    public MonitorConnections Connections { get; }

    public HealthReport Report { get; }

    public MonitoredStream Stream { get; }

    public ConnectionState State => Connections.All[0].Receive.State;

    public void Deliver(params ulong[] sequences) =>
        Stream.Feed(sequences.Select(sequence => IntakeRig.DataHeader(sequence)));

    public void Dispose()
    {
        Connections.Dispose();
        _transport.Dispose();
    }
}
