using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;
using SignalMonitor.Archiving.Catalogue;
using SignalMonitor.Archiving.Documents;
using SignalMonitor.Recordings;
using SignalMonitor.Recordings.Verbs;
using SignalMonitor.Variables.Database;

namespace SignalMonitor.Archiving;

/// <summary>
/// Puts a finished recording into the archive: its files under a temporary name, its manifest, the rename, its row in
/// the catalogue, its mark. A process that ends anywhere in between is continued by the next. One thread.
/// </summary>
/// <param name="root">Root of the archive.</param>
/// <param name="catalogue">The catalogue.</param>
/// <param name="monitor">Name of this monitor.</param>
/// <param name="pace">How much of the machine it may use.</param>
/// <param name="time">Clock.</param>
internal sealed class TestArchiver(
    string root, ArchiveCatalogue catalogue, string monitor, ArchivePace pace, TimeProvider time)
{
    /// <summary>Folder in the root in which copies are made.</summary>
    public const string IncomingName = ".incoming";

    private const int MaxAttempts = 1000;

    /// <summary>Archives one recording; one that is in the archive stays there as it is.</summary>
    /// <param name="folder">Its folder.</param>
    /// <param name="stop">Ends it.</param>
    public PushOutcome Push(string folder, CancellationToken stop)
    {
        if (RecordingDocument.Read(folder, out string? fault) is not { } document)
            return PushOutcome.Failed(PushState.SourceFails, fault!);
        if (document.ClosedUtc is null)
            return PushOutcome.Failed(
                PushState.SourceFails, $"{folder} is open; it is archived once its test run is stopped and it is closed");
        string[] station = document.Station.Split('/');
        if (station.Length != 2 || !station.All(RecordingId.IsPart))
            return PushOutcome.Failed(
                PushState.SourceFails, OneLine.Format($"{folder} is of station '{document.Station}'; SITE/RIG is expected"));
        if (FindFault() is { } unusable)
            return unusable;
        FileOutcome locked = PathLock.Take(Path.Combine(folder, ArchiveMark.FileName), out IDisposable? held);
        if (!locked.IsOk)
            return PushOutcome.Failed(PushState.SourceFails, locked.Fault == FileFault.InUse
                ? $"{folder} is being archived by another process" : locked.ToString());
        using (held)
        {
            try
            {
                return Push(folder, document, stop);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                return PushOutcome.Failed(PushState.ArchiveFails, $"{root} cannot be used ({OneLine.Format(e)})");
            }
        }
    }

    /// <summary>What keeps every recording out of the archive; null nothing: the folder is that of the
    /// catalogue.</summary>
    public PushOutcome? FindFault()
    {
        if (ArchiveSign.Read(root, out ArchiveSign? sign) is { } fault)
            return PushOutcome.Failed(PushState.ArchiveFails, fault);
        if (!catalogue.IdOrEmpty().Has(out string? id, out DatabaseFault? refused))
            return PushOutcome.Failed(PushState.CatalogueFails, refused.Text);
        if (id.Length == 0)
        {
            // The folder first: one that cannot be written is not the archive of the catalogue from then on.
            sign ??= new ArchiveSign(Guid.NewGuid().ToString("N"));
            if (sign.Write(root) is { } unwritten)
                return PushOutcome.Failed(PushState.ArchiveFails, unwritten);
            if (!catalogue.Pair(sign.Id).Has(out id, out refused))
                return PushOutcome.Failed(PushState.CatalogueFails, refused.Text);
        }

        return sign?.Id == id ? null : PushOutcome.Failed(
            PushState.ArchiveFails,
            sign is null
                ? $"{root} has no {ArchiveSign.FileName}, and {catalogue.Name} is of another folder: mount the share, or "
                    + "let archive rebuild take this folder"
                : $"{root} is another archive than that of {catalogue.Name}; correct Archive:Folder or "
                    + "Archive:ConnectionString, or let archive rebuild take this folder");
    }

    private PushOutcome Push(string folder, RecordingDocument document, CancellationToken stop)
    {
        string id = ArchivedTest.IdOf(document);
        if (FindPlace(document, id, out int attempt, out ArchivedTest? there) is { } unknown)
            return unknown;
        if (there is not null)
            return Enter(folder, there, PushState.Already, $"is in {there.Place} already");
        string incoming = Path.Combine(root, IncomingName, id);
        if (Describe(folder, document, id, stop) is not { } test)
            return PushOutcome.Ended;
        ArchiveCopy copy = new(folder, incoming, pace, stop);
        if (copy.Run() is { } fault)
            return fault;
        test = test with { Bytes = copy.Files.Sum(file => file.Bytes) };
        for (; attempt <= MaxAttempts; attempt++)
        {
            string place = RecordingFolder.PathOf(root, document.Station, document.Run.Name, attempt);
            if (Directory.Exists(place))
                continue;
            test = test with { Attempt = attempt, Folder = Path.GetFileName(place), ArchivedUtc = time.GetUtcNow() };
            new ArchiveManifest { Format = ArchiveManifest.CurrentFormat, Test = test, Files = copy.Files }
                .Write(incoming);
            if (TryMove(incoming, place))
                return Enter(folder, test, PushState.Archived, attempt == 1
                    ? $"is in {test.Place}"
                    : $"is in {test.Place}: another recording of this name is in the archive");
        }

        return PushOutcome.Failed(
            PushState.SourceFails, $"{MaxAttempts} recordings of test run {document.Run.Name} are in the archive");
    }

    // Another monitor may archive a recording of the same name now.
    private bool TryMove(string incoming, string place)
    {
        string station = Path.GetDirectoryName(place)!;
        Directory.CreateDirectory(station);
        try
        {
            Directory.Move(incoming, place);
        }
        catch (IOException) when (Directory.Exists(place) && Directory.Exists(incoming))
        {
            return false;
        }

        foreach (string changed in (ReadOnlySpan<string>)
            [station, Path.GetDirectoryName(station)!, root, Path.GetDirectoryName(incoming)!])
        {
            FileOutcome flushed = new DiskFiles(changed).FlushFolder();
            if (!flushed.IsOk)
                throw new IOException(flushed.ToString());
        }

        return true;
    }

    private PushOutcome? FindPlace(RecordingDocument document, string id, out int attempt, out ArchivedTest? there)
    {
        there = null;
        for (attempt = 1; attempt <= MaxAttempts; attempt++)
        {
            string place = RecordingFolder.PathOf(root, document.Station, document.Run.Name, attempt);
            if (!Directory.Exists(place))
                return null;
            ArchiveManifest? manifest = ArchiveManifest.Read(place, out string? fault);
            if (manifest?.Test.Id == id)
            {
                there = manifest.Test with { Folder = Path.GetFileName(place) };
                return null;
            }

            // A test without a manifest that can be read may be this one: a second copy would hide the damage.
            if (manifest is null && RecordingDocument.Read(place, out _) is { ClosedUtc: not null } other
                && ArchivedTest.IdOf(other) == id)
                return PushOutcome.Failed(
                    PushState.SourceFails,
                    $"{fault}, and the recording is in {place} already; check it with recording verify, then move it "
                        + "away to have it archived again");
        }

        return null;
    }

    private PushOutcome Enter(string folder, ArchivedTest test, PushState state, string text)
    {
        if (!catalogue.Put(test).Has(out _, out DatabaseFault? fault))
            return PushOutcome.Failed(PushState.CatalogueFails, fault.Text);
        try
        {
            new ArchiveMark(test.Id, test.Place, test.ArchivedUtc).Write(folder);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return PushOutcome.Failed(
                PushState.SourceFails, $"{folder} is archived and cannot be marked so ({OneLine.Format(e)})");
        }

        return new PushOutcome(state, text, test);
    }

    private ArchivedTest? Describe(string folder, RecordingDocument document, string id, CancellationToken stop)
    {
        (IReadOnlyList<RecordedResult> results, string? resultsFault) = ([], null);
        if (pace.ForResults > TimeSpan.Zero)
        {
            WorkTime limit = new(time, pace.ForResults);
            resultsFault = RecordedResults.Compute(folder, document, GoesOn, out results);
            bool GoesOn()
            {
                pace.Computed(stop);
                return !limit.IsOver && !stop.IsCancellationRequested;
            }
        }

        if (stop.IsCancellationRequested)
            return null;
        RecordingSummary summary = RecordingSummary.Create(folder, document, verify: false);
        long lost = Math.Max(summary.Gaps, document.LostBlocks);
        string[] station = document.Station.Split('/');
        RecordedRun run = document.Run;
        return new ArchivedTest
        {
            Id = id,
            Site = station[0],
            Rig = station[1],
            Run = run.Name,
            Folder = RecordingFolder.Escape(run.Name),
            Attempt = 1,
            Specimen = Given(run.Specimen),
            Operator = Given(run.Operator),
            L0Mm = run.L0Mm,
            S0Mm2 = run.S0Mm2,
            ControlMode = run.ControlMode,
            StartedUtc = run.StartedUtc,
            StoppedUtc = run.StoppedUtc,
            ClosedUtc = document.ClosedUtc!.Value,
            BlocksExpected = summary.Blocks + lost,
            BlocksReceived = summary.Blocks,
            BlocksLost = lost,
            Complete = lost == 0 && summary.IsWhole && summary.Torn == 0 && run.StoppedUtc is not null,
            Bytes = 0,
            Monitor = monitor,
            ArchivedUtc = time.GetUtcNow(),
            Note = Given(run.Note),
            Results =
            [
                .. results.Where(result => result.Value is not null).Select(result =>
                    new ArchivedResult(result.Name, result.Value!.Value, result.Unit, result.State ?? "")),
            ],
            ResultsFault = resultsFault is null ? null : OneLine.Format(resultsFault),
        };
    }

    private static string? Given(string? text) => string.IsNullOrEmpty(text) ? null : text;
}
