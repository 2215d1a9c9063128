using System.Collections.Immutable;
using SignalMonitor.Exporting.Formats;
using SignalMonitor.Exporting.Tables;

namespace SignalMonitor.Exporting;

/// <summary>How far an export is.</summary>
/// <param name="Share">The share of the blocks that was read, 0 to 1.</param>
/// <param name="Rows">Rows so far.</param>
/// <param name="Bytes">Bytes so far.</param>
internal readonly record struct ExportProgress(double Share, long Rows, long Bytes);

/// <summary>
/// The files of an export: one for each table, or one for all where the format can. None has its name before all are
/// whole. With <see cref="ExportPlan.Options"/> they can be continued after an interruption.
/// </summary>
internal sealed class ExportFiles : IAsyncDisposable
{
    private readonly ExportPlan _plan;
    private readonly ExportSource _source;
    private readonly List<ExportTarget> _targets = [];

    // A table of the export is this one of that target, and a row of it has so many bytes of numbers.
    private readonly List<(int Target, int Table, int RowBytes)> _places = [];
    private readonly List<IDisposable> _locks = [];
    private long _sinceCheckpoint;

    private ExportFiles(ExportPlan plan, ExportSource source) => (_plan, _source) = (plan, source);

    /// <summary>Rows so far.</summary>
    public long Rows => _targets.Sum(target => target.Rows);

    /// <summary>Bytes so far.</summary>
    public long Bytes => _targets.Sum(target => target.Bytes);

    /// <summary>Whether an export can be continued from what there is.</summary>
    public bool IsKept => _targets.Exists(target => target.IsKept);

    /// <summary>Opens the files.</summary>
    /// <param name="plan">How they are written.</param>
    /// <param name="source">What they are of.</param>
    /// <param name="tables">The tables.</param>
    /// <param name="stream">Name of the stream.</param>
    /// <returns>The files, or what is wrong.</returns>
    /// <exception cref="InvalidDataException">What was left of an interrupted export is not that.</exception>
    /// <exception cref="IOException">The folder is missing, the disk is full, and the like.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public static async Task<(ExportFiles? Files, string? Fault)> OpenAsync(
        ExportPlan plan, ExportSource source, ImmutableArray<ExportTable> tables, string stream)
    {
        ImmutableArray<KeyValuePair<string, object>> properties = source.Properties(stream);
        ExportContent[] contents = plan.Format.HoldsAllTables
            ? [new ExportContent(tables, properties)]
            : [.. tables.Select(table => new ExportContent([table], properties))];
        string[] paths =
        [
            .. contents.Select(content => ExportTarget.PathOf(plan.Path, content.Tables[0], contents.Length)),
        ];
        ExportFiles files = new(plan, source);
        try
        {
            if ((files.Lock(paths) ?? FindExisting(paths)) is { } refused)
            {
                await files.DisposeAsync();
                return (null, refused);
            }

            for (int i = 0; i < paths.Length; i++)
            {
                files._targets.Add(await files.OpenTargetAsync(paths[i], contents[i]));
                for (int table = 0; table < contents[i].Tables.Length; table++)
                    files._places.Add((i, table, (contents[i].Tables[table].Columns.Length + 2) * sizeof(double)));
            }
        }
        catch
        {
            await files.DisposeAsync();
            throw;
        }

        return (files, null);
    }

    /// <summary>Adds rows of a table.</summary>
    public ValueTask WriteAsync(int table, IExportRows rows)
    {
        (int target, int place, int rowBytes) = _places[table];
        if (_targets[target].IsPastKept)
            _sinceCheckpoint += (long)rows.Count * rowBytes;
        return _targets[target].WriteAsync(place, rows);
    }

    /// <summary>After each block: makes a checkpoint when enough was written since the last one.</summary>
    public async ValueTask EndBlockAsync()
    {
        if (_plan.Options is not null && _sinceCheckpoint >= _plan.CheckpointBytes)
            await CheckpointAsync();
    }

    /// <summary>Makes what was written durable, so that an export can continue with the next block.</summary>
    public async Task CheckpointAsync()
    {
        // Before it has passed the rows that were there, the checkpoint from which it began is the better one.
        if (_plan.Options is null || !_targets.TrueForAll(target => target.IsPastKept))
            return;
        List<ResumedFile> files = [];
        foreach (ExportTarget target in _targets)
        {
            if (await target.CheckpointAsync() is not { } file)
                return;
            files.Add(file);
        }

        NewCheckpoint([.. files], isWhole: false).Write(ExportCheckpoint.PathOf(_plan.Path));
        _targets.ForEach(target => target.IsKept = true);
        _sinceCheckpoint = 0;
    }

    /// <summary>Gives up what could be continued: it would end in the same way.</summary>
    public void Discard()
    {
        _targets.ForEach(target => target.IsKept = false);
        File.Delete(ExportCheckpoint.PathOf(_plan.Path));
    }

    /// <summary>Makes the files whole and gives them their names.</summary>
    /// <param name="notes">Gets a line for each file.</param>
    /// <param name="room">Asked before more is written than the rows.</param>
    public async Task CompleteAsync(TextWriter notes, ExportRoom room)
    {
        string checkpoint = ExportCheckpoint.PathOf(_plan.Path);
        foreach (ExportTarget target in _targets)
            await target.CompleteAsync(room);

        // All are whole before the first gets its name; a kill between two names leaves a list of the others.
        if (IsKept)
        {
            ResumedFile[] files =
            [
                .. _targets.Select(target => new ResumedFile(Path.GetFileName(target.Path), target.Rows, 0)),
            ];
            NewCheckpoint([.. files], isWhole: true).Write(checkpoint);
        }

        foreach (ExportTarget target in _targets)
        {
            target.Publish();
            await notes.WriteLineAsync($"{target.Path}: {target.Rows} rows");
        }

        if (IsKept)
            File.Delete(checkpoint);
    }

    /// <summary>Removes the files unless they are whole, or are to be continued.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (ExportTarget target in _targets)
            await target.DisposeAsync();
        _locks.ForEach(held => held.Dispose());
    }

    private static string? FindExisting(string[] paths) =>
        Array.Find(paths, path => File.Exists(path) || Directory.Exists(path)) is { } existing
            ? $"{existing} is already there; remove it, or give another --out" : null;

    // The lock of the given path is the caller's; a table of a rate has a path of its own.
    private string? Lock(string[] paths)
    {
        string given = ExportTarget.FullPathOf(_plan.Path);
        foreach (string path in paths.Where(path => path != given))
        {
            if (ExportLock.Take(path, out IDisposable? held) is { } refused)
                return refused;
            _locks.Add(held!);
        }

        return null;
    }

    private async Task<ExportTarget> OpenTargetAsync(string path, ExportContent content)
    {
        if (_plan.Resumed is { } resumed && _plan.Format is IResumableFormat format)
        {
            ResumedFile left = resumed.Files.FirstOrDefault(file => file.Name == Path.GetFileName(path))
                ?? throw new InvalidDataException($"the interrupted export had no file {Path.GetFileName(path)}");
            return await ExportTarget.ContinueAsync(path, format, content, left);
        }

        return await ExportTarget.CreateAsync(path, _plan.Format, content);
    }

    private ExportCheckpoint NewCheckpoint(ImmutableArray<ResumedFile> files, bool isWhole) => new()
    {
        Version = ExportCheckpoint.CurrentVersion,
        Options = _plan.Options!,
        Publisher = _source.Recording.Publisher,
        Definitions = _source.DefinitionsChecksum,
        Before = _source.Before,
        Ranges = _source.Ranges,
        Files = files,
        IsWhole = isWhole,
    };
}
