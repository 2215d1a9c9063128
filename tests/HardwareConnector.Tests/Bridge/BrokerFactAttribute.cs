using Testing.Brokers;

namespace HardwareConnector.Tests.Bridge;

/// <summary>A fact that needs RabbitMQ; where it is not installed it is skipped, and says why.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class BrokerFactAttribute : FactAttribute
{
    public BrokerFactAttribute() => Skip = RabbitMqServer.Missing;
}
