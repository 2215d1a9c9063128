namespace FuncLibs.Messaging.Wire;

/// <summary>Refused frames by cause. One thread counts, any thread reads.</summary>
public sealed class FrameFaultCounts
{
    private readonly long[] _counts = new long[(int)FrameFault.Kind + 1];

    /// <summary>Refused frames in all.</summary>
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

    /// <summary>Refused for one cause.</summary>
    public long CountOf(FrameFault fault) => Volatile.Read(ref _counts[(int)fault]);

    /// <summary>The counting thread: one more.</summary>
    public void Add(FrameFault fault)
    {
        ref long count = ref _counts[(int)fault];
        Volatile.Write(ref count, count + 1);
    }
}
