using System.Net;
using System.Net.Sockets;
using FuncLibs.Amqp;
using FuncLibs.Messaging.Wire;
using RabbitMQ.Client;
using Testing.Brokers;
using Testing.Processes;

namespace FuncLibs.Tests.Amqp;

/// <summary>Connections to an address with several nodes, one of which is a real broker.</summary>
public sealed class BrokerConnectionTests(RabbitMqFixture broker) : IClassFixture<RabbitMqFixture>, IDisposable
{
    private readonly TcpListener _silent = new(IPAddress.Loopback, 0);

    public void Dispose() => _silent.Dispose();

    [QueueFact]
    public async Task Open_FirstNodeRefuses_UsesTheNext()
    {
        await using IConnection connection = await OpenAsync(Hosts.FreePorts(1)[0], broker.Server.Port);

        connection.Endpoint.Port.ShouldBe(broker.Server.Port);
    }

    [QueueFact]
    public async Task Open_FirstNodeSaysNothing_UsesTheNext()
    {
        _silent.Start();

        await using IConnection connection = await OpenAsync(PortOf(_silent), broker.Server.Port);

        connection.Endpoint.Port.ShouldBe(broker.Server.Port);
    }

    [QueueFact]
    public async Task Open_FirstNodeAnswers_LeavesTheNextAlone()
    {
        _silent.Start();

        await using IConnection connection = await OpenAsync(broker.Server.Port, PortOf(_silent));

        _silent.Pending().ShouldBeFalse();
    }

    [Fact]
    public async Task Open_NoNodeAnswers_CountsThem()
    {
        int[] ports = Hosts.FreePorts(2);

        BrokerException e = await Should.ThrowAsync<BrokerException>(() => OpenAsync(ports));

        e.Fault.Kind.ShouldBe(BrokerFaultKind.Unreachable);
        e.Fault.Text.ShouldContain($"amqp://127.0.0.1:{ports[0]} cannot be reached");
        e.Fault.Text.ShouldEndWith("(of 2 nodes none can be used)");
    }

    private static int PortOf(TcpListener listener) => ((IPEndPoint)listener.LocalEndpoint).Port;

    private static Task<IConnection> OpenAsync(params int[] ports)
    {
        string text = $"amqp://{string.Join(',', ports.Select(port => $"127.0.0.1:{port}"))}";
        BrokerAddress.TryParse(text, out BrokerAddress? address, out _).ShouldBeTrue();
        return BrokerConnection.OpenAsync(
            address! with { User = "guest", Password = "guest" },
            new StreamQueue("cdb.lab.rig1", StreamQueue.DefaultExchange, ""),
            "test",
            FrameLimits.Default,
            CancellationToken.None);
    }
}
