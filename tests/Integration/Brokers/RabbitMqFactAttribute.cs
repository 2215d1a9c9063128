using Testing.Brokers;

namespace Integration.Brokers;

/// <summary>A fact that needs RabbitMQ; where it is not installed it is skipped, and says why.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class RabbitMqFactAttribute : FactAttribute
{
    public RabbitMqFactAttribute() => Skip = RabbitMqServer.Missing;
}
