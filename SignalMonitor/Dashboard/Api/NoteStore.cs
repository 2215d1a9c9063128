using System.Text.Json;
using FuncLibs.Runtime.Files;

namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// Notes in a file that only grows, a JSON line each: <c>notes.jsonl</c>. When a note is acknowledged it survives a
/// power cut; one that could not be written leaves nothing behind. Any thread; one at a time.
/// </summary>
/// <param name="files">The folder.</param>
/// <param name="maxBytes">Most bytes of the file.</param>
internal sealed class NoteStore(IDiskFiles files, int maxBytes = NoteStore.DefaultMaxBytes)
{
    /// <summary>Name of the file.</summary>
    public const string FileName = "notes.jsonl";

    /// <summary>Most bytes of the file: some ten thousand notes and more.</summary>
    public const int DefaultMaxBytes = 16 << 20;

    private const byte NewLine = (byte)'\n';

    private readonly Lock _gate = new();

    /// <summary>Adds a note.</summary>
    /// <returns>Why not, in one line; null when it is there.</returns>
    public string? Add(Note note)
    {
        byte[] line = LineOf(note);
        lock (_gate)
        {
            FileOutcome outcome = files.Exists(FileName)
                ? files.OpenToWrite(FileName, out IDiskFile? file) : Create(out file);
            if (!outcome.IsOk)
                return Text(outcome);
            using (file)
                return Append(file!, line);
        }
    }

    /// <summary>Notes of a stretch of time in their order in the file, the last ones when there are more.</summary>
    /// <param name="fromNs">The earliest, UTC ns.</param>
    /// <param name="toNs">The latest.</param>
    /// <param name="max">How many at most.</param>
    /// <param name="fault">Why the file cannot be read; null when it was, or there is none.</param>
    public IReadOnlyList<Note> Read(long fromNs, long toNs, int max, out string? fault)
    {
        byte[] content;
        lock (_gate)
        {
            FileOutcome outcome = AtomicFile.Read(files, FileName, maxBytes, out content);
            fault = outcome.IsOk || outcome.Fault == FileFault.Missing ? null : outcome.ToString();
        }

        List<Note> notes = [];
        int at = 0;
        while (at < content.Length)
        {
            ReadOnlySpan<byte> rest = content.AsSpan(at);
            int end = rest.IndexOf(NewLine) is var found and >= 0 ? found : rest.Length;
            if (Note.Read(rest[..end]) is { } note && note.UtcNs >= fromNs && note.UtcNs <= toNs)
                notes.Add(note);
            at += end + 1;
        }

        return notes.Count <= max ? notes : notes[^max..];
    }

    private FileOutcome Create(out IDiskFile? file)
    {
        FileOutcome outcome = files.Create(FileName, out file);
        return outcome.IsOk ? files.FlushFolder() : outcome;
    }

    private string? Append(IDiskFile file, byte[] line)
    {
        FileOutcome outcome = file.Length(out long length);
        if (!outcome.IsOk)
            return Text(outcome);

        // A line that a power cut tore stays as it is, and is never read.
        Span<byte> last = stackalloc byte[1];
        bool isTorn = length > 0 && file.Read(length - 1, last, out _).IsOk && last[0] != NewLine;
        byte[] added = isTorn ? [NewLine, .. line] : line;
        if (length + added.Length > maxBytes)
            return $"the note is not kept: {FileName} has {length} of {maxBytes} bytes; move the file away, a new one "
                + $"is begun";
        outcome = file.Write(length, added);
        outcome = outcome.IsOk ? file.Flush() : outcome;
        if (outcome.IsOk)
            return null;
        file.Truncate(length);
        return Text(outcome);
    }

    private string Text(in FileOutcome outcome) =>
        $"the note is not kept: {outcome}; free some space or mend the folder {files.Folder}";

    private static byte[] LineOf(Note note) =>
        [.. JsonSerializer.SerializeToUtf8Bytes(note, ApiAnswerJson.Default.Note), NewLine];
}
