using FuncLibs.Hosting.State;
using FuncLibs.Runtime.Platform;
using SignalMonitor.Exporting.Formats;
using SignalMonitor.Exporting.Tables;

namespace SignalMonitor.Exporting;

/// <summary>
/// A file or folder that an export makes: written under another name, and renamed when it is whole. What is there
/// already is never touched.
/// </summary>
internal sealed class ExportTarget : IAsyncDisposable
{
    private readonly string _pending;
    private readonly IExportWriter _writer;

    // Rows that the file has already: those of an export that was interrupted.
    private readonly long _kept;
    private long? _wholeBytes;
    private bool _isPublished;

    private ExportTarget(string path, IExportWriter writer, long kept) =>
        (Path, _pending, _writer, _kept) = (path, PendingOf(path), writer, kept);

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
        string pending = PendingOf(path);
        Remove(pending);
        return new ExportTarget(path, await format.CreateAsync(pending, content), kept: 0);
    }

    /// <summary>Continues a file or folder that was left.</summary>
    /// <exception cref="InvalidDataException">It is not what was left.</exception>
    /// <exception cref="IOException">It is gone, the disk is full, and the like.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public static async Task<ExportTarget> ContinueAsync(
        string path, IResumableFormat format, ExportContent content, ResumedFile left)
    {
        IExportWriter writer = await format.ContinueAsync(PendingOf(path), content, left.Bytes);
        return new ExportTarget(path, writer, left.Rows) { IsKept = true };
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
                $"{_pending} has {_kept} rows, which is not the end of a block: the source is not what it was");
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
    /// <exception cref="InvalidDataException">It had more rows than there are.</exception>
    public async Task CompleteAsync()
    {
        if (Rows < _kept)
            throw new InvalidDataException(
                $"{_pending} has {_kept} rows and the source only {Rows}: it is not what it was");
        await _writer.CompleteAsync();
        _wholeBytes = _writer.Bytes;
        await _writer.DisposeAsync();
    }

    /// <summary>Gives it its name.</summary>
    public void Publish()
    {
        Publish(Path);
        _isPublished = true;
    }

    /// <summary>Gives a whole file its name; one that has it already keeps it.</summary>
    public static void Publish(string path)
    {
        string pending = PendingOf(path);
        if (Directory.Exists(pending))
            Directory.Move(pending, path);
        else if (File.Exists(pending))
            File.Move(pending, path, overwrite: false);
        FolderSync.Flush(System.IO.Path.GetDirectoryName(path)!);
    }

    /// <summary>Removes it unless it is whole, or is to be continued.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_isPublished)
            return;
        try
        {
            await _writer.DisposeAsync();
        }
        catch (IOException)
        {
            // What a full disk did not take is not to be kept: why, was said when it was written.
        }

        if (!IsKept)
            Remove(_pending);
    }

    /// <summary>Removes what an export has left of a path.</summary>
    public static void RemovePending(string path) => Remove(PendingOf(path));

    private static string PendingOf(string path) => path + AtomicFile.PendingEnding;

    private static void Remove(string pending)
    {
        if (Directory.Exists(pending))
            Directory.Delete(pending, recursive: true);
        else
            File.Delete(pending);
        File.Delete(pending + Hdf5Format.RowsEnding);
    }
}
