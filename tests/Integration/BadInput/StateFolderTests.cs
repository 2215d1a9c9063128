using System.Text.Json;
using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Files;
using Testing;
using Testing.Processes;

namespace Integration.BadInput;

/// <summary>State folders and journals as people leave them: restored, shared, removed, out of reach.</summary>
public sealed class StateFolderTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string State => _folder.File("connector");

    private string Journal => Path.Combine(State, "journal");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Connector_RestoredStateFile_TakesANewEpochAndReportsIt()
    {
        JsonElement first = Live();
        byte[] backup = File.ReadAllBytes(Path.Combine(State, "state.json"));
        JsonElement second = Live();
        File.WriteAllBytes(Path.Combine(State, "state.json"), backup);

        JsonElement third = Live("the state folder is older than its journal");

        third.GetProperty("publisher").GetGuid().ShouldBe(first.GetProperty("publisher").GetGuid());
        EpochOf(third).ShouldBeGreaterThan(EpochOf(second));
        RestoredPayload notice = NoticeOf(third);
        (notice.Epoch, notice.RecordedEpoch).ShouldBe((EpochOf(first), EpochOf(second)));
        Revisions(third).Min().ShouldBeGreaterThan(Revisions(second).Max());
    }

    [Fact]
    public void Connector_JournalOfAnotherPublisherInItsFolder_LeavesItAlone()
    {
        Live();
        string theirs = Directory.GetFiles(Journal, "*.seg").Single();
        byte[] segment = File.ReadAllBytes(theirs);
        File.Delete(Path.Combine(State, "state.json"));

        Live("is of another publisher or a newer program");

        File.ReadAllBytes(theirs).ShouldBe(segment);
    }

    [Fact]
    public void Connector_JournalFolderOfAnother_IsRefused()
    {
        using HostProcess first = Hosts.StartSelfFed(State);
        first.Endpoint("http");
        using HostProcess second = Hosts.StartSelfFed(_folder.File("other"), "--Journal:Folder", Journal);

        second.WaitForExit().ShouldBe(2, second.Everything);
        second.Errors.ShouldHaveSingleItem().ShouldContain("stop the other process, or choose another Journal:Folder");
    }

    // As systemd's ProtectSystem=strict mounts a folder that no StateDirectory= or ReadWritePaths= names.
    [Theory]
    [InlineData(Hosts.Connector)]
    [InlineData(Hosts.Monitor)]
    public void Host_StateFolderMountedReadOnly_IsRefused(string program)
    {
        using HostProcess run = StartBesideReadOnly(
            State, program, "run", "--State:Folder", State, "--Http:Url", Hosts.AnyHttp);

        run.WaitForExit().ShouldBe(2, run.Everything);
        run.Errors.ShouldHaveSingleItem().ShouldMatch(
            "state folder .* cannot be written \\(Read-only file system.*; make it writable for this user");
    }

    [Fact]
    public void Connector_JournalFolderMountedReadOnly_PublishesAndReportsIt()
    {
        using HostProcess connector = StartBesideReadOnly(
            Journal,
            Hosts.Connector,
            [
                "run", "--State:Folder", State, "--Publish:Endpoint", Hosts.AnyPort, "--Control:Endpoint",
                Hosts.AnyPort, "--Http:Url", Hosts.AnyHttp, "--Source:Type", "simulator", "--Source:Preset", "small",
            ]);
        connector.WaitForError("NOT RECORDING");
        JsonElement before = connector.Json("/health");
        before.GetProperty("status").GetString().ShouldBe("degraded");
        before.GetProperty("journal").GetProperty("reason").GetString().ShouldNotBeNull()
            .ShouldContain("Read-only file system");
        Eventually.True(
            () => LastOf(connector.Json("/health")) > LastOf(before), "blocks are published without a pause");
    }

    [Fact]
    public void Connector_JournalFolderRemovedWhileRunning_GoesOnAndRecordsAgain()
    {
        using HostProcess connector = Hosts.StartSelfFed(State);
        using HostProcess monitor = Hosts.StartMonitor(_folder.File("monitor"), connector);
        MonitorView view = new(monitor);
        view.WaitForMore(Hosts.Rate);
        Directory.Delete(Journal, recursive: true);

        Eventually.True(
            () => Directory.Exists(Journal) && Directory.GetFiles(Journal, "*.seg").Length > 0,
            "a new journal is begun");
        connector.WaitForError("published frames so far are not in the journal");
        view.WaitForMore(Hosts.Rate);
        connector.Json("/health").GetProperty("journal").GetProperty("recording").GetBoolean().ShouldBeTrue();
        view.Account.ShouldSatisfyAllConditions(a => a.Closes.ShouldBeTrue(), a => a.DeclaredLost.ShouldBe(0));
    }

    [Fact]
    public void Connector_JournalFolderThatCannotBeMade_PublishesAndReportsIt()
    {
        File.WriteAllText(_folder.File("file"), "");
        using HostProcess connector =
            Hosts.StartSelfFed(State, "--Journal:Folder", Path.Combine(_folder.File("file"), "journal"));
        using HostProcess monitor = Hosts.StartMonitor(_folder.File("monitor"), connector);

        connector.WaitForError("NOT RECORDING");
        new MonitorView(monitor).WaitForMore(Hosts.Rate);
    }

    // A life with blocks that ends cleanly; its last words.
    // In a mount namespace of its own, so that nothing of it is seen elsewhere, or stays.
    private static HostProcess StartBesideReadOnly(
        string folder, string program, params IEnumerable<string> arguments)
    {
        const string Mount = "mount --bind \"$0\" \"$0\" && mount -o remount,ro,bind \"$0\" && exec \"$@\"";
        Directory.CreateDirectory(folder);
        return HostProcess.StartUnder("unshare", ["--mount", "sh", "-c", Mount, folder], program, arguments);
    }

    private static long LastOf(JsonElement health) =>
        health.GetProperty("streams")[0].GetProperty("last").GetInt64();

    private JsonElement Live(string? expected = null)
    {
        using HostProcess connector = Hosts.StartSelfFed(State);
        JsonElement health = default;
        Eventually.True(
            () => (health = connector.Json("/health")).GetProperty("streams") is var streams && streams.GetArrayLength() > 0
                && streams[0].GetProperty("durable").GetInt64() > 0,
            "blocks are durable");
        if (expected is not null)
            connector.WaitForError(expected);
        health.GetProperty("streams")[0].GetProperty("id").GetInt32().ShouldBe(1);
        connector.Signal(ProcessSignals.Terminate);
        connector.WaitForExit().ShouldBe(0, connector.Everything);
        return health;
    }

    private static ulong EpochOf(JsonElement health) => health.GetProperty("epoch").GetUInt64();

    private RestoredPayload NoticeOf(JsonElement health)
    {
        List<RestoredPayload> notices = [];
        Read(health, (header, payload) =>
        {
            if (header.Kind == FrameKind.Event && RestoredPayload.TryRead(payload, out RestoredPayload notice, out _))
                notices.Add(notice);
        });
        return notices.ShouldHaveSingleItem();
    }

    private List<uint> Revisions(JsonElement health)
    {
        List<uint> revisions = [];
        Read(health, (header, _) => revisions.Add(header.CatalogueRevision));
        return revisions;
    }

    private void Read(JsonElement health, Action<FrameHeader, byte[]> take)
    {
        var journal = new JournalFolder(
            new DiskFiles(Journal), JournalOptions.Default, health.GetProperty("publisher").GetGuid());
        using RecordCursor cursor = journal.NewCursor();
        while (cursor.Next() is var step && step != ScanStep.End)
        {
            if (step == ScanStep.Record && cursor.Header.Epoch == EpochOf(health))
                take(cursor.Header, cursor.Payload.ToArray());
        }
    }
}
