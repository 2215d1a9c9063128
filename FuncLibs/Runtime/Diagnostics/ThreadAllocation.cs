namespace FuncLibs.Runtime.Diagnostics;

/// <summary>
/// Bytes that one thread took from the managed heap, as the runtime counts them. The thread itself calls
/// <see cref="Sample"/>, once a block (about 20 ns); others read <see cref="Bytes"/>.
/// <para>
/// What a thread takes while it runs the stage of another thread counts for that one
/// (<see cref="BeginGuest"/>, <see cref="EndGuest"/>): the number of a thread is that of its stage, wherever this runs,
/// and the sum over the threads remains the sum of what they took.
/// </para>
/// </summary>
public sealed class ThreadAllocation
{
    // What the thread took for the stages of others.
    [ThreadStatic]
    private static long _elsewhere;

    // What others took for this stage. Written by the owner of the stage.
    private long _guests;
    private long _bytes;

    /// <summary>Bytes since the thread began, at the last sample.</summary>
    public long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Guest: it begins to run the stage of another thread.</summary>
    /// <returns>For <see cref="EndGuest"/>.</returns>
    public static long BeginGuest() => GC.GetAllocatedBytesForCurrentThread();

    /// <summary>Guest, before it gives the stage back: what it took since then counts here.</summary>
    /// <param name="begun">What <see cref="BeginGuest"/> returned.</param>
    public void EndGuest(long begun)
    {
        long taken = GC.GetAllocatedBytesForCurrentThread() - begun;
        _elsewhere += taken;
        _guests += taken;
        Volatile.Write(ref _bytes, _bytes + taken);
    }

    /// <summary>Takes a sample for the calling thread, which has the stage.</summary>
    public void Sample() => Volatile.Write(ref _bytes, GC.GetAllocatedBytesForCurrentThread() - _elsewhere + _guests);
}
