using System.Buffers;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Journal;
using FuncLibs.Journal.Writing;
using FuncLibs.Runtime.Files;
using SignalMonitor.Audit;
using SignalMonitor.Events;
using SignalMonitor.History;
using SignalMonitor.Recorder;
using SignalMonitor.Recordings;
using SignalMonitor.Recordings.History;
using SignalMonitor.Recordings.Verbs;
using SignalMonitor.Tests.Receiving;
using Testing;
using Testing.Journal;

namespace SignalMonitor.Tests.Recorder;

public sealed class RunRecorderTests
{
    [Fact]
    public void Take_RunFromStartToStop_IsRecordedWhole()
    {
        using RecorderRig rig = new();
        rig.Data(1, 5);
        rig.Take(RecorderRig.Run("T-17"));
        rig.Data(6, 20);
        rig.Take(RecorderRig.Run("T-17", stopped: RecorderRig.Started.AddHours(1)));
        rig.WaitFor(status => status.Run is null && rig.Certified.Count == 1);

        RecordingSummary summary = rig.Verify("T-17");
        (summary.Blocks, summary.Gaps, summary.Damaged, summary.Torn).ShouldBe((15, 0, 0, 0));
        summary.Closed.ShouldBeTrue();
        rig.Sequences("T-17").ShouldBe([.. Enumerable.Range(6, 15).Select(i => (ulong)i)]);
    }

    [Fact]
    public void Take_RunFromStartToStop_HasACompletePyramid()
    {
        using RecorderRig rig = new(preTime: TimeSpan.FromSeconds(100));
        rig.Data(1, 5);
        DateTimeOffset started = TimeProvider.System.GetUtcNow();
        rig.Take(RecorderRig.Run("T-17", started));
        rig.Data(6, 20);
        rig.Take(RecorderRig.Run("T-17", started, stopped: started.AddHours(1)));
        rig.WaitFor(status => status.Run is null && rig.Certified.Count == 1);
        Eventually.True(() => rig.Pyramids!.Open == 0, "the pyramid is completed");

        RecordedPyramid pyramid = rig.Verify("T-17").Pyramids.ShouldHaveSingleItem();
        (pyramid.Journal, pyramid.Name, pyramid.Complete).ShouldBe(("journal", "main", true));
        RecordedHistory.Open(rig.PathOf("T-17"), out RecordedHistory? history).ShouldBeNull();
        using (history)
        {
            history!.Read(
                new HistoryWindow(null, "servo1.force", null, null, 2), CancellationToken.None, out HistoryView? view)
                .ShouldBeNull();
            Enumerable.Range(0, view!.Table.Buckets).Sum(row => view.Table[row, 0].Count).ShouldBe(20 * 3);
        }
    }

    [Fact]
    public void Take_PyramidCannotBeWritten_IsSaidAndBlocksAreRecorded()
    {
        using RecorderRig rig = new(
            folder => folder.EndsWith("pyramid", StringComparison.Ordinal)
                ? new FaultyFiles(folder) { IsReadOnly = true } : new DiskFiles(folder),
            hasPyramids: true);
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 20);
        rig.WaitFor(status => status.PyramidFault?.Contains("read-only", StringComparison.Ordinal) == true);

        rig.Recorder.Status.Fault.ShouldBeNull();
        rig.Stop();
        rig.Verify("A").Blocks.ShouldBe(20);
    }

    [Fact]
    public void Take_BlocksSinceTheStart_AreRecordedThoughTheRunIsSeenLater()
    {
        using RecorderRig rig = new(preTime: TimeSpan.Zero);
        rig.Data(1, 5);
        DateTimeOffset started = TimeProvider.System.GetUtcNow();
        rig.Data(6, 9);
        rig.Take(RecorderRig.Run("A", started));
        rig.Data(10, 12);
        rig.Stop();

        rig.Sequences("A").ShouldBe([6, 7, 8, 9, 10, 11, 12]);
        rig.Verify("A").IsWhole.ShouldBeTrue();
    }

    [Fact]
    public void Take_PreTime_IsRecordedBeforeTheStart()
    {
        using RecorderRig rig = new(preTime: TimeSpan.FromSeconds(100));
        rig.Data(1, 5);
        rig.Take(RecorderRig.Run("A", TimeProvider.System.GetUtcNow()));
        rig.Data(6, 6);
        rig.Stop();

        rig.Sequences("A").ShouldBe([1, 2, 3, 4, 5, 6]);
    }

    [Fact]
    public void Take_FirstBlocksAreNotHeldAnyMore_IsSaid()
    {
        using RecorderRig rig = new(preTime: TimeSpan.FromSeconds(100), ringBytes: 1 << 16);
        DateTimeOffset started = TimeProvider.System.GetUtcNow();
        rig.Data(1, 500);
        rig.Take(RecorderRig.Run("A", started));
        rig.Data(501, 501);
        rig.Stop();

        rig.Sequences("A")[0].ShouldBeGreaterThan(1UL);
        rig.Events.ReadAfter(0, 100).All.ShouldContain(one => one.Text.StartsWith("lacks its first blocks"));
    }

    [Fact]
    public void Take_AllBlocksAreHeld_NothingIsSaid()
    {
        using RecorderRig rig = new(preTime: TimeSpan.Zero, ringBytes: 1 << 16);
        rig.Data(1, 500);
        rig.Take(RecorderRig.Run("A", TimeProvider.System.GetUtcNow()));
        rig.Data(501, 501);
        rig.Stop();

        rig.Sequences("A").ShouldContain(501UL);
        rig.Events.ReadAfter(0, 100).All.ShouldNotContain(one => one.Text.StartsWith("lacks its first blocks"));
    }

    [Fact]
    public void Take_NextRunAtOnceWithPreTime_HasTheBlocksAroundItsStartToo()
    {
        using RecorderRig rig = new(preTime: TimeSpan.Zero);
        rig.Take(RecorderRig.Run("A", TimeProvider.System.GetUtcNow()));
        rig.Data(1, 5);
        DateTimeOffset started = TimeProvider.System.GetUtcNow();
        rig.Data(6, 7);
        rig.Take(RecorderRig.Run("B", started));
        rig.WaitFor(status => status.Run == "B");
        rig.Data(8, 9);
        rig.Stop();

        rig.Sequences("A").ShouldBe([1, 2, 3, 4, 5, 6, 7]);
        rig.Sequences("B").ShouldBe([6, 7, 8, 9]);
    }

    [Fact]
    public void Take_JournalCannotBeOpenedAtFirst_HeldBlocksAreNotLost()
    {
        using RecorderRig rig = new(preTime: TimeSpan.FromMinutes(1));
        File.WriteAllText(rig.Root, "no folder");
        rig.Take(RecorderRig.Run("A", TimeProvider.System.GetUtcNow()));
        rig.Data(1, 5);
        rig.WaitFor(status => status.Fault is not null);
        File.Delete(rig.Root);
        rig.WaitFor(status => status.Run == "A");
        ulong last = 5;
        Eventually.True(
            () =>
            {
                rig.Data(++last, last);
                return rig.Recorder.Status.Frames > 0;
            },
            "blocks are recorded");
        rig.Stop();

        rig.Sequences("A").ShouldBe([.. Enumerable.Range(1, (int)last).Select(i => (ulong)i)]);
        rig.Recorder.Status.Lost.ShouldBe(0);
    }

    [Fact]
    public void Take_Run_KeepsWhatItIs()
    {
        using RecorderRig rig = new();
        rig.Take(RecorderRig.Run("T-17"));
        rig.Data(1, 1);
        rig.Take(RecorderRig.Run("T-17") with { S0Mm2 = 78.5, Note = "measured again" });
        rig.Take(RecorderRig.Run("T-17", stopped: RecorderRig.Started.AddHours(1)) with { Note = "broke" });
        rig.WaitFor(status => status.Run is null && rig.Certified.Count == 1);

        RecordingDocument document = rig.Document("T-17");
        document.Station.ShouldBe(RecorderRig.Station);
        document.Run.ShouldSatisfyAllConditions(
            run => run.Specimen.ShouldBe("S1"),
            run => run.L0Mm.ShouldBe(50),
            run => run.Note.ShouldBe("broke"),
            run => run.StoppedUtc.ShouldBe(RecorderRig.Started.AddHours(1)));
        document.Publishers.Single().Id.ShouldBe(TestStream.Publisher);
        rig.Certified.ShouldBe([rig.PathOf("T-17")]);
    }

    [Fact]
    public void Take_NoRun_RecordsNothing()
    {
        using RecorderRig rig = new();
        rig.Take(null);
        rig.Data(1, 5);
        rig.Stop();

        Directory.Exists(rig.Root).ShouldBeFalse();
    }

    [Fact]
    public void Take_NextRunAtOnce_HasARecordingOfItsOwn()
    {
        using RecorderRig rig = new();
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 5);
        rig.Take(RecorderRig.Run("B", RecorderRig.Started.AddHours(1)));
        rig.WaitFor(status => status.Run == "B");
        rig.Data(6, 9);
        rig.Stop();

        rig.Sequences("A").ShouldBe([1, 2, 3, 4, 5]);
        rig.Sequences("B").ShouldBe([6, 7, 8, 9]);
    }

    [Fact]
    public void Take_AnotherRunOfTheSameName_GoesBesideIt()
    {
        using RecorderRig rig = new();
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 5);
        rig.Take(RecorderRig.Run("A", RecorderRig.Started.AddDays(1)));
        rig.WaitFor(status => status.Folder == rig.PathOf("A", 2));
        rig.Data(6, 9);
        rig.Stop();

        rig.Verify("A").Blocks.ShouldBe(5);
        rig.Verify("A", 2).Blocks.ShouldBe(4);
    }

    [Fact]
    public void Restart_RunGoesOn_ContinuesTheRecordingWithoutDuplicates()
    {
        using RecorderRig rig = new();
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 10);
        rig.Restart();
        rig.Take(RecorderRig.Run("A"));
        rig.Data(7, 20);
        rig.Stop();

        rig.Sequences("A").ShouldBe([.. Enumerable.Range(1, 20).Select(i => (ulong)i)]);
        rig.Verify("A").ShouldSatisfyAllConditions(
            summary => summary.IsWhole.ShouldBeTrue(),
            summary => summary.Closed.ShouldBeFalse());
    }

    [Fact]
    public void Restart_RunWasStoppedMeanwhile_RecordsTheRestOfItAndCloses()
    {
        using RecorderRig rig = new();
        DateTimeOffset stopped = DateTimeOffset.UnixEpoch.AddTicks(TestStream.AcquiredNs / 100);
        rig.Take(RecorderRig.Run("A", stopped.AddHours(-1)));
        rig.Data(1, 10);
        rig.Restart();
        rig.Take(RecorderRig.Run("A", stopped.AddHours(-1), stopped));
        rig.Data(8, 20);
        rig.Intake.Data(IntakeRig.DataHeader(21) with { AcquiredNs = TestStream.AcquiredNs + 1 });
        rig.WaitFor(status => status.Run is null && rig.Certified.Count == 1);

        rig.Sequences("A").ShouldBe([.. Enumerable.Range(1, 20).Select(i => (ulong)i)]);
        rig.Document("A").ClosedUtc.ShouldNotBeNull();
    }

    [Fact]
    public void Restart_RecordingWasClosed_IsNotOpenedAgain()
    {
        using RecorderRig rig = new();
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 3);
        rig.Take(RecorderRig.Run("A", stopped: RecorderRig.Started.AddHours(1)));
        rig.WaitFor(status => status.Run is null && rig.Certified.Count == 1);
        rig.Restart();
        rig.Take(RecorderRig.Run("A", stopped: RecorderRig.Started.AddHours(1)));
        rig.Data(4, 8);
        rig.Stop();

        rig.Sequences("A").ShouldBe([1, 2, 3]);
    }

    [Fact]
    public void Data_NextEpochOfTheConnector_IsInTheSameRecording()
    {
        using RecorderRig rig = new();
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 10);
        rig.Data(1, 4, epoch: 2);
        rig.Stop();

        rig.Verify("A").ShouldSatisfyAllConditions(
            summary => summary.Blocks.ShouldBe(14),
            summary => summary.Streams.Count.ShouldBe(2));
    }

    [Fact]
    public void Data_AnotherPublisher_HasAJournalOfItsOwn()
    {
        using RecorderRig rig = new();
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 3);
        Publish(rig, Guid.NewGuid(), 1, 4);
        rig.Stop();

        rig.Document("A").Publishers.Select(publisher => publisher.Folder).ShouldBe(["journal", "journal-2"]);
        rig.Verify("A").Blocks.ShouldBe(3 + 4);
    }

    [Fact]
    public void Data_FirstPublisherReturns_GoesOnInItsJournalWithoutDuplicates()
    {
        using RecorderRig rig = new(preTime: TimeSpan.FromSeconds(100));
        rig.Take(RecorderRig.Run("A", TimeProvider.System.GetUtcNow()));
        rig.Data(1, 3);
        Publish(rig, Guid.NewGuid(), 1, 4);
        Publish(rig, TestStream.Publisher, 3, 9);
        rig.Stop();

        rig.Document("A").Publishers.Length.ShouldBe(2);
        rig.Sequences("A").ShouldBe([1, 2, 3, 4, 5, 6, 7, 8, 9]);
        rig.Verify("A").Blocks.ShouldBe(9 + 4);
        (rig.Recorder.Status.Lost, rig.Recorder.Status.Fault).ShouldBe((0, null));
    }

    [Fact]
    public void Data_Packed_IsVerifiedAndReadAsBefore()
    {
        using RecorderRig rig = new(pack: true);
        rig.Intake.Block = ReferenceBlocks.Create(ReferenceBlocks.Small);
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 10);
        rig.Stop();

        rig.Sequences("A").ShouldBe([.. Enumerable.Range(1, 10).Select(i => (ulong)i)]);
        rig.Verify("A").IsWhole.ShouldBeTrue();
    }

    [Fact]
    public void Step_Events_AreInTheRecording()
    {
        using RecorderRig rig = new();
        rig.Events.Add(DashboardEventKind.Note, "", DashboardEventSeverity.Info, 1, "before the run");
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 1);
        rig.Events.Add(DashboardEventKind.Alarm, "main", DashboardEventSeverity.Critical, 2, "force > 10");
        rig.Stop();

        File.ReadAllLines(Path.Combine(rig.PathOf("A"), RecordedEvent.FileName)).ShouldBe(
            ["""{"utcNs":2,"kind":"Alarm","stream":"main","severity":"Critical","text":"force \u003E 10"}"""]);
    }

    [Fact]
    public void Restart_EventsEndWithATornLine_NextEventHasALineOfItsOwn()
    {
        using RecorderRig rig = new();
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 1);
        rig.WaitFor(status => status.Run == "A");
        rig.Stop();
        File.WriteAllText(Path.Combine(rig.PathOf("A"), RecordedEvent.FileName), "{\"utcNs\":1,");
        rig.Start();
        rig.Take(RecorderRig.Run("A"));
        rig.WaitFor(status => status.Run == "A");
        rig.Events.Add(DashboardEventKind.Note, "main", DashboardEventSeverity.Info, 2, "kim: here");
        rig.Stop();

        RecordedEvents.Read(rig.PathOf("A"), 10).Newest.ShouldHaveSingleItem().Text.ShouldBe("kim: here");
    }

    [Fact]
    public void Step_FolderCannotBeMade_CountsWhatIsLostAndSaysWhy()
    {
        using RecorderRig rig = new();
        File.WriteAllText(rig.Root, "no folder");
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 5);

        rig.WaitFor(status => status.Fault is not null);
        rig.Recorder.Status.Fault!.ShouldContain(rig.Root);
    }

    [Fact]
    public void Step_FullDisk_IsSaidAndBlocksAreCounted()
    {
        Dictionary<string, FaultyFiles> disks = [];
        using RecorderRig rig = new(folder => disks[folder] = new FaultyFiles(folder) { Free = 0 });
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 5);

        rig.WaitFor(status => status.Lost >= 5 && status.Fault is not null);
        rig.Recorder.Status.Lost.ShouldBe(5);
        rig.Recorder.Status.Fault!.ShouldContain("bytes are free");
        disks.Count.ShouldBe(1);
    }

    [Fact]
    public void Step_FolderIsTakenAway_GoesOnAndCountsWhatIsLost()
    {
        using RecorderRig rig = new();
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 5);
        rig.WaitFor(status => status.Frames >= 6);
        Directory.Delete(rig.Root, recursive: true);
        rig.WaitFor(status => status.Lost > 0 && status.Fault is null
            && Directory.Exists(Path.Combine(rig.PathOf("A"), "journal")));
        rig.Data(6, 9);
        rig.Stop();

        rig.Sequences("A").ShouldBe([6, 7, 8, 9]);
        rig.Document("A").Run.Name.ShouldBe("A");
    }

    [Fact]
    public void Take_StopWhileTheDocumentCannotBeWritten_IsClosedOnceItCan()
    {
        FakeTime time = new();
        using RecorderRig rig = new(time: time);
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 5);
        rig.WaitFor(status => status.Run == "A");
        string blocker = Path.Combine(rig.PathOf("A"), RecordingDocument.FileName + PendingFile.Ending);
        Directory.CreateDirectory(blocker);
        rig.Take(RecorderRig.Run("A", stopped: RecorderRig.Started.AddHours(1)));
        rig.WaitFor(status => status.Fault?.Contains("cannot be closed", StringComparison.Ordinal) == true);
        rig.Document("A").ClosedUtc.ShouldBeNull();
        Directory.Delete(blocker);
        time.Advance(EndedRecordings.RetryInterval);
        rig.WaitFor(status => status.Fault is null && rig.Certified.Count == 1);

        rig.Document("A").ClosedUtc.ShouldNotBeNull();
        rig.Verify("A").ShouldSatisfyAllConditions(
            summary => summary.Blocks.ShouldBe(5),
            summary => summary.IsWhole.ShouldBeTrue());
    }

    [Fact]
    public void Take_StopWhileTheDiskIsFull_IsClosedWithWhatIsLost()
    {
        Dictionary<string, FaultyFiles> disks = [];
        using RecorderRig rig = new(folder => disks[folder] = new FaultyFiles(folder) { Free = 0 });
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 5);
        rig.Take(RecorderRig.Run("A", stopped: RecorderRig.Started.AddHours(1)));
        rig.WaitFor(status => status.Run is null && rig.Certified.Count == 1);

        rig.Document("A").ClosedUtc.ShouldNotBeNull();
        rig.Document("A").LostBlocks.ShouldBe(5);
    }

    [Fact]
    public void Take_StopWhileTheAuditLogCannotBeCopied_IsClosedAllTheSame()
    {
        using RecorderRig rig = new();
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 5);
        rig.WaitFor(status => status.Run == "A");
        Directory.CreateDirectory(Path.Combine(rig.PathOf("A"), AuditFolder.FileName));
        rig.Audit.Append(AuditOrigin.Monitor.CreateAction("note.add", "A")).ShouldBeNull();
        rig.WaitFor(status => status.Fault?.Contains("cannot be copied", StringComparison.Ordinal) == true);
        rig.Take(RecorderRig.Run("A", stopped: RecorderRig.Started.AddHours(1)));
        rig.WaitFor(status => status.Run is null && rig.Certified.Count == 1);

        rig.Document("A").ClosedUtc.ShouldNotBeNull();
        rig.Verify("A").Blocks.ShouldBe(5);
    }

    [Fact]
    public void Restart_RecordingOfAnEarlierRunWasLeftOpen_IsClosed()
    {
        using RecorderRig rig = new();
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 5);
        rig.WaitFor(status => status.Frames >= 6);
        rig.Restart();
        rig.Take(RecorderRig.Run("B", RecorderRig.Started.AddDays(1), RecorderRig.Started.AddDays(2)));

        Eventually.True(() => rig.Document("A").ClosedUtc is not null, "it is closed");
        rig.Verify("A").IsWhole.ShouldBeTrue();
    }

    [Fact]
    public void Restart_LeftOpenRecordingInModes_HasAnAccountThatCloses()
    {
        using RecorderRig rig = new(cycles: "servo1.count");
        rig.Take(RecorderRig.Run("A"));
        rig.Cycle(1, 1, 3);
        rig.Cycle(3, 4, 6);
        rig.WaitFor(status => status.NotKept == 3);
        rig.Stop();
        RecordingDocument left = rig.Document("A");
        (left with { Accounts = [left.Accounts[0] with { Received = 1, Stored = 1, NotKept = 0 }] })
            .Write(rig.PathOf("A"));
        rig.Start();
        rig.Take(RecorderRig.Run("B", RecorderRig.Started.AddDays(1), RecorderRig.Started.AddDays(2)));

        Eventually.True(() => rig.Document("A").ClosedUtc is not null, "it is closed");
        rig.Verify("A").ShouldSatisfyAllConditions(
            summary => summary.Problems.ShouldBeEmpty(),
            summary => summary.Accounts.ShouldHaveSingleItem().Received.ShouldBe(6));
        // Of the document and this file the document comes first.
        Eventually.True(
            () => !File.Exists(Path.Combine(rig.PathOf("A"), ResumeDocument.FileName)), "no position is left");
    }

    [Fact]
    public void Restart_LeftOpenRecordingIsWrittenByAnotherProcess_IsLeftAlone()
    {
        using RecorderRig rig = new();
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 5);
        rig.WaitFor(status => status.Frames >= 6);
        rig.Restart();
        FrameArchive.Open(
            new DiskFiles(Path.Combine(rig.PathOf("A"), "journal")), JournalOptions.Default, TestStream.Publisher,
            TimeProvider.System, out FrameArchive? other).IsOk.ShouldBeTrue();
        using (other)
        {
            rig.Record("B", RecorderRig.Started.AddDays(1));
            rig.Record("C", RecorderRig.Started.AddDays(2));
            rig.Stop();
        }

        rig.Document("A").ClosedUtc.ShouldBeNull();
    }

    [Fact]
    public void TakePosition_BeforeTheBlocksAreDurable_Waits()
    {
        using RecorderRig rig = new(folder => new FaultyFiles(folder));
        rig.Take(RecorderRig.Run("A"));
        rig.Data(1, 5);
        rig.Intake.NotePosition();
        rig.Intake.RunCompute();

        SpinWait.SpinUntil(() => rig.Intake.Mark.TryTake("c") is not null, TimeSpan.FromSeconds(30)).ShouldBeTrue();
        rig.Stop();
        rig.Sequences("A").ShouldBe([1, 2, 3, 4, 5]);
    }

    private static void Publish(RecorderRig rig, Guid publisher, ulong first, ulong last)
    {
        ArrayBufferWriter<byte> catalogue = new();
        CatalogueCodec.Write(TestStream.Catalogue(1) with { Publisher = publisher }, catalogue);
        rig.Intake.Intake.ReceiveCatalogue(catalogue.WrittenSpan);
        for (ulong sequence = first; sequence <= last; sequence++)
            rig.Intake.Data(IntakeRig.DataHeader(sequence) with { Publisher = publisher });
    }
}
