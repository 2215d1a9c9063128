namespace Benchmarks.Scaling;

/// <summary>One number for each kind of process of a run.</summary>
/// <param name="Simulator">The rigs, which are one process.</param>
/// <param name="Connectors">All connectors with their bridges.</param>
/// <param name="Broker">RabbitMQ with the processes below it.</param>
/// <param name="Monitor">The monitor.</param>
public sealed record ByRole(double Simulator, double Connectors, double Broker, double Monitor)
{
    /// <summary>All together.</summary>
    public double Total => Simulator + Connectors + Broker + Monitor;

    /// <summary>What came since an earlier reading, for each of some seconds.</summary>
    public ByRole Rate(ByRole earlier, double seconds) => new(
        (Simulator - earlier.Simulator) / seconds,
        (Connectors - earlier.Connectors) / seconds,
        (Broker - earlier.Broker) / seconds,
        (Monitor - earlier.Monitor) / seconds);
}
