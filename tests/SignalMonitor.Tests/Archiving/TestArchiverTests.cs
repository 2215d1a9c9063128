using System.Runtime.Versioning;
using FuncLibs.Runtime.Files;
using SignalMonitor.Archiving;
using SignalMonitor.Archiving.Catalogue;
using SignalMonitor.Archiving.Documents;
using SignalMonitor.Recordings;
using SignalMonitor.Tests.Recorder;
using SignalMonitor.Tests.Variables;
using Testing.Databases;
using Testing.Disks;

namespace SignalMonitor.Tests.Archiving;

public sealed class TestArchiverTests(PostgresFixture fixture) : IClassFixture<PostgresFixture>, IDisposable
{
    private ArchiveRig? _rig;

    private ArchiveRig Rig => _rig ??= new ArchiveRig(fixture.Server);

    public void Dispose() => _rig?.Dispose();

    [PostgresFact]
    public void Push_ClosedRecording_IsInItsPlaceWithAllFilesAndItsRow()
    {
        string folder = Rig.Record("T-17", force: 61.5);

        PushOutcome outcome = Rig.Push(folder);

        (outcome.State, outcome.Text).ShouldBe((PushState.Archived, "is in lab/rig1/T-17"));
        string place = Rig.PlaceOf("T-17");
        Names(place).ShouldBe([.. Names(folder), ArchiveManifest.FileName], ignoreOrder: true);
        ArchiveRig.IsWhole(place).ShouldBeTrue();
        ArchiveRig.IsMarked(folder).ShouldBeTrue();
        Directory.Exists(Path.Combine(Rig.Root, TestArchiver.IncomingName, outcome.Test!.Id)).ShouldBeFalse();
        ArchivedTest row = Rig.Search().Single();
        (row.Site, row.Rig, row.Run, row.Folder, row.Attempt).ShouldBe(("lab", "rig1", "T-17", "T-17", 1));
        (row.Specimen, row.Operator, row.L0Mm, row.S0Mm2, row.ControlMode).ShouldBe(("S1", "kim", 50, null, "stroke"));
        (row.StartedUtc, row.StoppedUtc).ShouldBe((RecorderRig.Started, RecorderRig.Started.AddHours(1)));
        (row.BlocksExpected, row.BlocksReceived, row.BlocksLost, row.Complete).ShouldBe((3, 3, 0, true));
        (row.Monitor, row.Bytes).ShouldBe(("monitor1", outcome.Test.Bytes));
        row.Results.ShouldBe([new ArchivedResult("Fm", 61.5, "kN", "")]);
    }

    [PostgresFact]
    public void Push_SameRecordingAgain_ChangesNothing()
    {
        string folder = Rig.Record("A");
        Rig.Push(folder);
        DateTime written = File.GetLastWriteTimeUtc(Path.Combine(Rig.PlaceOf("A"), ArchiveManifest.FileName));

        Rig.Push(folder).State.ShouldBe(PushState.Already);

        File.GetLastWriteTimeUtc(Path.Combine(Rig.PlaceOf("A"), ArchiveManifest.FileName)).ShouldBe(written);
        Rig.Search().Count.ShouldBe(1);
    }

    [PostgresFact]
    public void Push_AnotherRecordingOfTheSameName_HasAnotherPlaceAndSaysSo()
    {
        Rig.Push(Rig.Record("A"));
        string second = Rig.Record("A", started: RecorderRig.Started.AddDays(1), attempt: 2);

        PushOutcome outcome = Rig.Push(second);

        outcome.Text.ShouldBe("is in lab/rig1/A~2: another recording of this name is in the archive");
        Rig.Search().Select(test => (test.Folder, test.Attempt)).ShouldBe([("A~2", 2), ("A", 1)]);
        ArchiveRig.IsWhole(Rig.PlaceOf("A")).ShouldBeTrue();
        ArchiveRig.IsWhole(Rig.PlaceOf("A~2")).ShouldBeTrue();
    }

    [PostgresFact]
    public void Push_AfterAKillWhileItCopied_GoesOnAndIsWhole()
    {
        string folder = Rig.Record("A");
        RecordingDocument document = RecordingDocument.Read(folder, out _)!;
        string incoming = Path.Combine(Rig.Root, TestArchiver.IncomingName, ArchivedTest.IdOf(document));
        Directory.CreateDirectory(incoming);
        File.Copy(
            Path.Combine(folder, RecordingDocument.FileName), Path.Combine(incoming, RecordingDocument.FileName));
        File.WriteAllText(Path.Combine(incoming, RecordedEvent.FileName), "half");
        File.WriteAllText(Path.Combine(incoming, "left"), "of an earlier copy");

        Rig.Push(folder).State.ShouldBe(PushState.Archived);

        ArchiveRig.IsWhole(Rig.PlaceOf("A")).ShouldBeTrue();
        File.Exists(Path.Combine(Rig.PlaceOf("A"), "left")).ShouldBeFalse();
    }

    [PostgresFact]
    public void Push_CopyOfEqualLengthWithOtherBytes_IsFoundAndCopiedAgain()
    {
        string folder = Rig.Record("A");
        RecordingDocument document = RecordingDocument.Read(folder, out _)!;
        string incoming = Path.Combine(Rig.Root, TestArchiver.IncomingName, ArchivedTest.IdOf(document));
        Directory.CreateDirectory(incoming);
        byte[] bytes = File.ReadAllBytes(Path.Combine(folder, RecordingDocument.FileName));
        bytes[^2] ^= 1;
        File.WriteAllBytes(Path.Combine(incoming, RecordingDocument.FileName), bytes);

        PushOutcome first = Rig.Push(folder);
        PushOutcome second = Rig.Push(folder);

        first.State.ShouldBe(PushState.ArchiveFails);
        first.Text.ShouldContain("is not what was copied; it is removed and copied again");
        second.State.ShouldBe(PushState.Archived);
        ArchiveRig.IsWhole(Rig.PlaceOf("A")).ShouldBeTrue();
    }

    [PostgresFact]
    public void Push_AfterAKillBeforeTheRow_WritesRowAndMark()
    {
        string folder = Rig.Record("A");
        Rig.Push(folder);
        Rig.Server.Sql(Rig.Database, "DELETE FROM telemetry_archive.test");
        File.Delete(Path.Combine(folder, ArchiveMark.FileName));

        Rig.Push(folder).State.ShouldBe(PushState.Already);

        Rig.Search().Single().Results.ShouldHaveSingleItem();
        ArchiveRig.IsMarked(folder).ShouldBeTrue();
    }

    [PostgresFact]
    public void Push_Stopped_LeavesNoTestAndGoesOn()
    {
        string folder = Rig.Record("A");
        using CancellationTokenSource stop = new();
        stop.Cancel();

        Rig.Archiver.Push(folder, stop.Token).State.ShouldBe(PushState.Ended);

        Directory.Exists(Rig.PlaceOf("A")).ShouldBeFalse();
        ArchiveRig.IsMarked(folder).ShouldBeFalse();
        Rig.Push(folder).State.ShouldBe(PushState.Archived);
    }

    [PostgresFact]
    public void Push_OpenRecording_IsRefused()
    {
        Rig.Recorder.Take(RecorderRig.Run("A"));
        Rig.Recorder.Data(1, 3);
        Rig.Recorder.WaitFor(status => status.Frames > 0);

        PushOutcome outcome = Rig.Push(Rig.Recorder.PathOf("A"));

        (outcome.State, outcome.Text).ShouldBe((
            PushState.SourceFails,
            $"{Rig.Recorder.PathOf("A")} is open; it is archived once its test run is stopped and it is closed"));
    }

    [PostgresFact]
    public void Push_RunWithCharactersOfNoFileName_IsEscapedAndKeepsItsName()
    {
        const string Run = "T/17: \"ä\" <%>..";
        string folder = Rig.Record(Run);

        Rig.Push(folder).State.ShouldBe(PushState.Archived);

        Rig.Search().Single().Run.ShouldBe(Run);
        ArchiveRig.IsWhole(Rig.PlaceOf(RecordingFolder.Escape(Run))).ShouldBeTrue();
    }

    [PostgresFact]
    public void Push_StationThatLeadsOutOfTheArchive_IsRefused()
    {
        string folder = Rig.Record("A");
        (RecordingDocument.Read(folder, out _)! with { Station = "../.." }).Write(folder);

        PushOutcome outcome = Rig.Push(folder);

        outcome.State.ShouldBe(PushState.SourceFails);
        outcome.Text.ShouldContain("is of station '../..'; SITE/RIG is expected");
    }

    [PostgresFact]
    public void Push_RunWithNul_IsInTheCatalogue()
    {
        string folder = Rig.Record("A");
        RecordingDocument document = RecordingDocument.Read(folder, out _)!;
        (document with { Run = document.Run with { Note = "a\0b \ud800" } }).Write(folder);

        Rig.Push(folder).State.ShouldBe(PushState.Archived);

        Rig.Search().Single().Note.ShouldBe("a\ufffdb \ufffd");
    }

    [PostgresFact]
    public void Push_BlocksWereLeftOutOnPurpose_HasNoResultsAndSaysWhy()
    {
        string folder = Rig.Record("A");
        RecordingDocument document = RecordingDocument.Read(folder, out _)!;
        (document with { NotKept = [new NotKeptRange("journal", 1, 1, 10, 12, "Cycles")] }).Write(folder);

        ArchivedTest test = Rig.Push(folder).Test!;

        test.Results.ShouldBeEmpty();
        test.ResultsFault.ShouldBe("journal does not have every sample (Recorder:Mode): its results are not known");
    }

    [PostgresFact]
    public void Push_FolderOfTheArchiveIsMissing_SaysWhatToDo()
    {
        string folder = Rig.Record("A");
        Directory.Delete(Rig.Root);

        PushOutcome outcome = Rig.Push(folder);

        (outcome.State, outcome.Text).ShouldBe((
            PushState.ArchiveFails, $"there is no folder {Rig.Root}; mount it, or correct Archive:Folder"));
        Directory.Exists(Rig.Root).ShouldBeFalse();
    }

    [PostgresFact]
    public void Push_ShareIsNotMounted_CopiesNothingIntoTheEmptyFolder()
    {
        Rig.Push(Rig.Record("A"));
        string second = Rig.Record("B");
        Directory.Move(Rig.Root, Rig.Root + "-away");
        Directory.CreateDirectory(Rig.Root);

        PushOutcome outcome = Rig.Push(second);

        outcome.State.ShouldBe(PushState.ArchiveFails);
        outcome.Text.ShouldContain($"{Rig.Root} has no telemetry-archive.json");
        outcome.Text.ShouldContain("mount the share, or let archive rebuild take this folder");
        Directory.EnumerateFileSystemEntries(Rig.Root).ShouldBeEmpty();
    }

    [PostgresFact]
    public void Push_FolderOfAnotherCatalogue_IsRefused()
    {
        string folder = Rig.Record("A");
        Rig.Push(folder);
        using ArchiveCatalogue other = new(
            fixture.Server.Connection(fixture.Server.NewDatabase()), TimeProvider.System);
        other.Pair("another").Value.ShouldBe("another");

        PushOutcome outcome = Rig.NewArchiver(Rig.Root, other).Push(folder, CancellationToken.None);

        outcome.State.ShouldBe(PushState.ArchiveFails);
        outcome.Text.ShouldContain("is another archive than that of PostgreSQL database");
    }

    [PostgresFact]
    [UnsupportedOSPlatform("windows")]
    public void Push_ReadOnlyArchive_IsAFaultOfTheArchive()
    {
        string folder = Rig.Record("A");
        Rig.Archiver.FindFault().ShouldBeNull();
        OpenToAll(Path.GetDirectoryName(Rig.Recorder.Root)!);
        OpenToAll(Path.GetDirectoryName(Rig.Root)!);
        File.SetUnixFileMode(Rig.Connection["Host=".Length..Rig.Connection.IndexOf(';')], (UnixFileMode)0b111_101_101);
        File.SetUnixFileMode(Rig.Root, (UnixFileMode)0b101_101_101);
        PushOutcome? outcome = null;

        UnprivilegedThread.Run(() => outcome = Rig.Push(folder));

        File.SetUnixFileMode(Rig.Root, (UnixFileMode)0b111_111_111);
        outcome!.State.ShouldBe(PushState.ArchiveFails, outcome.Text);
        outcome.Text.ShouldContain("cannot be written");
        ArchiveRig.IsMarked(folder).ShouldBeFalse();
        Rig.Push(folder).State.ShouldBe(PushState.Archived);
    }

    [SmallDiskAndPostgresFact]
    public void Push_FullArchive_IsAFaultAndGoesOnWhenThereIsRoom()
    {
        string folder = Rig.Record("A");
        using SmallDisk disk = new(1 << 20);
        TestArchiver archiver = Rig.NewArchiver(disk.Path);
        archiver.FindFault().ShouldBeNull();
        File.WriteAllBytes(disk.File("other"), new byte[(1 << 20) - (12 << 10)]);

        PushOutcome full = archiver.Push(folder, CancellationToken.None);
        File.Delete(disk.File("other"));
        PushOutcome again = archiver.Push(folder, CancellationToken.None);

        full.State.ShouldBe(PushState.ArchiveFails, full.Text);
        again.State.ShouldBe(PushState.Archived, again.Text);
        ArchiveRig.IsWhole(Path.Combine(disk.Path, "lab", "rig1", "A")).ShouldBeTrue();
    }

    [PostgresFact]
    public void Push_CatalogueIsAway_IsAFaultWithoutThePassword()
    {
        string folder = Rig.Record("A");
        using ArchiveCatalogue away = new(
            "Host=/nowhere;Username=kim;Database=lab;Password=geheim", TimeProvider.System);

        PushOutcome outcome = Rig.NewArchiver(Rig.Root, away).Push(folder, CancellationToken.None);

        outcome.State.ShouldBe(PushState.CatalogueFails);
        outcome.Text.ShouldContain("correct Archive:ConnectionString");
        outcome.Text.ShouldNotContain("geheim");
    }

    [PostgresFact]
    public void Push_ManifestInItsPlaceIsDamaged_HidesNoDamage()
    {
        string folder = Rig.Record("A");
        Rig.Push(folder);
        File.Delete(Path.Combine(folder, ArchiveMark.FileName));
        string manifest = Path.Combine(Rig.PlaceOf("A"), ArchiveManifest.FileName);
        File.WriteAllText(manifest, "{");

        PushOutcome outcome = Rig.Push(folder);

        outcome.State.ShouldBe(PushState.SourceFails);
        outcome.Text.ShouldContain("archive.json cannot be read");
        outcome.Text.ShouldContain("move it away to have it archived again");
        Directory.Exists(Rig.PlaceOf("A~2")).ShouldBeFalse();
    }

    [PostgresFact]
    public void Push_RecordingIsBeingArchived_IsLeftToTheOther()
    {
        string folder = Rig.Record("A");
        PathLock.Take(Path.Combine(folder, ArchiveMark.FileName), out IDisposable? held);
        using (held)
            Rig.Push(folder).Text.ShouldBe($"{folder} is being archived by another process");

        Rig.Push(folder).State.ShouldBe(PushState.Archived);
    }

    [UnsupportedOSPlatform("windows")]
    private static void OpenToAll(string folder)
    {
        File.SetUnixFileMode(folder, (UnixFileMode)0b111_111_111);
        foreach (string entry in Directory.EnumerateFileSystemEntries(folder, "*", SearchOption.AllDirectories))
            File.SetUnixFileMode(entry, (UnixFileMode)0b111_111_111);
    }

    private static string[] Names(string folder) => [.. Directory
        .EnumerateFiles(folder, "*", SearchOption.AllDirectories)
        .Select(file => Path.GetRelativePath(folder, file)).Where(name => name != ArchiveMark.FileName)];

    [AttributeUsage(AttributeTargets.Method)]
    private sealed class SmallDiskAndPostgresFactAttribute : FactAttribute
    {
        public SmallDiskAndPostgresFactAttribute() => Skip = SmallDisk.Missing ?? PostgresServer.Missing;
    }
}
