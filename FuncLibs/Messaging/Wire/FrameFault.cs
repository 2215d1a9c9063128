namespace FuncLibs.Messaging.Wire;

/// <summary>
/// Why a frame was refused. The values index counters; <see cref="None"/> is not a success by itself.
/// </summary>
public enum FrameFault : byte
{
    /// <summary>No fault found.</summary>
    None,

    /// <summary>The header does not begin with "CDB1".</summary>
    Magic,

    /// <summary>A version unknown to this reader.</summary>
    Version,

    /// <summary>Lengths disagree, or the message is not exactly three frames.</summary>
    Length,

    /// <summary>The header CRC does not match.</summary>
    HeaderCrc,

    /// <summary>The payload CRC does not match.</summary>
    PayloadCrc,

    /// <summary>A flag that must not be ignored, or an encryption algorithm without its flag.</summary>
    Flags,

    /// <summary>The payload is longer than the limit.</summary>
    Oversize,

    /// <summary>A kind unknown to this reader.</summary>
    Kind,
}

/// <summary>Refused frames by cause. One thread counts, any thread reads.</summary>
public sealed class FrameFaultCounts
{
    private readonly long[] _counts = new long[(int)FrameFault.Kind + 1];

    /// <summary>Number of refused frames.</summary>
    public long Total
    {
        get
        {
            long total = 0;
            for (int i = 0; i < _counts.Length; i++)
                total += Volatile.Read(ref _counts[i]);
            return total;
        }
    }

    /// <summary>Number of frames refused for one cause.</summary>
    public long CountOf(FrameFault fault) => Volatile.Read(ref _counts[(int)fault]);

    /// <summary>Counts one refused frame. Counting thread only.</summary>
    public void Add(FrameFault fault)
    {
        ref long count = ref _counts[(int)fault];
        Volatile.Write(ref count, count + 1);
    }
}

/// <summary>Outcome of reading a frame. Creating one does not allocate; <c>default</c> is not a success.</summary>
public readonly record struct FrameOutcome
{
    private FrameOutcome(bool ok, FrameFault fault, string? field, long expected, long found)
    {
        IsOk = ok;
        Fault = fault;
        Field = field;
        Expected = expected;
        Found = found;
    }

    /// <summary>True when the header is valid.</summary>
    public bool IsOk { get; }

    /// <summary>Why the frame was refused.</summary>
    public FrameFault Fault { get; }

    /// <summary>Name of the faulty header field.</summary>
    public string? Field { get; }

    /// <summary>The expected value or limit.</summary>
    public long Expected { get; }

    /// <summary>The value found.</summary>
    public long Found { get; }

    internal static FrameOutcome Ok => new(true, FrameFault.None, null, 0, 0);

    /// <inheritdoc/>
    public override string ToString() =>
        IsOk ? "ok" : $"{Fault}: {Field ?? "nothing was read"} {Found:X}h, expected {Expected:X}h";

    internal static FrameOutcome Refused(FrameFault fault, string field, long expected, long found) =>
        new(false, fault, field, expected, found);
}
