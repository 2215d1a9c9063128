using SignalMonitor.Exporting.Tables;

namespace SignalMonitor.Exporting.Formats;

/// <summary>A file format of exports.</summary>
internal interface IExportFormat
{
    /// <summary>Its name, as <c>--format</c> has it.</summary>
    string Name { get; }

    /// <summary>Begins the file, or the folder, of a table.</summary>
    /// <param name="path">Where; nothing is there yet.</param>
    /// <param name="table">The table.</param>
    /// <exception cref="IOException">The disk refuses.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    Task<IExportWriter> CreateAsync(string path, ExportTable table);
}

/// <summary>Writes the rows of one table. Disposed before it was completed, it leaves an unfinished file.</summary>
internal interface IExportWriter : IAsyncDisposable
{
    /// <summary>Adds rows; they are not kept.</summary>
    ValueTask WriteAsync(IExportRows rows);

    /// <summary>Writes what is held; afterwards the file is whole.</summary>
    ValueTask CompleteAsync();
}
