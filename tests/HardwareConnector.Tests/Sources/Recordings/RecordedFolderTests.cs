using FuncLibs.Hosting.Configuration;
using FuncLibs.Journal.Segments;
using HardwareConnector.Configuration;
using HardwareConnector.Sources.Recordings;
using Testing;

namespace HardwareConnector.Tests.Sources.Recordings;

/// <summary>Recordings of test runs: a journal for each publisher and each group of channels in one folder.</summary>
public sealed class RecordedFolderTests(RecordedFolderTests.Runs runs)
    : IClassFixture<RecordedFolderTests.Runs>, IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void FindStream_OneJournal_IsItsOnlyStream()
    {
        Add("journal", runs.Three);

        Find("").ShouldBe((null, _folder.File("journal"), 3));
    }

    [Fact]
    public void FindStream_SeveralJournalsAndNoName_ListsAllStreams()
    {
        Add("journal", runs.Three);
        Add("journal-2", runs.TwoRigs);

        Find("").Fault.ShouldBe("3 streams are recorded there; choose one of main, rig01, rig02");
        Find("rig02").ShouldBe((null, _folder.File("journal-2"), 2));
    }

    [Fact]
    public void FindStream_OneNameInTwoJournals_IsJournalAndName()
    {
        Add("journal", runs.Three);
        Add("journal-2", runs.Two);

        Find("main").Fault.ShouldBe(
            "several journals have a stream 'main'; choose one of journal/main, journal-2/main");
        Find("journal/main").ShouldBe((null, _folder.File("journal"), 3));
        Find("journal-2/main").ShouldBe((null, _folder.File("journal-2"), 2));
    }

    [Fact]
    public void FindStream_TenthJournal_ComesAfterTheSecond()
    {
        Add("journal-10", runs.Two);
        Add("journal-2", runs.Two);
        Directory.CreateDirectory(_folder.File("journal-old"));

        Find("").Fault.ShouldBe("2 streams are recorded there; choose one of journal-2/main, journal-10/main");
    }

    [Fact]
    public void FindStream_JournalThatCannotBePlayed_IsListedWithTheReason()
    {
        Add("journal", runs.Three);
        Directory.CreateDirectory(_folder.File("journal-2"));

        Find("main").ShouldBe((null, _folder.File("journal"), 3));
        Find("main-slow").Fault.ShouldBe("no stream 'main-slow' is recorded there; known are main; "
            + $"{_folder.File("journal-2")} is not the journal of a connector: it has no segments (*.seg)");
    }

    [Fact]
    public void Check_SeveralJournalsAndNoStream_SaysWhichThereAre()
    {
        Add("journal", runs.Three);
        Add("journal-2", runs.Two);

        OptionFault fault = new RecordingCheck().Check(Options("")).Single();

        fault.Key.ShouldBe("Sources:0:RecordedStream");
        fault.What.ShouldBe("2 streams are recorded there; choose one of journal/main, journal-2/main");
        fault.Allowed.ShouldContain("SignalMonitor recording info");
    }

    [Fact]
    public void Check_JournalOfASecondPublisherIsThatOfTheConnector_IsRefused()
    {
        Add("journal", runs.Three);
        Add("journal-2", runs.Two);
        ConnectorOptions options = Options("journal/main");
        options.Journal.Folder = _folder.File("journal-2");

        new RecordingCheck().Check(options).Single().What.ShouldBe(
            $"{_folder.File("journal-2")} is where this connector records");
    }

    [Fact]
    public void Select_StreamOfTheSecondPublisher_PlaysItsJournal()
    {
        Add("journal", runs.Three);
        Add("journal-2", runs.Two);
        RecordingSelection selection = RecordingSelection.Create(
            RecordedFolder.Open(_folder.Path, out _)!,
            new RecordingOptions { RecordedStream = "journal-2/main" },
            out SelectionFault? fault)!;
        fault.ShouldBeNull();
        using RecordingReader reader = new(selection);

        List<long> sequences = [];
        while (reader.MoveNext())
            sequences.Add((long)reader.Header.Sequence);

        selection.Recording.Folder.ShouldBe(_folder.File("journal-2"));
        sequences.ShouldBe([1, 2]);
    }

    private void Add(string journal, RecordedRun run)
    {
        string folder = Directory.CreateDirectory(_folder.File(journal)).FullName;
        foreach (string file in Directory.GetFiles(run.Folder, "*.seg"))
            File.Copy(file, Path.Combine(folder, Path.GetFileName(file)));
    }

    private (string? Fault, string? Folder, long Blocks) Find(string name)
    {
        RecordedFolder folder = RecordedFolder.Open(_folder.Path, out string? unplayable).ShouldNotBeNull();
        unplayable.ShouldBeNull();
        string? fault = folder.FindStream(name, out RecordedJournal? journal, out StreamExtent[] kept);
        return (fault, journal?.Folder, kept.Sum(extent => (long)extent.Records));
    }

    private ConnectorOptions Options(string stream)
    {
        ConnectorOptions options = new()
        {
            Sources = [new() { Type = SourceType.Replay, Folder = _folder.Path, RecordedStream = stream }],
        };
        options.State.Folder = _folder.File("state");
        return options;
    }

    /// <summary>What connectors recorded, once for all tests.</summary>
    public sealed class Runs : IDisposable
    {
        internal RecordedRun Three { get; } = new(0, 1, 2);

        internal RecordedRun Two { get; } = new(0, 1);

        internal RecordedRun TwoRigs { get; } = RecordedRun.OfTwoRigs(0, 1);

        public void Dispose()
        {
            Three.Dispose();
            Two.Dispose();
            TwoRigs.Dispose();
        }
    }
}
