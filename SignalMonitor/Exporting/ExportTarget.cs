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
    private readonly string _path;
    private readonly string _pending;
    private readonly IExportWriter _writer;
    private bool _isDone;

    private ExportTarget(string path, string pending, IExportWriter writer) =>
        (_path, _pending, _writer) = (path, pending, writer);

    /// <summary>Where it will be.</summary>
    public string Path => _path;

    /// <summary>Rows so far.</summary>
    public long Rows { get; private set; }

    /// <summary>The path of a table: the given one, with its rate before the ending when there are several.</summary>
    public static string PathOf(string given, ExportTable table, int tables)
    {
        string path = System.IO.Path.GetFullPath(System.IO.Path.TrimEndingDirectorySeparator(given));
        if (tables == 1)
            return path;
        string ending = System.IO.Path.GetExtension(path);
        return $"{path[..^ending.Length]}-{table.RateName}{ending}";
    }

    /// <summary>Begins a file or folder.</summary>
    /// <exception cref="IOException">The folder is missing, the disk is full, and the like.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public static async Task<ExportTarget> CreateAsync(string path, IExportFormat format, ExportTable table)
    {
        string pending = path + AtomicFile.PendingEnding;
        Remove(pending);
        return new ExportTarget(path, pending, await format.CreateAsync(pending, table));
    }

    /// <summary>Adds rows.</summary>
    public ValueTask WriteAsync(IExportRows rows)
    {
        Rows += rows.Count;
        return _writer.WriteAsync(rows);
    }

    /// <summary>Makes it whole.</summary>
    public async Task CompleteAsync()
    {
        await _writer.CompleteAsync();
        await _writer.DisposeAsync();
    }

    /// <summary>Gives it its name.</summary>
    public void Publish()
    {
        if (Directory.Exists(_pending))
            Directory.Move(_pending, _path);
        else
            File.Move(_pending, _path, overwrite: false);
        FolderSync.Flush(System.IO.Path.GetDirectoryName(_path)!);
        _isDone = true;
    }

    /// <summary>Removes it unless it is whole.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_isDone)
            return;
        await _writer.DisposeAsync();
        Remove(_pending);
    }

    private static void Remove(string pending)
    {
        if (Directory.Exists(pending))
            Directory.Delete(pending, recursive: true);
        else
            File.Delete(pending);
    }
}
