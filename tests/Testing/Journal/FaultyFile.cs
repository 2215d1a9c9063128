using FuncLibs.Runtime.Files;

namespace Testing.Journal;

/// <summary>A file of <see cref="FaultyFiles"/>.</summary>
internal sealed class FaultyFile(FaultyFiles folder, string name, IDiskFile file) : IDiskFile
{
    public bool Exists => file.Exists;

    public FileOutcome Length(out long bytes) => file.Length(out bytes);

    public FileOutcome Read(long offset, Span<byte> target, out int read)
    {
        if (folder.NextRead(name, offset, target.Length, out FileOutcome outcome, out int good))
        {
            FileOutcome done = file.Read(offset, target, out read);
            folder.BytesRead += read;
            return done;
        }

        file.Read(offset, target[..good], out read);
        return outcome;
    }

    public FileOutcome Write(long offset, ReadOnlySpan<byte> bytes)
    {
        if (folder.Next("write", name, out FileOutcome outcome))
            return file.Write(offset, bytes);
        int part = folder.Failure == DiskFailure.Full
            ? 0
            : folder.Failure == DiskFailure.Short ? bytes.Length / 2 : bytes.Length / 3;
        file.Write(offset, bytes[..part]);
        return folder.Failure == DiskFailure.Short
            ? FileOutcome.Failed(FileFault.Short, "write", name, $"{part} of {bytes.Length} bytes were taken")
            : outcome;
    }

    public FileOutcome Flush() => folder.Next("flush", name, out FileOutcome outcome) ? file.Flush() : outcome;

    public FileOutcome Truncate(long length) =>
        folder.Next("cut", name, out FileOutcome outcome) ? file.Truncate(length) : outcome;

    public void Dispose() => file.Dispose();
}
