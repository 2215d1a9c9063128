using Testing.Brokers;

namespace FuncLibs.Tests.Amqp;

/// <summary>A fact that needs RabbitMQ; where it is not installed it is skipped, and says why.</summary>
[AttributeUsage(AttributeTargets.Method)]
internal sealed class QueueFactAttribute : FactAttribute
{
    public QueueFactAttribute() => Skip = RabbitMqServer.Missing;
}
