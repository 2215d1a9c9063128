using FuncLibs.Journal;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;
using Microsoft.Extensions.Logging;
using SignalMonitor.Logging;
using SignalMonitor.Recordings;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Recorder;

/// <summary>
/// Closes the recordings of a rig that earlier processes left open and whose run is over; the newest run is the
/// recorder's own. Torn ends are cut, and accounts are brought to what the journals have. Recorder's thread.
/// </summary>
/// <param name="root">Root of the recordings.</param>
/// <param name="files">Makes the files of a folder.</param>
/// <param name="time">Clock.</param>
/// <param name="logger">Receives what is closed, and what cannot be.</param>
internal sealed class LeftOpenRecordings(
    string root, Func<string, IDiskFiles> files, TimeProvider time, ILogger logger)
{
    private Queue<string>? _folders;

    /// <summary>Looks at one recording, so that a run that begins meanwhile does not wait for all of them.</summary>
    /// <param name="set">The definitions, with the newest run.</param>
    /// <param name="isHeld">Whether the recorder has a folder in work.</param>
    public void Step(VariableSet set, Func<string, bool> isHeld)
    {
        if (_folders is { Count: 0 })
            return;
        string run = "";
        try
        {
            _folders ??= Find(RecordingFolder.OfStation(root, set.Station));
            if (!_folders.TryDequeue(out string? folder) || isHeld(folder)
                || RecordingDocument.Read(folder, out _) is not { ClosedUtc: null } document
                || !IsOver(document.Run, set.NewestRun))
                return;
            run = document.Run.Name;
            if (Close(folder, document) is { } fault)
                MonitorLog.RecorderNote(logger, run, $"was left open, and stays open: {fault}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            MonitorLog.RecorderNote(logger, run, $"was left open, and cannot be closed: {OneLine.Format(e)}");
        }
    }

    private static Queue<string> Find(string station) =>
        new(Directory.Exists(station) ? RecordingFolder.List(station) : []);

    // Runs of a rig follow each other.
    private static bool IsOver(RecordedRun run, TestRun? newest) =>
        run.StartedUtc != newest?.StartedUtc && (run.StoppedUtc is not null || newest?.StartedUtc > run.StartedUtc);

    // Opening a journal repairs it, and fails where another process writes there.
    private string? Close(string folder, RecordingDocument document)
    {
        List<RecordedAccount> accounts = [.. document.Accounts];
        foreach (RecordedPublisher publisher in document.Publishers)
        {
            string journal = Path.Combine(folder, publisher.Folder);
            if (!Directory.Exists(journal))
                continue;
            FileOutcome outcome = FrameArchive.Open(
                files(journal), JournalOptions.Default, publisher.Id, time, out FrameArchive? archive);
            if (!outcome.IsOk)
                return outcome.ToString();
            using (archive)
            {
                int at = accounts.FindIndex(account => account.Journal == publisher.Folder);
                if (at >= 0)
                    accounts[at] = Settle(accounts[at], archive!, document);
            }
        }

        (document with { ClosedUtc = time.GetUtcNow(), Accounts = [.. accounts] }).Write(folder);
        File.Delete(Path.Combine(folder, ResumeDocument.FileName));
        MonitorLog.RecorderNote(
            logger, document.Run.Name, "was left open by an earlier process; it is closed now, without a certificate");
        return null;
    }

    // Blocks may have been stored after the account was written.
    private static RecordedAccount Settle(RecordedAccount account, FrameArchive archive, RecordingDocument document)
    {
        long stored = archive.Recovery.Extents.Where(extent => FrameHeader.IsDataStream(extent.Stream))
            .Sum(extent => (long)extent.Records);
        long notKept = document.NotKept.Where(range => range.Journal == account.Journal)
            .Sum(range => (long)(range.To - range.From) + 1);
        return account with
        {
            Stored = stored,
            NotKept = notKept,
            Received = (account.Merged ?? stored) + notKept + account.Lost,
        };
    }
}
