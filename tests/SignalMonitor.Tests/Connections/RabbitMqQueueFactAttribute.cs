using Testing.Brokers;

namespace SignalMonitor.Tests.Connections;

/// <summary>A fact that needs RabbitMQ; where it is not installed it is skipped, and says why.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class RabbitMqQueueFactAttribute : FactAttribute
{
    public RabbitMqQueueFactAttribute() => Skip = RabbitMqServer.Missing;
}
