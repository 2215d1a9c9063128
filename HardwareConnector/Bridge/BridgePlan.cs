using FuncLibs.Amqp;
using FuncLibs.Amqp.Publishing;

namespace HardwareConnector.Bridge;

/// <summary>Where the bridge publishes to.</summary>
/// <param name="Broker">The broker, with its account.</param>
/// <param name="Queue">The queue.</param>
/// <param name="Window">What may be unconfirmed.</param>
internal sealed record BridgePlan(BrokerAddress Broker, StreamQueue Queue, PublishWindow Window);
