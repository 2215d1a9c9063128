using System.Globalization;
using System.Net.Sockets;
using System.Security.Authentication;
using FuncLibs.Runtime.Diagnostics;
using RabbitMQ.Client.Events;
using RabbitMQ.Client.Exceptions;

namespace FuncLibs.Amqp;

/// <summary>Why a broker cannot be used now.</summary>
/// <param name="Kind">What it is of.</param>
/// <param name="Text">One line for people, with what to do where a person is needed.</param>
public sealed record BrokerFault(BrokerFaultKind Kind, string Text)
{
    private const int ConnectionForced = 320;
    private const int AccessRefused = 403;
    private const int NotFound = 404;
    private const int ResourceLocked = 405;
    private const int PreconditionFailed = 406;
    private const int NotAllowed = 530;

    /// <inheritdoc/>
    public override string ToString() => Text;

    /// <summary>True for what the client library throws when a broker cannot be used.</summary>
    internal static bool IsOfBroker(Exception exception) => exception
        is RabbitMQClientException or IOException or SocketException or TimeoutException or ObjectDisposedException
        or InvalidOperationException or AuthenticationException
        or OperationCanceledException;

    /// <summary>True for an exception by which a stop was asked for.</summary>
    internal static bool IsStop(Exception exception, CancellationToken stop) =>
        exception is OperationCanceledException && stop.IsCancellationRequested;

    /// <summary>The fault of all nodes of an address: the first one for which a person is needed, if any.</summary>
    /// <param name="faults">That of each node; at least one.</param>
    internal static BrokerFault OfNodes(IReadOnlyList<BrokerFault> faults)
    {
        BrokerFault worst = faults.FirstOrDefault(fault => fault.Kind != BrokerFaultKind.Unreachable) ?? faults[0];
        return faults.Count == 1 ? worst
            : worst with { Text = $"{worst.Text} (of {faults.Count} nodes none can be used)" };
    }

    /// <summary>The fault of a node that could not be connected to.</summary>
    internal static BrokerFault OfNode(Exception exception, BrokerAddress node, StreamQueue queue)
    {
        BrokerFault fault = Of(exception, node, queue);
        return fault.Kind == BrokerFaultKind.Unreachable && !node.UsesTls && IsNoAmqp(exception.GetBaseException())
            ? fault with { Text = $"{fault.Text}; if that port is for TLS, use amqps://" } : fault;
    }

    /// <summary>The fault of an exception.</summary>
    internal static BrokerFault Of(Exception exception, BrokerAddress address, StreamQueue queue) =>
        FindKnown(exception, address, queue)
            ?? (exception.InnerException is { } inner ? Of(inner, address, queue) : OfOther(exception, address));

    private static BrokerFault? FindKnown(Exception one, BrokerAddress address, StreamQueue queue) => one switch
    {
        BrokerException known => known.Fault,
        PossibleAuthenticationFailureException => new(
            BrokerFaultKind.Credentials,
            $"the broker {address} refuses user '{OneLine.Format(address.User)}': wrong user or password"),
        OperationInterruptedException { ShutdownReason: { } reason } => Of(reason, address, queue),
        AuthenticationException => new(
            BrokerFaultKind.Unreachable,
            $"no TLS with the broker {address}: {OneLine.Format(one)} If that port is without TLS, use its port for TLS "
                + "(5671), or amqp:// on this machine or a network of its own"),
        _ => null,
    };

    private static BrokerFault OfOther(Exception cause, BrokerAddress address)
    {
        string text = cause switch
        {
            OperationCanceledException => "no answer in time",
            EndOfStreamException or InvalidOperationException => "it ended the connection",
            _ => OneLine.Format(cause),
        };
        return new(BrokerFaultKind.Unreachable, $"the broker {address} cannot be reached: {text}");
    }

    private static bool IsNoAmqp(Exception cause) => cause is EndOfStreamException or MalformedFrameException
        or PacketNotRecognizedException or InvalidOperationException or OperationCanceledException
        or SocketException { SocketErrorCode: SocketError.ConnectionReset };

    // The broker refused a message, or waited too long for an acknowledgement; the queue is as it should be.
    private static bool IsOfMessage(string said) =>
        said.Contains("message size", StringComparison.Ordinal)
            || said.Contains("acknowledgement", StringComparison.Ordinal);

    /// <summary>The fault for which a channel or connection was closed.</summary>
    internal static BrokerFault Of(ShutdownEventArgs reason, BrokerAddress address, StreamQueue queue)
    {
        string said = OneLine.Format(reason.ReplyText);
        return (int)reason.ReplyCode switch
        {
            AccessRefused => new(
                BrokerFaultKind.Permission,
                $"user '{OneLine.Format(address.User)}' lacks a permission for {queue.Name} ({said}); "
                    + "docs/amqp.md lists the permissions"),
            NotAllowed => new(
                BrokerFaultKind.Permission,
                $"user '{OneLine.Format(address.User)}' may not use virtual host '{OneLine.Format(address.VirtualHost)}'"
                    + $" of {address}, or there is none ({said})"),
            NotFound => new(
                BrokerFaultKind.Missing,
                $"{queue.Name} is not at the broker ({said}); if its home node stays down, delete the queue: the bridge "
                    + "declares it again and publishes what the journal has"),
            ResourceLocked => new(
                BrokerFaultKind.Locked,
                $"another bridge publishes to {queue.Name}, or for the same site and rig to exchange {queue.Exchange} "
                    + $"({said}); or a broken connection of this one is not closed yet. A queue takes one bridge, and "
                    + "a rig has one"),
            PreconditionFailed when !IsOfMessage(said) => new(
                BrokerFaultKind.WrongQueue,
                $"queue or exchange of the name {queue.Name} or {queue.Exchange} is there with other properties "
                    + $"({said}); use another name, set the options as it was declared, or delete it"),
            ConnectionForced => new(BrokerFaultKind.Closed, $"the broker closed the connection ({said})"),
            _ => new(
                BrokerFaultKind.Closed,
                string.Create(
                    CultureInfo.InvariantCulture, $"the connection to {address} ended ({reason.ReplyCode} {said})")),
        };
    }
}

/// <summary>What a fault of a broker is of.</summary>
public enum BrokerFaultKind
{
    /// <summary>Nothing: the value of <c>default</c>.</summary>
    None,

    /// <summary>It cannot be reached.</summary>
    Unreachable,

    /// <summary>Its certificate is not trusted.</summary>
    Certificate,

    /// <summary>User or password are wrong.</summary>
    Credentials,

    /// <summary>The user lacks a permission.</summary>
    Permission,

    /// <summary>A queue or exchange of the name has another type or other arguments.</summary>
    WrongQueue,

    /// <summary>Another bridge is connected.</summary>
    Locked,

    /// <summary>The queue is not there.</summary>
    Missing,

    /// <summary>The connection ended.</summary>
    Closed,

    /// <summary>The broker did not take a message.</summary>
    Refused,
}
