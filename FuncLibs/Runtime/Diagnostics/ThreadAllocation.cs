namespace FuncLibs.Runtime.Diagnostics;

/// <summary>
/// Bytes that one thread took from the managed heap, as the runtime counts them. The thread itself calls
/// <see cref="Sample"/>, once a block (about 20 ns); others read <see cref="Bytes"/>.
/// </summary>
public sealed class ThreadAllocation
{
    private long _bytes;

    /// <summary>Bytes since the thread began, at the last sample.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Takes a sample for the calling thread.</summary>
    public void Sample() => Volatile.Write(ref _bytes, GC.GetAllocatedBytesForCurrentThread());
}
