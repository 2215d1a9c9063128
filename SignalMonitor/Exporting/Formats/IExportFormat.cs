using System.Collections.Immutable;
using SignalMonitor.Exporting.Tables;

namespace SignalMonitor.Exporting.Formats;

/// <summary>A file format of exports.</summary>
internal interface IExportFormat
{
    /// <summary>True: one file holds all tables. False: each table has a file.</summary>
    bool HoldsAllTables => false;

    /// <summary>Begins the file, or the folder, of tables.</summary>
    /// <param name="path">Where; nothing is there yet.</param>
    /// <param name="content">What it will hold; one table unless <see cref="HoldsAllTables"/>.</param>
    /// <exception cref="IOException">The disk refuses.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    Task<IExportWriter> CreateAsync(string path, ExportContent content);
}

/// <summary>A format whose unfinished files can be continued after a whole row.</summary>
internal interface IResumableFormat : IExportFormat
{
    /// <summary>Opens an unfinished file or folder and cuts it to what it had at a checkpoint.</summary>
    /// <param name="path">Where it is.</param>
    /// <param name="content">What it holds, as when it was begun.</param>
    /// <param name="bytes">What <see cref="IResumableWriter.CheckpointAsync"/> returned.</param>
    /// <exception cref="InvalidDataException">It is not that file, or it is shorter.</exception>
    /// <exception cref="IOException">The disk refuses.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    Task<IResumableWriter> ContinueAsync(string path, ExportContent content, long bytes);
}

/// <summary>
/// Writes the rows of the tables of one file. Disposed before it was completed, it leaves an unfinished file.
/// </summary>
internal interface IExportWriter : IAsyncDisposable
{
    /// <summary>Bytes that are in the file so far.</summary>
    long Bytes { get; }

    /// <summary>Adds rows; they are not kept.</summary>
    /// <param name="table">Index of the table in the content of the file.</param>
    /// <param name="rows">The rows.</param>
    ValueTask WriteAsync(int table, IExportRows rows);

    /// <summary>Writes what is held; afterwards the file is whole.</summary>
    /// <param name="room">Asked before each large piece that is written besides the rows that are held.</param>
    /// <exception cref="IOException">The disk is full, or has too little room.</exception>
    /// <exception cref="OperationCanceledException">The export is to end.</exception>
    ValueTask CompleteAsync(ExportRoom room);
}

/// <summary>A writer whose file can be continued later.</summary>
internal interface IResumableWriter : IExportWriter
{
    /// <summary>Makes all rows that were added durable.</summary>
    /// <returns>What the file has to be cut to, to have exactly these rows.</returns>
    Task<long> CheckpointAsync();
}

/// <summary>What one file of an export holds.</summary>
/// <param name="Tables">Its tables, the fastest first; at least one.</param>
/// <param name="Properties">What is known of the test, by name: a text or a double each.</param>
internal sealed record ExportContent(
    ImmutableArray<ExportTable> Tables, ImmutableArray<KeyValuePair<string, object>> Properties);
