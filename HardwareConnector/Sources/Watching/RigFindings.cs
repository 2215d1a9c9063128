namespace HardwareConnector.Sources.Watching;

/// <summary>
/// Findings at a stream of a rig since the start of the process. Written by the source thread, read by any.
/// </summary>
public sealed class RigFindings
{
    private readonly long[] _counts = new long[Kinds.Length];
    private long _lastErrorCode;
    private long _bufferPerMille;
    private long _bufferPeakPerMille;
    private long _lastClockStepNs;
    private double _clockPpm;

    /// <summary>All kinds, in the order of the enumeration.</summary>
    public static RigFinding[] Kinds { get; } = Enum.GetValues<RigFinding>();

    /// <summary>Error code of the last block that the rig marked invalid; 0 for none.</summary>
    public long LastErrorCode => Volatile.Read(ref _lastErrorCode);

    /// <summary>Fill level of the rig's buffer as reported, 0 to 1000.</summary>
    public long BufferPerMille => Volatile.Read(ref _bufferPerMille);

    /// <summary>Its maximum.</summary>
    public long BufferPeakPerMille => Volatile.Read(ref _bufferPeakPerMille);

    /// <summary>Last step of the rig's clock in ns; positive = forward.</summary>
    public long LastClockStepNs => Volatile.Read(ref _lastClockStepNs);

    /// <summary>
    /// Drift of the rig's due times against its sample counter in ppm; positive = faster, 0 until known.
    /// </summary>
    public double ClockPpm => Volatile.Read(ref _clockPpm);

    /// <summary>Number of findings of a kind.</summary>
    public long CountOf(RigFinding kind) => Volatile.Read(ref _counts[(int)kind]);

    internal void Count(RigFinding kind) => Volatile.Write(ref _counts[(int)kind], _counts[(int)kind] + 1);

    internal void Header(int errorCode, int bufferPerMille)
    {
        Volatile.Write(ref _bufferPerMille, bufferPerMille);
        if (bufferPerMille > _bufferPeakPerMille)
            Volatile.Write(ref _bufferPeakPerMille, bufferPerMille);
        if (errorCode == 0)
            return;
        Volatile.Write(ref _lastErrorCode, errorCode);
        Count(RigFinding.ErrorCodes);
    }

    internal void ClockStep(long stepNs)
    {
        Volatile.Write(ref _lastClockStepNs, stepNs);
        Count(RigFinding.ClockSteps);
    }

    internal void Drift(double ppm) => Volatile.Write(ref _clockPpm, ppm);
}

/// <summary>Faults of a rig that do not break the link, described in docs/faults.md.</summary>
public enum RigFinding
{
    /// <summary>Blocks whose samples were received before, or are already declared lost: dropped.</summary>
    Repeated,

    /// <summary>The sample counter went back and continues from there.</summary>
    CounterRestarted,

    /// <summary>Blocks with fewer points than described.</summary>
    ShortBlocks,

    /// <summary>Blocks without a point.</summary>
    EmptyBlocks,

    /// <summary>Blocks that the rig marked invalid by an error code: declared lost.</summary>
    ErrorCodes,

    /// <summary>The rig's clock was stepped against its sample counter.</summary>
    ClockSteps,

    /// <summary>A Count column went back: a counter that wrapped, or was reset.</summary>
    CountsBack,

    /// <summary>Blocks with a NaN or an infinity among their values.</summary>
    NonFiniteBlocks,

    /// <summary>Columns that stopped changing.</summary>
    Stuck,

    /// <summary>The rig sent a changed description.</summary>
    Described,
}
