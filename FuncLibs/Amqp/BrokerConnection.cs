using System.Net.Security;
using System.Security.Authentication;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Diagnostics;
using RabbitMQ.Client;

namespace FuncLibs.Amqp;

/// <summary>Connections to a broker, with what every one of them sets.</summary>
internal static class BrokerConnection
{
    // Beyond the longest frame and its AMQP framing; the library then refuses a body before it allocates.
    private const int EnvelopeBytes = 64 << 10;

    private static readonly TimeSpan ConnectLimit = TimeSpan.FromSeconds(5);

    // The library waits without end for the first word of a peer, and for the rest of a frame.
    private static readonly TimeSpan NodeLimit = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan CloseLimit = TimeSpan.FromSeconds(3);

    /// <summary>
    /// Connects to the first node that answers, in their order. Automatic recovery is off: it subscribes again at the
    /// first offset, and publishes nothing again.
    /// </summary>
    /// <exception cref="BrokerException">Not now.</exception>
    public static async Task<IConnection> OpenAsync(
        BrokerAddress address, StreamQueue queue, string name, FrameLimits limits, CancellationToken stop)
    {
        ConnectionFactory factory = new()
        {
            AutomaticRecoveryEnabled = false,
            TopologyRecoveryEnabled = false,
            UserName = address.User,
            Password = address.Password,
            VirtualHost = address.VirtualHost,
            RequestedHeartbeat = address.Heartbeat,
            RequestedConnectionTimeout = ConnectLimit,
            HandshakeContinuationTimeout = ConnectLimit,
            ContinuationTimeout = 2 * ConnectLimit,
            ConsumerDispatchConcurrency = 1,
            MaxInboundMessageBodySize = (uint)limits.MaxPayloadBytes + EnvelopeBytes,
        };
        List<BrokerFault> faults = [];
        Exception? first = null;
        foreach ((string Host, int Port) node in address.Nodes)
        {
            BrokerAddress one = address.At(node);
            using CancellationTokenSource limit = CancellationTokenSource.CreateLinkedTokenSource(stop);
            limit.CancelAfter(NodeLimit);
            try
            {
                return await factory.CreateConnectionAsync([EndpointOf(node, one, factory)], name, limit.Token)
                    .ConfigureAwait(false);
            }
            catch (Exception e) when (BrokerFault.IsOfBroker(e) && !BrokerFault.IsStop(e, stop))
            {
                stop.ThrowIfCancellationRequested();
                first ??= e;
                faults.Add(BrokerFault.OfNode(e, one, queue));
            }
        }

        throw new BrokerException(BrokerFault.OfNodes(faults), first!);
    }

    /// <summary>
    /// Closes, and waits for it for some seconds at most: to a peer that vanished the library writes until the system
    /// gives up.
    /// </summary>
    public static async Task CloseAsync(IConnection connection)
    {
        try
        {
            await EndAsync(connection).WaitAsync(CloseLimit).ConfigureAwait(false);
        }
        catch (Exception e) when (BrokerFault.IsOfBroker(e))
        {
            // It is over either way.
        }
    }

    /// <summary>Closes a channel, whatever its state, and waits for it as for a connection.</summary>
    public static async Task CloseAsync(IChannel channel)
    {
        try
        {
            await channel.CloseAsync(CancellationToken.None).WaitAsync(CloseLimit).ConfigureAwait(false);
            await channel.DisposeAsync().ConfigureAwait(false);
        }
        catch (Exception e) when (BrokerFault.IsOfBroker(e))
        {
            // It is over either way.
        }
    }

    private static async Task EndAsync(IConnection connection)
    {
        await connection.CloseAsync(
            Constants.ReplySuccess, "end", TimeSpan.FromSeconds(2), abort: true, CancellationToken.None)
            .ConfigureAwait(false);
        await connection.DisposeAsync().ConfigureAwait(false);
    }

    private static AmqpTcpEndpoint EndpointOf(
        (string Host, int Port) node, BrokerAddress address, ConnectionFactory factory) => new(
        node.Host,
        node.Port,
        new SslOption
        {
            Enabled = address.UsesTls,
            ServerName = node.Host,
            CertificateValidationCallback = Naming(address),
        },
        factory.MaxInboundMessageBodySize);

    // The reason, because other failures of a handshake have the same exception and are not of the certificate.
    private static RemoteCertificateValidationCallback? Naming(BrokerAddress address) =>
        address.ValidateServer is not { } validate ? null : (stream, shown, chain, errors) =>
        {
            try
            {
                return validate(stream, shown, chain, errors);
            }
            catch (AuthenticationException e)
            {
                string text = $"no TLS with the broker {address}: {OneLine.Format(e)}";
                throw new BrokerException(new BrokerFault(BrokerFaultKind.Certificate, text), e);
            }
        };
}
