namespace FuncLibs.GroundTruth;

/// <summary>
/// Takes the truth of a run while it runs. All members are called by the block thread alone, do not allocate and never
/// wait, unless the sink was made for a run without a clock. Texts are kept by reference: the caller makes them once,
/// at set-up. Indices are those of base samples; docs/score.md has the lines.
/// </summary>
public interface IGroundTruthSink
{
    /// <summary>A closed cycle; see <see cref="CycleLine"/>.</summary>
    void Cycle(
        string channel,
        string sensor,
        long number,
        long index,
        double peak,
        long peakIndex,
        double valley,
        long valleyIndex);

    /// <summary>A property of the specimen; see <see cref="PropertyLine"/>.</summary>
    void Property(string channel, string name, double value, string unit, long index);

    /// <summary>The specimen broke; see <see cref="BreakLine"/>.</summary>
    void Break(string channel, long index, double force);

    /// <summary>A value was beyond a limit in [from, to); see <see cref="ExcursionLine"/>.</summary>
    void Excursion(string channel, string sensor, ExcursionLimit limit, double value, long from, long to);

    /// <summary>Another control mode; see <see cref="ModeLine"/>.</summary>
    void Mode(string channel, string mode, long index, double band);

    /// <summary>A fault in [from, to); see <see cref="FaultLine"/>.</summary>
    void Fault(string fault, long from, long to, string? channel, string? sensor, string detail);

    /// <summary>How far the run is, after each block: the last line has the final values.</summary>
    void Progress(long blocks, long samples);
}

/// <summary>Discards the ground truth.</summary>
public sealed class NullGroundTruthSink : IGroundTruthSink
{
    private NullGroundTruthSink()
    {
    }

    /// <summary>The only one.</summary>
    public static NullGroundTruthSink Instance { get; } = new();

    /// <inheritdoc/>
    public void Cycle(
        string channel,
        string sensor,
        long number,
        long index,
        double peak,
        long peakIndex,
        double valley,
        long valleyIndex)
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
    public void Excursion(string channel, string sensor, ExcursionLimit limit, double value, long from, long to)
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
    public void Progress(long blocks, long samples)
    {
    }
}
