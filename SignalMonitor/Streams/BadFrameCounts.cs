using FuncLibs.Messaging.Wire;

namespace SignalMonitor.Streams;

/// <summary>Why a frame was refused, in the order in which health reports them.</summary>
public enum BadFrame : byte
{
    /// <summary>It does not begin with CDB1.</summary>
    Magic,

    /// <summary>A version that is not known.</summary>
    Version,

    /// <summary>Lengths disagree, or the message has not three frames.</summary>
    Length,

    /// <summary>The header was damaged.</summary>
    HeaderCrc,

    /// <summary>The payload was damaged.</summary>
    PayloadCrc,

    /// <summary>A flag that must not be ignored.</summary>
    Flags,

    /// <summary>Larger than the limit.</summary>
    Oversize,

    /// <summary>No serializer reads its content id.</summary>
    UnknownContent,

    /// <summary>The payload is not of the format of its content id.</summary>
    Decode,

    /// <summary>A kind that is not known.</summary>
    Kind,
}

/// <summary>Refused frames by cause; any thread counts, any thread reads.</summary>
public sealed class BadFrameCounts
{
    /// <summary>How many causes there are.</summary>
    public const int Causes = (int)BadFrame.Kind + 1;

    /// <summary>How many causes a position saved by release 0.1.0 has: all but the kind.</summary>
    internal const int FirstCauses = (int)BadFrame.Decode + 1;

    private readonly long[] _counts = new long[Causes];

    /// <summary>Refused for one cause.</summary>
    public long Get(BadFrame cause) => Volatile.Read(ref _counts[(int)cause]);

    /// <summary>Refused in all.</summary>
    public long Total => _counts.Sum();

    /// <summary>Copies the counts, in the order of <see cref="BadFrame"/>; one cause after the other.</summary>
    internal void CopyTo(Span<long> counts)
    {
        for (int cause = 0; cause < Causes; cause++)
            counts[cause] = Get((BadFrame)cause);
    }

    /// <summary>Continues with saved counts, before any thread counts; causes that are not in them begin at
    /// 0.</summary>
    internal void Resume(IReadOnlyList<long> counts)
    {
        for (int cause = 0; cause < Math.Min(Causes, counts.Count); cause++)
            _counts[cause] = counts[cause];
    }

    internal void Count(BadFrame cause) => Interlocked.Increment(ref _counts[(int)cause]);

    internal void Count(FrameFault fault) => Count(fault switch
    {
        FrameFault.Magic => BadFrame.Magic,
        FrameFault.Version => BadFrame.Version,
        FrameFault.HeaderCrc => BadFrame.HeaderCrc,
        FrameFault.PayloadCrc => BadFrame.PayloadCrc,
        FrameFault.Flags => BadFrame.Flags,
        FrameFault.Oversize => BadFrame.Oversize,
        FrameFault.Kind => BadFrame.Kind,
        _ => BadFrame.Length,
    });
}
