namespace FuncLibs.Runtime.Rings;

/// <summary>
/// Lets one thread write without waiting or allocating what any number of others copy: the version is odd while the
/// writer is inside; a reader that met it odd, or finds it changed after its copy, copies again. A mutable value: kept
/// in a field that is not readonly.
/// </summary>
public struct SequenceLock
{
    private long _version;

    /// <summary>Writer: begins.</summary>
    public void BeginWrite()
    {
        Volatile.Write(ref _version, _version + 1);

        // The odd version must be seen before anything changes.
        Interlocked.MemoryBarrier();
    }

    /// <summary>Writer: ends.</summary>
    public void EndWrite() => Volatile.Write(ref _version, _version + 1);

    /// <summary>Reader, before the copy: false while the writer is inside.</summary>
    /// <param name="version">For <see cref="IsValid"/>.</param>
    public readonly bool TryBeginRead(out long version)
    {
        version = Volatile.Read(in _version);
        return (version & 1) == 0;
    }

    /// <summary>Reader, after the copy: true when it is of one moment.</summary>
    public readonly bool IsValid(long version)
    {
        Interlocked.MemoryBarrier();
        return Volatile.Read(in _version) == version;
    }
}
