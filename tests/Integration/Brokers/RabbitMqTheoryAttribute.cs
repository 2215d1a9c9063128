using Testing.Brokers;

namespace Integration.Brokers;

/// <summary>A theory that needs RabbitMQ; where it is not installed it is skipped, and says why.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class RabbitMqTheoryAttribute : TheoryAttribute
{
    public RabbitMqTheoryAttribute() => Skip = RabbitMqServer.Missing;
}
