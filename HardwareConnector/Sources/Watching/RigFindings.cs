namespace HardwareConnector.Sources.Watching;

/// <summary>What was found at a stream of a rig since the process began. Written by the source thread, read by any.</summary>
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

    /// <summary>Error code of the last block that the rig called invalid; 0 when there was none.</summary>
    public long LastErrorCode => Volatile.Read(ref _lastErrorCode);

    /// <summary>How full the rig says that its buffer is, 0 to 1000.</summary>
    public long BufferPerMille => Volatile.Read(ref _bufferPerMille);

    /// <summary>The most of it.</summary>
    public long BufferPeakPerMille => Volatile.Read(ref _bufferPeakPerMille);

    /// <summary>By how much the rig's clock was stepped last, in ns; above 0 forward.</summary>
    public long LastClockStepNs => Volatile.Read(ref _lastClockStepNs);

    /// <summary>How much faster the rig's due times run than its sample counter, in ppm; 0 until it is known.</summary>
    public double ClockPpm => Volatile.Read(ref _clockPpm);

    /// <summary>How often something was found.</summary>
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

/// <summary>What a rig can do wrong without breaking the link. docs/faults.md says what each means.</summary>
public enum RigFinding
{
    /// <summary>Blocks whose samples came before, or were declared lost already: dropped.</summary>
    Repeated,

    /// <summary>The sample counter went back, and counts on from there.</summary>
    CountedAnew,

    /// <summary>Blocks with fewer points than described.</summary>
    ShortBlocks,

    /// <summary>Blocks without a point.</summary>
    EmptyBlocks,

    /// <summary>Blocks that the rig itself called invalid by an error code: declared lost.</summary>
    ErrorCodes,

    /// <summary>The rig's clock was stepped against its sample counter.</summary>
    ClockSteps,

    /// <summary>A Count column went back: a counter that wrapped, or was reset.</summary>
    CountsBack,

    /// <summary>Blocks with a NaN or an infinity among their values.</summary>
    NonFiniteBlocks,

    /// <summary>Columns that stopped changing.</summary>
    Stuck,

    /// <summary>The rig described itself anew.</summary>
    Described,
}
