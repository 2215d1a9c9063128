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

    private ExportTarget(string path, PendingFile pending, IExportWriter writer) =>
        (Path, _pending, _writer) = (path, pending, writer);

    /// <summary>Where it will be.</summary>
    public string Path { get; }

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
        PendingFile pending = new(path);
        return new ExportTarget(path, pending, await format.CreateAsync(pending.Path, table));
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
    public void Publish() => _pending.Publish(overwrite: false);

    /// <summary>Removes it unless it was published.</summary>
    public async ValueTask DisposeAsync()
    {
        await _writer.DisposeAsync();
        _pending.Dispose();
    }
}
