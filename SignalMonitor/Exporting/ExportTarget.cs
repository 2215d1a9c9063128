using FuncLibs.Runtime.Files;
using SignalMonitor.Exporting.Formats;
using SignalMonitor.Exporting.Tables;

namespace SignalMonitor.Exporting;

/// <summary>
/// A file or folder that an export makes: written under another name, and renamed when it is whole. What is there
/// already is never touched.
/// </summary>
internal sealed class ExportTarget : IAsyncDisposable
{
    private readonly PendingFile _pending;
    private readonly IExportWriter _writer;

    // Rows that the file has already: those of an export that was interrupted.
    private readonly long _kept;
    private long? _wholeBytes;

    private ExportTarget(string path, PendingFile pending, IExportWriter writer, long kept) =>
        (Path, _pending, _writer, _kept) = (path, pending, writer, kept);

    /// <summary>Where it will be.</summary>
    public string Path { get; }

    /// <summary>Rows so far, with those that were there already.</summary>
    public long Rows { get; private set; }

    /// <summary>Whether it has all rows that were there already.</summary>
    public bool IsPastKept => Rows >= _kept;

    /// <summary>Bytes so far.</summary>
    public long Bytes => _wholeBytes ?? _writer.Bytes;

    /// <summary>Whether what there is has to stay when the export ends early.</summary>
    public bool IsKept { get; set; }

    /// <summary>The path of a table: the given one, with its rate before the ending when there are several.</summary>
    public static string PathOf(string given, ExportTable table, int tables)
    {
        string path = FullPathOf(given);
        if (tables == 1)
            return path;
        string ending = System.IO.Path.GetExtension(path);
        return $"{path[..^ending.Length]}-{table.RateName}{ending}";
    }

    /// <summary>The path that was given, in full and without a separator at its end.</summary>
    public static string FullPathOf(string given) =>
        System.IO.Path.GetFullPath(System.IO.Path.TrimEndingDirectorySeparator(given));

    /// <summary>Begins a file or folder.</summary>
    /// <exception cref="IOException">The folder is missing, the disk is full, and the like.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public static async Task<ExportTarget> CreateAsync(string path, IExportFormat format, ExportContent content)
    {
        RemovePending(path);
        PendingFile pending = new(path);
        try
        {
            return new ExportTarget(path, pending, await format.CreateAsync(pending.Path, content), kept: 0);
        }
        catch
        {
            pending.Dispose();
            throw;
        }
    }

    /// <summary>Continues a file or folder that was left.</summary>
    /// <exception cref="InvalidDataException">It is not what was left.</exception>
    /// <exception cref="IOException">It is gone, the disk is full, and the like.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public static async Task<ExportTarget> ContinueAsync(
        string path, IResumableFormat format, ExportContent content, ResumedFile left)
    {
        PendingFile pending = PendingFile.Continue(path);
        IExportWriter writer = await format.ContinueAsync(pending.Path, content, left.Bytes);
        return new ExportTarget(path, pending, writer, left.Rows) { IsKept = true };
    }

    /// <summary>Adds rows of a table, unless the file has them already.</summary>
    /// <exception cref="InvalidDataException">It has some of them: they are not the rows that were there.</exception>
    public ValueTask WriteAsync(int table, IExportRows rows)
    {
        long before = Rows;
        Rows += rows.Count;
        if (Rows <= _kept)
            return ValueTask.CompletedTask;
        if (before < _kept)
            throw new InvalidDataException(
                $"{_pending.Path} has {_kept} rows, which is not the end of a block: the source is not what it was");
        return _writer.WriteAsync(table, rows);
    }

    /// <summary>Makes the rows durable. Returns what <see cref="ContinueAsync"/> needs; null when the format cannot be
    /// continued.</summary>
    public async Task<ResumedFile?> CheckpointAsync()
    {
        if (_writer is not IResumableWriter resumable)
            return null;
        return new ResumedFile(System.IO.Path.GetFileName(Path), Rows, await resumable.CheckpointAsync());
    }

    /// <summary>Makes it whole.</summary>
    /// <param name="room">Asked before more is written than the rows.</param>
    /// <exception cref="InvalidDataException">It had more rows than there are.</exception>
    public async Task CompleteAsync(ExportRoom room)
    {
        if (Rows < _kept)
            throw new InvalidDataException(
                $"{_pending.Path} has {_kept} rows and the source only {Rows}: it is not what it was");

        // Rows that the writer still holds are of the order of a piece.
        room.Demand(room.PieceBytes);
        await _writer.CompleteAsync(room);
        _wholeBytes = _writer.Bytes;
        await _writer.DisposeAsync();
    }

    /// <summary>Gives it its name.</summary>
    public void Publish() => _pending.Publish(overwrite: false);

    /// <summary>Gives a whole file its name; one that has it already keeps it. False when there is none.</summary>
    public static bool TryPublish(string path)
    {
        PendingFile pending = PendingFile.Continue(path);
        if (pending.Exists)
            pending.Publish(overwrite: false);
        return System.IO.Path.Exists(path);
    }

    /// <summary>Removes it unless it is whole, or is to be continued.</summary>
    public async ValueTask DisposeAsync()
    {
        try
        {
            await _writer.DisposeAsync();
        }
        catch (IOException)
        {
            // What a full disk did not take is not to be kept: the fault was reported when it was written.
        }

        if (IsKept)
            return;
        _pending.Dispose();
        RemoveRows(_pending);
    }

    /// <summary>Removes what an export has left of a path.</summary>
    public static void RemovePending(string path) => RemoveRows(new PendingFile(path));

    private static void RemoveRows(PendingFile pending) => File.Delete(pending.Path + Hdf5Format.RowsEnding);
}
