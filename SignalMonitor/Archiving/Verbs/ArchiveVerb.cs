using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Hosting;
using FuncLibs.Runtime.Diagnostics;
using SignalMonitor.Archiving.Catalogue;
using SignalMonitor.Archiving.Documents;
using SignalMonitor.Formatting;
using SignalMonitor.Recordings;
using SignalMonitor.Variables.Database;

namespace SignalMonitor.Archiving.Verbs;

/// <summary>
/// The verb `archive status|push|search|verify|rebuild`. All of them work beside a monitor that archives.
/// </summary>
internal sealed class ArchiveVerb : IDisposable
{
    /// <summary>The verb.</summary>
    public const string Name = "archive";

    /// <summary>The word after the verb is this option.</summary>
    public const string Argument = nameof(ArchiveVerbOptions.Action);

    /// <summary>And the next one this.</summary>
    public const string NextArgument = nameof(ArchiveVerbOptions.Name);

    /// <summary>The option that may be given without a value.</summary>
    public const string Flag = nameof(ArchiveVerbOptions.Json);

    private readonly ArchiveVerbOptions _options;
    private readonly string _root;
    private readonly string _recordings;
    private readonly ArchiveCatalogue _catalogue;
    private readonly TestArchiver _archiver;
    private readonly TextWriter _output;
    private readonly TextWriter _errors;

    private ArchiveVerb(
        ArchiveVerbOptions options,
        ArchiveOptions archive,
        string recordings,
        string monitor,
        TextWriter output,
        TextWriter errors,
        TimeProvider time)
    {
        (_options, _root, _recordings, _output, _errors) = (options, archive.Root, recordings, output, errors);
        _catalogue = new ArchiveCatalogue(archive.ConnectionString, time);

        // Somebody waits for it.
        TimeSpan forResults = TimeSpan.FromMinutes(archive.ResultMinutes);
        _archiver = new TestArchiver(
            archive.Root, _catalogue, monitor, new ArchivePace(time, 0, forResults, yields: false), time);
    }

    /// <summary>
    /// Exit code 0; 1 when something is not as it should be: a recording that could not be archived, a file that was
    /// changed; 2 with one line on standard error when folder or catalogue cannot be used, or an option is wrong.
    /// </summary>
    /// <param name="options">The option values.</param>
    /// <param name="archive">Section Archive.</param>
    /// <param name="recordings">Root of the recordings of this monitor.</param>
    /// <param name="monitor">Name of this monitor.</param>
    /// <param name="output">Standard output.</param>
    /// <param name="errors">Standard error.</param>
    /// <param name="time">Clock.</param>
    public static int Run(
        ArchiveVerbOptions options,
        ArchiveOptions archive,
        string recordings,
        string monitor,
        TextWriter output,
        TextWriter errors,
        TimeProvider time)
    {
        if (!archive.IsOn)
        {
            errors.WriteLine($"{Name}: there is no archive; name it with --Archive:Folder and --Archive:ConnectionString");
            return ExitCodes.CannotStart;
        }

        using ArchiveVerb verb = new(options, archive, recordings, monitor, output, errors, time);
        try
        {
            return options.Action switch
            {
                ArchiveAction.Status => verb.Status(),
                ArchiveAction.Push => verb.Push(),
                ArchiveAction.Search => verb.Search(),
                ArchiveAction.Verify => verb.Verify(),
                _ => verb.Rebuild(),
            };
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return verb.Fail(OneLine.Format(e));
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _catalogue.Dispose();

    private int Status()
    {
        PushOutcome? fault = _archiver.FindFault();
        long? tests = _catalogue.Count().Value?[0];
        (string Folder, bool IsArchived)[] finished = [.. Finished().Select(one =>
            (one.Folder, ArchiveMark.IsIn(one.Folder, one.Document)))];
        int waiting = finished.Count(one => !one.IsArchived);
        if (_options.Json)
        {
            Write(
                new ArchiveState(_root, _catalogue.Name, tests, finished.Length - waiting, waiting, fault?.Text),
                ArchiveVerbJson.Default.ArchiveState);
        }
        else
        {
            _output.WriteLine($"folder {_root}, catalogue {_catalogue.Name}");
            _output.WriteLine(tests is { } count
                ? FormattableString.Invariant($"{count} tests in the catalogue") : "the catalogue cannot be read");
            _output.WriteLine(FormattableString.Invariant(
                $"{finished.Length} finished recordings in {_recordings}: {waiting} wait to be archived"));
            if (fault is not null)
                _output.WriteLine(fault.Text);
        }

        return fault is null ? ExitCodes.Ok : ExitCodes.FatalError;
    }

    private int Push()
    {
        (string Folder, RecordingDocument Document)[] found =
            [.. Finished().Where(one => _options.Name is null || one.Document.Run.Name == _options.Name)];
        if (found.Length == 0)
            return Fail(_options.Name is null
                ? $"there is no finished recording in {_recordings}"
                : $"there is no finished recording of test run '{_options.Name}' in {_recordings}");
        if (_archiver.FindFault() is { } fault)
            return Fail(fault.Text);
        int code = ExitCodes.Ok;
        foreach ((string folder, RecordingDocument document) in found)
        {
            PushOutcome outcome = _archiver.Push(folder, CancellationToken.None);
            if (outcome.IsDone && _options.Json)
                Write(outcome.Test!, ArchiveVerbJson.Default.ArchivedTest);
            else if (outcome.IsDone)
                _output.WriteLine($"test run {document.Run.Name} {outcome.Text}");
            else
                (_, code) = (Fail(outcome.Text), ExitCodes.FatalError);
        }

        return code;
    }

    private int Search()
    {
        if (ArchiveQuery.TryParse(
            name => name switch
            {
                "rig" => _options.Rig,
                "specimen" => _options.Specimen,
                "from" => _options.From,
                "to" => _options.To,
                "result" => _options.Result,
                "after" => _options.After,
                _ => _options.Limit,
            },
            out ArchiveQuery query) is { } wrong)
            return Fail($"--{wrong}");
        if (!_catalogue.Search(query).Has(out ArchivePage? page, out DatabaseFault? fault))
            return Fail(fault.Text);
        if (_options.Json)
        {
            Write(page, ArchiveVerbJson.Default.ArchivePage);
            return ExitCodes.Ok;
        }

        _output.WriteLine(page.Tests.Count == 0 ? "no test" : $"{page.Tests.Count} tests, times in UTC");
        TextTable.Write(
            _output,
            ["place", "run", "specimen", "started", "state", "blocks", "lost", "results"],
            page.Tests.Select(test => new[]
            {
                test.Place, OneLine.Format(test.Run), OneLine.Format(test.Specimen ?? ""), Text(test.StartedUtc),
                test.Complete ? "complete" : "incomplete", Text(test.BlocksReceived), Text(test.BlocksLost),
                string.Join(", ", test.Results.Select(TextOf)),
            }));
        if (page.After is { } after)
            _output.WriteLine($"there are more: --after {after}");
        return ExitCodes.Ok;
    }

    private int Verify()
    {
        if (ArchiveSign.Read(_root, out _) is { } unread)
            return Fail(unread);
        string[] all = [.. ArchiveCheck.List(_root)];
        string[] chosen = [.. all.Where(folder => _options.Name is null || PlaceOf(folder) == _options.Name)];
        if (chosen.Length == 0 && _options.Name is not null)
            return Fail($"there is no test {_options.Name} in {_root}; give SITE/RIG/FOLDER as archive search lists it");
        int faults = 0;
        foreach (string folder in chosen)
        {
            foreach (string fault in ArchiveCheck.FaultsOf(folder, CancellationToken.None))
            {
                faults++;
                _output.WriteLine(fault);
            }
        }

        if (_options.Name is null)
        {
            if (RowsWithoutFolder(all, out List<string> gone) is { } noRows)
                return Fail($"the files were checked ({faults} faults), the catalogue was not: {noRows}");
            gone.ForEach(_output.WriteLine);
            faults += gone.Count;
        }

        _output.WriteLine(FormattableString.Invariant($"{chosen.Length} tests checked, {faults} faults"));
        return faults == 0 ? ExitCodes.Ok : ExitCodes.FatalError;
    }

    private int Rebuild()
    {
        if (ArchiveSign.Read(_root, out ArchiveSign? sign) is { } unread && !Directory.Exists(_root))
            return Fail(unread);
        if (sign is null)
        {
            sign = new ArchiveSign(Guid.NewGuid().ToString("N"));
            if (sign.Write(_root) is { } unwritten)
                return Fail(unwritten);
        }

        int code = ExitCodes.Ok;
        List<ArchivedTest> tests = [];
        foreach (string folder in ArchiveCheck.List(_root))
        {
            if (ArchiveCheck.ReadManifest(folder, out string? fault) is { } manifest)
                tests.Add(manifest.Test);
            else
                (_, code) = (Fail($"left out: {fault}"), ExitCodes.FatalError);
        }

        foreach (ArchivedTest second in tests.GroupBy(test => test.Id).SelectMany(same => same.Skip(1)).ToArray())
        {
            (_, code) = (Fail($"left out: {second.Place} is a second copy of a test"), ExitCodes.FatalError);
            tests.Remove(second);
        }

        if (!_catalogue.Replace(sign.Id, tests).Has(out _, out DatabaseFault? refused))
            return Fail(refused.Text);
        _output.WriteLine(FormattableString.Invariant($"{tests.Count} tests in the catalogue"));
        return code;
    }

    private string? RowsWithoutFolder(string[] folders, out List<string> gone)
    {
        HashSet<string> there = [.. folders.Select(PlaceOf)];
        gone = [];
        PageKey? after = null;
        do
        {
            ArchiveQuery query = new() { Limit = ArchiveQuery.MaxLimit, After = after };
            if (!_catalogue.Search(query).Has(out ArchivePage? page, out DatabaseFault? fault))
                return fault.Text;
            gone.AddRange(page.Tests.Where(test => !there.Contains(test.Place)).Select(test =>
                $"{test.Place} is in the catalogue and not in the folder; archive rebuild removes its row"));
            after = page.After is { } key ? PageKey.Parse(key) : null;
        }
        while (after is not null);
        return null;
    }

    private IEnumerable<(string Folder, RecordingDocument Document)> Finished()
    {
        foreach (string folder in Directory.Exists(_recordings) ? RecordingFolder.List(_recordings) : [])
        {
            if (RecordingDocument.Read(folder, out string? fault) is not { } document)
                _errors.WriteLine($"{Name}: {fault}");
            else if (document.ClosedUtc is not null)
                yield return (folder, document);
        }
    }

    private string PlaceOf(string folder) => Path.GetRelativePath(_root, folder).Replace('\\', '/');

    private void Write<T>(T value, System.Text.Json.Serialization.Metadata.JsonTypeInfo<T> type) =>
        _output.WriteLine(JsonSerializer.Serialize(value, type));

    private int Fail(string fault)
    {
        _errors.WriteLine($"{Name}: {fault}");
        return ExitCodes.CannotStart;
    }

    private static string TextOf(ArchivedResult result) => FormattableString.Invariant(
        $"{result.Name}={result.Value:G6}{(result.Unit.Length > 0 ? " " + result.Unit : "")}")
        + (result.State == "pending" ? " (pending)" : "");

    private static string Text(DateTimeOffset time) =>
        time.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture);

    private static string Text(long number) => number.ToString(CultureInfo.InvariantCulture);
}

/// <summary>What `archive status` prints.</summary>
/// <param name="Folder">Root of the archive.</param>
/// <param name="Catalogue">Its database.</param>
/// <param name="Tests">Tests in the catalogue; null when it cannot be read.</param>
/// <param name="Archived">Finished recordings of this monitor that are archived.</param>
/// <param name="Waiting">Those that are not.</param>
/// <param name="Fault">Why the archive cannot be used; null when it can.</param>
internal sealed record ArchiveState(
    string Folder, string Catalogue, long? Tests, int Archived, int Waiting, string? Fault);

/// <summary>Generated JSON of the verb: one line each.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(ArchiveState))]
[JsonSerializable(typeof(ArchivePage))]
[JsonSerializable(typeof(ArchivedTest))]
internal sealed partial class ArchiveVerbJson : JsonSerializerContext;
