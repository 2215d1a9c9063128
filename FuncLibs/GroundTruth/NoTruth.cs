using FuncLibs.GroundTruth.Lines;

namespace FuncLibs.GroundTruth;

/// <summary>Nobody wants the truth.</summary>
public sealed class NoTruth : ITruthSink
{
    private NoTruth()
    {
    }

    /// <summary>The only one.</summary>
    public static NoTruth Instance { get; } = new();

    /// <inheritdoc/>
    public void Cycle(string channel, string sensor, long number, long index, double peak, long peakIndex, double valley, long valleyIndex)
    {
    }

    /// <inheritdoc/>
    public void Property(string channel, string name, double value, string unit, long index)
    {
    }

    /// <inheritdoc/>
    public void Break(string channel, long index, double force)
    {
    }

    /// <inheritdoc/>
    public void Excursion(string channel, string sensor, TruthLimit limit, double value, long from, long to)
    {
    }

    /// <inheritdoc/>
    public void Mode(string channel, string mode, long index, double band)
    {
    }

    /// <inheritdoc/>
    public void Fault(string fault, long from, long to, string? channel, string? sensor, string detail)
    {
    }

    /// <inheritdoc/>
    public void Ran(long blocks, long samples)
    {
    }
}
