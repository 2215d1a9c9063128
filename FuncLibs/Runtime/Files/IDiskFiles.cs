namespace FuncLibs.Runtime.Files;

/// <summary>
/// The journal's folder. Everything the journal does to a disk goes through here, so that a test can let any of it
/// fail. Creates, renames and deletes survive a power cut once <see cref="FlushFolder"/> has returned well. Any thread
/// may call it.
/// </summary>
public interface IDiskFiles
{
    /// <summary>Full path of the folder, for messages.</summary>
    string Folder { get; }

    /// <summary>Makes the folder unless it is there.</summary>
    FileOutcome CreateFolder();

    /// <summary>All files of the folder, in no order.</summary>
    FileOutcome List(ICollection<DiskFileEntry> files);

    /// <summary>Makes a file to write; fails when it exists. Others may read it, and delete it.</summary>
    FileOutcome Create(string name, out IDiskFile? file);

    /// <summary>Opens a file to read; others may write and delete it.</summary>
    FileOutcome OpenToRead(string name, out IDiskFile? file);

    /// <summary>Opens a file to repair it.</summary>
    FileOutcome OpenToWrite(string name, out IDiskFile? file);

    /// <summary>
    /// Takes an OS lock on a file, made if missing, until <paramref name="held"/> is disposed or the process ends.
    /// </summary>
    FileOutcome Lock(string name, out IDisposable? held);

    /// <summary>Gives a file another name, replacing what had it.</summary>
    FileOutcome Rename(string name, string newName);

    /// <summary>Deletes a file; well when there is none.</summary>
    FileOutcome Delete(string name);

    /// <summary>Whether a file is there; false also when that is unknown.</summary>
    bool Exists(string name);

    /// <summary>fsync of the folder.</summary>
    FileOutcome FlushFolder();

    /// <summary>Bytes that this user may still write on the folder's disk.</summary>
    FileOutcome FreeBytes(out long bytes);
}

/// <summary>A file of the journal's folder.</summary>
/// <param name="Name">Name without folder.</param>
/// <param name="Length">Bytes.</param>
public readonly record struct DiskFileEntry(string Name, long Length);

/// <summary>An open file. One thread at a time; the caller that opened it disposes it.</summary>
public interface IDiskFile : IDisposable
{
    /// <summary>
    /// Whether its name still is in the folder; an open file can be written long after it was deleted.
    /// </summary>
    bool Exists { get; }

    /// <summary>Its length in bytes, now.</summary>
    FileOutcome Length(out long bytes);

    /// <summary>
    /// Reads from <paramref name="offset"/>; fewer bytes than the target holds only at the end of the file.
    /// </summary>
    FileOutcome Read(long offset, Span<byte> target, out int read);

    /// <summary>
    /// Writes all bytes at <paramref name="offset"/>; after a failure any part of them may be there.
    /// </summary>
    FileOutcome Write(long offset, ReadOnlySpan<byte> bytes);

    /// <summary>
    /// fsync: what was written before survives a power cut. After a failure it may be lost even if a second call goes
    /// well.
    /// </summary>
    FileOutcome Flush();

    /// <summary>Cuts the file.</summary>
    FileOutcome Truncate(long length);
}
