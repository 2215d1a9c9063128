using System.Text.Json;
using FuncLibs.Runtime.Diagnostics;

namespace SignalMonitor.EvaluationLogs;

/// <summary>
/// What decided the values of this run of a monitor, as JSON lines in its state folder: `eval --as-live` computes them
/// again. Restarted in each run, with what functions remembered of the one before. A log that cannot be written is
/// removed: none is better than one with gaps. The thread of the report alone.
/// </summary>
/// <param name="folder">The state folder.</param>
/// <param name="maxBytes">Where it is full.</param>
internal sealed class EvaluationLog(string folder, long maxBytes = EvaluationLog.DefaultMaxBytes) : IDisposable
{
    /// <summary>Name of the file.</summary>
    public const string FileName = "derived.jsonl";

    /// <summary>A start takes 4/3 of the memory that it resumes from; a gap 200 bytes.</summary>
    public const long DefaultMaxBytes = 64 << 20;

    private const int FullLineBytes = 256;
    private FileStream? _file;
    private bool _isClosed;

    /// <summary>Adds a line; it is in the file when this returns.</summary>
    /// <returns>Why there is no log any more; null when there is one, and once the reason was returned.</returns>
    public string? Add(EvaluationLogEntry entry)
    {
        if (_isClosed)
            return null;
        try
        {
            _file ??= new FileStream(
                Path.Combine(folder, FileName),
                FileMode.Create,
                FileAccess.Write,
                FileShare.ReadWrite | FileShare.Delete);
            Write(entry);
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            _isClosed = true;
            Remove();
            return OneLine.Format(e);
        }
    }

    /// <summary>The line of an entry, with its end.</summary>
    public static byte[] LineOf(EvaluationLogEntry entry) =>
        [.. JsonSerializer.SerializeToUtf8Bytes(entry, EvaluationLogJson.Default.EvaluationLogEntry), (byte)'\n'];

    /// <inheritdoc/>
    public void Dispose()
    {
        _isClosed = true;
        _file?.Dispose();
    }

    private void Write(EvaluationLogEntry entry)
    {
        byte[] line = (entry.Memory?.LongLength ?? 0) > maxBytes / 2 ? [] : LineOf(entry);
        if (line.Length == 0 || _file!.Length + line.Length + FullLineBytes > maxBytes)
        {
            _isClosed = true;
            EvaluationLogEntry full =
                new(EvaluationLogEntryKind.Full, entry.Publisher, entry.Stream, entry.Epoch, entry.Sequence);
            line = LineOf(full);
        }

        _file!.Write(line);
        _file.Flush();
    }

    private void Remove()
    {
        try
        {
            _file?.Dispose();
            File.Delete(Path.Combine(folder, FileName));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            _file = null;
        }
    }
}
