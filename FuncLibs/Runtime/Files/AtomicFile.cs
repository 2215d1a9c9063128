namespace FuncLibs.Runtime.Files;

/// <summary>
/// Replaces a file atomically: after a crash at any point the file has either the old or the new content. Steps: write,
/// fsync, rename, fsync the folder.
/// </summary>
public static class AtomicFile
{
    /// <summary>Creates or replaces the file; on return, the content survives a power cut.</summary>
    /// <exception cref="IOException">The disk is full, the folder is missing, and the like.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public static void Write(string path, ReadOnlySpan<byte> content)
    {
        string full = Path.GetFullPath(path);
        FileOutcome outcome = Write(new DiskFiles(Path.GetDirectoryName(full)!), Path.GetFileName(full), content);
        if (outcome.Fault == FileFault.Denied)
            throw new UnauthorizedAccessException(outcome.ToString());
        if (!outcome.IsOk)
            throw new IOException(outcome.ToString());
    }

    /// <summary>Creates or replaces a file in a folder.</summary>
    /// <param name="files">The folder.</param>
    /// <param name="name">Name of the file.</param>
    /// <param name="content">Its new content.</param>
    /// <returns>Ok if the content survives a power cut; otherwise the file has the old or the new content.</returns>
    public static FileOutcome Write(IDiskFiles files, string name, ReadOnlySpan<byte> content)
    {
        string pending = name + PendingFile.Ending;
        FileOutcome outcome = files.Delete(pending);
        if (outcome.IsOk)
            outcome = WritePending(files, pending, content);
        if (outcome.IsOk)
            outcome = files.Rename(pending, name);
        if (outcome.IsOk)
            return files.FlushFolder();

        // The partial file takes space that a full disk needs.
        files.Delete(pending);
        return outcome;
    }

    /// <summary>Reads a whole file. A failed read is repeated before it is reported.</summary>
    /// <param name="files">The folder.</param>
    /// <param name="name">Name of the file.</param>
    /// <param name="maxBytes">Longest file accepted, in bytes.</param>
    /// <param name="content">Its content; empty unless the outcome is ok.</param>
    /// <returns>Fault <see cref="FileFault.Missing"/> for a missing file, <see cref="FileFault.Short"/> for one that is
    /// too long.</returns>
    public static FileOutcome Read(IDiskFiles files, string name, int maxBytes, out byte[] content)
    {
        const int Attempts = 3;
        FileOutcome outcome = ReadOnce(files, name, maxBytes, out content);
        for (int i = 1; i < Attempts && outcome.Fault == FileFault.Device; i++)
            outcome = ReadOnce(files, name, maxBytes, out content);
        return outcome;
    }

    private static FileOutcome ReadOnce(IDiskFiles files, string name, int maxBytes, out byte[] content)
    {
        content = [];
        FileOutcome outcome = files.OpenToRead(name, out IDiskFile? file);
        if (!outcome.IsOk)
            return outcome;
        using (file)
        {
            outcome = file!.Length(out long length);
            if (!outcome.IsOk)
                return outcome;
            if (length > maxBytes)
                return FileOutcome.Failed(FileFault.Short, "read", name, $"it has more than {maxBytes} bytes");
            byte[] bytes = new byte[length];
            outcome = file.Read(0, bytes, out int read);
            content = outcome.IsOk ? bytes[..read] : [];
            return outcome;
        }
    }

    private static FileOutcome WritePending(IDiskFiles files, string pending, ReadOnlySpan<byte> content)
    {
        FileOutcome outcome = files.Create(pending, out IDiskFile? file);
        if (!outcome.IsOk)
            return outcome;
        using (file)
        {
            outcome = file!.Write(0, content);
            return outcome.IsOk ? file.Flush() : outcome;
        }
    }
}
