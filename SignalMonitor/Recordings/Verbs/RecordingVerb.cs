using System.Globalization;
using System.Text.Json;
using FuncLibs.Hosting;
using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Writing;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;
using SignalMonitor.Audit;
using SignalMonitor.Formatting;

namespace SignalMonitor.Recordings.Verbs;

/// <summary>
/// The verb `recording list|info|verify|repair|keep|release`. The first three only read, and all but `repair` work
/// beside a monitor that records.
/// </summary>
internal static class RecordingVerb
{
    /// <summary>The verb.</summary>
    public const string Name = "recording";

    /// <summary>The word after the verb is this option.</summary>
    public const string Argument = nameof(RecordingVerbOptions.Action);

    /// <summary>And the next one this.</summary>
    public const string NextArgument = nameof(RecordingVerbOptions.Name);

    /// <summary>The option that may be given without a value.</summary>
    public const string Flag = nameof(RecordingVerbOptions.Json);

    // What each action does with one recording, and as what it is noted in the audit log; null = it only reads.
    private static readonly Dictionary<RecordingAction, (string? Noted, Func<Subject, Outcome> Run)> Actions = new()
    {
        [RecordingAction.Info] = (null, Show),
        [RecordingAction.Verify] = (null, Show),
        [RecordingAction.Repair] = (AuditActions.RecordingRepair, Repair),
        [RecordingAction.Keep] = (AuditActions.RecordingKeep, subject => Mark(subject, keep: true)),
        [RecordingAction.Release] = (AuditActions.RecordingRelease, subject => Mark(subject, keep: false)),
    };

    /// <summary>
    /// Exit code 0; 1 when `verify` found damage or missing blocks, or `repair` could not repair; 2 with one line on
    /// standard error when there is no such recording.
    /// </summary>
    /// <param name="options">The option values.</param>
    /// <param name="root">Root of the recordings, unless `--source` names another.</param>
    /// <param name="output">Standard output.</param>
    /// <param name="errors">Standard error.</param>
    /// <param name="time">Clock.</param>
    /// <param name="audit">Notes what changes a recording; null = it is not noted.</param>
    public static int Run(
        RecordingVerbOptions options,
        string root,
        TextWriter output,
        TextWriter errors,
        TimeProvider time,
        AuditLog? audit = null)
    {
        string source = Path.GetFullPath(options.Source ?? root);
        try
        {
            if (!Directory.Exists(source))
                return Fail(errors, options.Source is null
                    ? $"there are no recordings in {source}; testrun start makes one while a monitor runs, and --source "
                        + "names another folder"
                    : $"there is no folder {source}; --source is a folder of recordings, or one recording");
            List<(string Folder, RecordingDocument Document)> found = Find(source, options.Name, errors);
            if (options.Action == RecordingAction.List)
                return List(found, options.Json, output);
            if (found.Count != 1)
                return Fail(errors, NotOne(source, options.Name, found));
            return Do(new Subject(found[0].Folder, found[0].Document, options, output, time), errors, audit);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Fail(errors, $"{source} cannot be read ({OneLine.Format(e)})");
        }
    }

    // What changes a recording is noted before it is done, and a second time when it is refused then.
    private static int Do(Subject subject, TextWriter errors, AuditLog? audit)
    {
        (string? noted, Func<Subject, Outcome> run) = Actions[subject.Options.Action];
        if (noted is null || audit is null)
            return End(TryRun(run, subject), errors);
        AuditAction action = ActionOf(noted, subject);
        if (audit.Append(action) is { } unnoted)
            return Fail(errors, $"nothing was changed, because it could not be noted: {unnoted}");
        Outcome outcome = TryRun(run, subject);
        if (outcome.Refusal is { } refusal && audit.Append(action.Refuse(refusal)) is { } refusalUnnoted)
            errors.WriteLine($"{Name}: the refusal is not in the audit log: {refusalUnnoted}");
        return End(outcome, errors);
    }

    private static Outcome TryRun(Func<Subject, Outcome> run, Subject subject)
    {
        try
        {
            return run(subject);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return Outcome.Refused($"{subject.Folder}: {OneLine.Format(e)}");
        }
    }

    private static int End(Outcome outcome, TextWriter errors) =>
        outcome.Refusal is { } refusal ? Fail(errors, refusal) : outcome.Code;

    private static AuditAction ActionOf(string name, Subject subject) =>
        new AuditOrigin(subject.Options.By ?? Environment.UserName, $"verb {Name}").CreateAction(
            name, AuditActions.TestRunTarget(subject.Document.Station, subject.Document.Run.Name)) with
        {
            New = subject.Folder,
        };

    private static List<(string Folder, RecordingDocument Document)> Find(
        string source, string? run, TextWriter errors)
    {
        List<(string, RecordingDocument)> found = [];
        foreach (string folder in RecordingFolder.List(source))
        {
            if (RecordingDocument.Read(folder, out string? fault) is not { } document)
                errors.WriteLine($"{Name}: {fault}");
            else if (run is null || document.Run.Name == run)
                found.Add((folder, document));
        }

        return found;
    }

    private static string NotOne(string source, string? run, List<(string Folder, RecordingDocument Document)> found)
    {
        if (found.Count == 0)
            return run is null
                ? $"there is no recording in {source}" : $"there is no recording of test run '{run}' in {source}";
        return run is null
            ? $"{source} has {found.Count} recordings; choose one by the name of its run, or with --source: "
                + string.Join(", ", found.Select(one => one.Document.Run.Name))
            : $"test run '{run}' has {found.Count} recordings; choose one with --source: "
                + string.Join(", ", found.Select(one => one.Folder));
    }

    private static int List(
        List<(string Folder, RecordingDocument Document)> found, bool json, TextWriter output)
    {
        RecordingSummary[] all =
            [.. found.Select(one => RecordingSummary.Create(one.Folder, one.Document, verify: false))];
        if (json)
        {
            foreach (RecordingSummary one in all)
                output.WriteLine(JsonSerializer.Serialize(one, RecordingSummaryJson.Default.RecordingSummary));
            return ExitCodes.Ok;
        }

        output.WriteLine(all.Length == 0 ? "no recording" : $"{all.Length} recordings, times in UTC");
        TextTable.Write(
            output,
            ["station", "run", "specimen", "started", "stopped", "blocks", "gaps", "bytes", "kept"],
            all.Select(one => new[]
            {
                one.Station, one.Run, one.Specimen ?? "", Text(one.StartedUtc),
                one.StoppedUtc is { } stopped ? Text(stopped) : "open", Text(one.Blocks), Text(one.Gaps),
                Text(one.Bytes), one.Keep ? "kept" : "",
            }));
        return ExitCodes.Ok;
    }

    private static Outcome Show(Subject subject)
    {
        (string folder, RecordingDocument document, RecordingVerbOptions options, TextWriter output, _) = subject;
        bool verify = options.Action == RecordingAction.Verify;
        RecordingSummary summary = RecordingSummary.Create(folder, document, verify);
        if (options.Json)
            output.WriteLine(JsonSerializer.Serialize(summary, RecordingSummaryJson.Default.RecordingSummary));
        else
            WriteText(summary, document, output);
        return Outcome.Done(!verify || summary.IsWhole);
    }

    private static void WriteText(
        RecordingSummary summary, RecordingDocument document, TextWriter output)
    {
        output.WriteLine($"test run {summary.Run} of {summary.Station} in {summary.Folder}");
        output.WriteLine($"specimen {summary.Specimen ?? "-"}, operator {summary.Operator ?? "-"}, started "
            + $"{Text(summary.StartedUtc)} UTC, "
            + (summary.StoppedUtc is { } stopped ? $"stopped {Text(stopped)} UTC" : "not stopped")
            + (summary.Closed ? "" : ", the recording is open")
            + (summary.Keep ? ", kept: retention does not remove it" : ""));
        if (summary is { From: { } from, To: { } to })
            output.WriteLine($"blocks from {Text(from)} to {Text(to)} UTC");
        output.WriteLine(FormattableString.Invariant(
            $"{summary.Blocks} blocks, {summary.Gaps} missing between them, {summary.Bytes} bytes, ")
            + FormattableString.Invariant($"{summary.Damaged} damaged ranges, {summary.Torn} torn ends"));
        if (NotKeptRange.NoteOf(document.NotKept) is { } note)
            output.WriteLine(note);
        foreach (RecordedPublisher journal in document.Publishers.Where(known => known.Mode is not null))
            output.WriteLine(TextOf(journal, document.Accounts.FirstOrDefault(one => one.Journal == journal.Folder)));
        foreach (string problem in summary.Problems.Concat(summary.PyramidProblems))
            output.WriteLine(problem);
        foreach (RecordedPyramid pyramid in summary.Pyramids)
            output.WriteLine(FormattableString.Invariant(
                $"pyramid of stream {pyramid.Name} in {pyramid.Journal}: {pyramid.Columns} columns, ")
                + FormattableString.Invariant($"{pyramid.Chunks} chunks, {pyramid.Bytes} bytes")
                + (pyramid.Complete ? "" : summary.Closed ? ", not complete: recording repair completes it" : ", open"));
        TextTable.Write(
            output,
            ["journal", "epoch", "stream", "first", "last", "blocks", "missing"],
            summary.Streams.Select(stream => new[]
            {
                stream.Journal, Text(stream.Epoch), Text(stream.Stream), Text(stream.First), Text(stream.Last),
                Text(stream.Blocks), Text(stream.Missing),
            }));
    }

    private static string TextOf(RecordedPublisher journal, RecordedAccount? account) =>
        $"{journal.Folder}: {(journal.Group is { } group ? $"group {group} ({journal.Channels})" : "other channels")}, "
        + $"{journal.Mode!.ToLowerInvariant()}"
        + (journal.RateHz is { } rate ? FormattableString.Invariant($" to {rate} samples a second") : "")
        + (account is null ? "" : $": {account.Text}");

    private static Outcome Repair(Subject subject)
    {
        (string folder, RecordingDocument document, _, TextWriter output, TimeProvider time) = subject;
        bool isRepaired = true;
        foreach (RecordedPublisher publisher in document.Publishers)
        {
            var files = new DiskFiles(Path.Combine(folder, publisher.Folder));
            FileOutcome outcome =
                FrameArchive.Open(files, JournalOptions.Default, publisher.Id, time, out FrameArchive? archive);
            if (!outcome.IsOk)
                return Outcome.Refused(outcome.Fault == FileFault.InUse
                    ? $"{files.Folder} is being written; stop the test run or the monitor first"
                    : outcome.ToString());
            using (archive)
            {
                RecoveryReport report = archive!.Recovery;
                output.WriteLine(FormattableString.Invariant($"{publisher.Folder}: {report.Segments} segments, ")
                    + FormattableString.Invariant($"{report.Damaged.Count(range => range.IsTorn)} torn ends cut, ")
                    + FormattableString.Invariant($"{report.Damaged.Count(range => !range.IsTorn)} damaged ranges left"));
                foreach (string left in report.Unrepaired)
                    output.WriteLine($"not repaired: {left}");
                isRepaired &= report.Unrepaired.Count == 0;
            }
        }

        isRepaired &= RecordedPyramids.Repair(folder, document, output.WriteLine);
        return Outcome.Done(isRepaired);
    }

    private static Outcome Mark(Subject subject, bool keep)
    {
        (subject.Document with { Keep = keep }).Write(subject.Folder);
        subject.Output.WriteLine(keep
            ? $"the recording of test run {subject.Document.Run.Name} is kept: retention does not remove it"
            : $"the recording of test run {subject.Document.Run.Name} is released: retention may remove it");
        return Outcome.Done(isWhole: true);
    }

    private static int Fail(TextWriter errors, string fault)
    {
        errors.WriteLine($"{Name}: {fault}");
        return ExitCodes.CannotStart;
    }

    private static string Text(DateTimeOffset time) =>
        time.ToString("yyyy-MM-dd HH:mm:ss", CultureInfo.InvariantCulture);

    private static string Text(IFormattable number) => number.ToString(null, CultureInfo.InvariantCulture);

    private sealed record Subject(
        string Folder, RecordingDocument Document, RecordingVerbOptions Options, TextWriter Output, TimeProvider Time);

    private readonly record struct Outcome(int Code, string? Refusal)
    {
        public static Outcome Done(bool isWhole) => new(isWhole ? ExitCodes.Ok : ExitCodes.FatalError, null);

        public static Outcome Refused(string why) => new(ExitCodes.CannotStart, why);
    }
}
