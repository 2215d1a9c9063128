namespace FuncLibs.Runtime.Files;

/// <summary>An open file. One thread at a time; whoever opened it disposes it.</summary>
public interface IDiskFile : IDisposable
{
    /// <summary>Whether its name still stands in the folder; an open file can be written long after it was deleted.</summary>
    bool IsThere { get; }

    /// <summary>Its length in bytes, now.</summary>
    FileOutcome Length(out long bytes);

    /// <summary>Reads from <paramref name="offset"/>; fewer bytes than the target holds only at the end of the file.</summary>
    FileOutcome Read(long offset, Span<byte> target, out int read);

    /// <summary>Writes all bytes at <paramref name="offset"/>; after a failure any part of them may stand there.</summary>
    FileOutcome Write(long offset, ReadOnlySpan<byte> bytes);

    /// <summary>fsync: what was written before survives a power cut. After a failure it may be lost even if a second call goes
    /// well.</summary>
    FileOutcome Flush();

    /// <summary>Cuts the file.</summary>
    FileOutcome Truncate(long length);
}
