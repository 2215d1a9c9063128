namespace Testing.Brokers;

/// <summary>
/// One server that the tests of a class or a collection share. It starts with the first test that asks for it, so a
/// machine without RabbitMQ can skip them all. Each test has queues of its own.
/// </summary>
public sealed class RabbitMqFixture : IDisposable
{
    private readonly Lazy<RabbitMqServer> _server = new(RabbitMqServer.StartNew);

    /// <summary>The server.</summary>
    public RabbitMqServer Server => _server.Value;

    /// <inheritdoc/>
    public void Dispose()
    {
        if (_server.IsValueCreated)
            _server.Value.Dispose();
    }
}
