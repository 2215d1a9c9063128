using FuncLibs.Amqp;
using FuncLibs.Amqp.Publishing;

namespace HardwareConnector.Bridge;

/// <summary>Where the bridge publishes to.</summary>
/// <param name="Broker">The broker, for people: without its account.</param>
/// <param name="FindBroker">
/// The broker with its account and whom it trusts, which may have been replaced since; called before each attempt to
/// connect, and throws <see cref="BrokerException"/> where they cannot be read now.
/// </param>
/// <param name="Queue">The queue.</param>
/// <param name="Window">What may be unconfirmed.</param>
internal sealed record BridgePlan(
    string Broker, Func<BrokerAddress> FindBroker, StreamQueue Queue, PublishWindow Window);
