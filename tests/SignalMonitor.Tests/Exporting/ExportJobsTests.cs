using SignalMonitor.Exporting.Jobs;
using SignalMonitor.Recordings;
using SignalMonitor.Tests.Evaluation;
using Testing;

namespace SignalMonitor.Tests.Exporting;

public sealed class ExportJobsTests : IDisposable
{
    private const string Id = "lab/rig1/T-1";
    private readonly RecordedRig _rig = new();
    private readonly TemporaryFolder _folder = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly ExportJobOptions _options = new() { ReservedMegabytes = 0 };
    private ExportJobs? _jobs;
    private Thread? _thread;
    private volatile Func<long> _free = () => long.MaxValue;

    public ExportJobsTests()
    {
        _rig.Record(20);
        _rig.Flush();
        string recording = _folder.File("recordings/lab/rig1/T-1");
        Directory.CreateDirectory(recording);
        Directory.CreateDirectory(Path.Combine(recording, "journal"));
        foreach (string file in Directory.GetFiles(_rig.Folder, "*.seg"))
            File.Copy(file, Path.Combine(recording, "journal", Path.GetFileName(file)));

        new RecordingDocument
        {
            Format = RecordingDocument.CurrentFormat,
            Station = "lab/rig1",
            Run = new RecordedRun { Name = "T-1", ControlMode = "force", StartedUtc = DateTimeOffset.UnixEpoch },
        }.Write(recording);
    }

    private string Exports => _folder.File("exports");

    private ExportJobs Jobs => _jobs ??= new ExportJobs(
        Exports, new RecordingRoots(_folder.File("recordings")), _options, () => _free());

    public void Dispose()
    {
        _stop.Cancel();
        _thread?.Join();
        _jobs?.Dispose();
        _stop.Dispose();
        _rig.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Export_OneRate_IsOneFileWithItsRows()
    {
        ExportJob job = Run(new ExportRequest(Id, "csv") { Channels = "servo1.force" });

        job.Status.ShouldSatisfyAllConditions(
            status => status.State.ShouldBe(ExportState.Done, status.Error),
            status => status.Progress.Rows.ShouldBe(60),
            status => status.Progress.Share.ShouldBe(1),
            status => status.File.ShouldBe(Path.Combine(Exports, "1", "T-1.csv")));
        File.ReadAllLines(job.Status.File!).Length.ShouldBe(61);
    }

    [Theory]
    [InlineData("csv", "T-1.csv.zip")]
    [InlineData("npy", "T-1.npy.zip")]
    [InlineData("hdf5", "T-1.h5")]
    public void Export_SeveralRates_AreOneFileToo(string format, string name)
    {
        ExportJob job = Run(new ExportRequest(Id, format));

        job.Status.State.ShouldBe(ExportState.Done, job.Status.Error);
        Directory.GetFileSystemEntries(job.Folder).ShouldBe([Path.Combine(job.Folder, name)]);
    }

    [Fact]
    public void Export_Window_TakesTheBlocksBetween()
    {
        ExportJob job = Run(new ExportRequest(Id, "csv")
        {
            Channels = "servo1.force",
            From = "1700000000000900000",
            To = "1700000000001000000",
        });
        job.Status.Progress.Rows.ShouldBe(6);
    }

    [Theory]
    [InlineData("channels", "servo9.force", "the stream has no channel 'servo9.force' (did you mean servo1.force?); ")]
    [InlineData("from", "1800000000000000000", "there is no block from ")]
    [InlineData("stream", "other", "the journal has no stream 'other'; it has main")]
    public void Export_OfWhatIsNotThere_FailsWithTheReasonAndLeavesNothing(string member, string value, string error)
    {
        ExportRequest request = new(Id, "csv");
        ExportJob job = Run(member switch
        {
            "channels" => request with { Channels = value },
            "from" => request with { From = value },
            _ => request with { Stream = value },
        });

        job.Status.State.ShouldBe(ExportState.Failed);
        job.Status.Error!.ShouldContain(error);
        Directory.Exists(job.Folder).ShouldBeFalse();
    }

    [Fact]
    public void Export_TornAndCorruptRecording_SaysWhatWasLeftOut()
    {
        string journal = _folder.File("recordings/lab/rig1/T-1/journal");
        foreach (string file in Directory.GetFiles(journal))
            File.WriteAllBytes(file, new byte[100]);

        ExportJob job = Run(new ExportRequest(Id, "csv"));

        job.Status.State.ShouldBe(ExportState.Failed);
        job.Status.Error!.ShouldStartWith("there are no blocks in the journal ");
    }

    [Fact]
    public void Export_DamagedDocument_FailsAndTheNextIsWritten()
    {
        string document = _folder.File("recordings/lab/rig1/T-1/recording.json");
        string whole = File.ReadAllText(document);
        File.WriteAllText(document, whole.Replace("\"publishers\": []", "\"publishers\": [null]"));
        ExportJob first = Run(new ExportRequest(Id, "csv") { Channels = "servo1.force" });
        File.WriteAllText(document, whole);
        ExportJob second = Run(new ExportRequest(Id, "csv") { Channels = "servo1.force" });

        first.Status.State.ShouldBe(ExportState.Failed);
        first.Status.Error!.ShouldContain("is damaged");
        second.Status.State.ShouldBe(ExportState.Done, second.Status.Error);
    }

    [Fact]
    public void Export_UnexpectedFault_FailsAloneWithItsKind()
    {
        _free = () => throw new InvalidOperationException("no disk");
        ExportJob first = Run(new ExportRequest(Id, "csv"));
        _free = () => long.MaxValue;
        ExportJob second = Run(new ExportRequest(Id, "csv") { Channels = "servo1.force" });

        first.Status.State.ShouldBe(ExportState.Failed);
        first.Status.Error!.ShouldStartWith("unexpected InvalidOperationException: no disk");
        second.Status.State.ShouldBe(ExportState.Done, second.Status.Error);
    }

    [Fact]
    public void Export_StreamOfASecondPublisher_IsFoundInItsJournal()
    {
        AddJournal("journal-2");

        ExportJob one = Run(new ExportRequest(Id, "csv") { Channels = "servo1.force", Stream = "journal-2/main" });
        ExportJob none = Run(new ExportRequest(Id, "csv") { Channels = "servo1.force", Stream = "main" });

        one.Status.State.ShouldBe(ExportState.Done, one.Status.Error);
        none.Status.Error.ShouldBe(
            "several journals have a stream 'main'; choose one with stream: journal/main, journal-2/main");
    }

    [Fact]
    public void Export_MoreThanTheLimit_Fails()
    {
        _options.MaxMegabytes = 1;
        for (int i = 0; i < 20; i++)
        {
            _rig.Record(200);
            _rig.Flush();
        }

        _options.Journal = _rig.Folder;

        ExportJob job = Run(new ExportRequest(null, "npy"));

        (job.Status.State, job.Status.Error).ShouldBe(
            (ExportState.Failed, "more than 1 MB; choose fewer channels or a shorter window"));
    }

    [Fact]
    public void Export_DiskThatIsNearlyFull_Fails()
    {
        _options.ReservedMegabytes = 1;
        _free = () => 999_999;
        Run(new ExportRequest(Id, "csv")).Status.Error.ShouldBe(
            "the disk has 0 MB free, fewer than the 1 MB that exports leave free (Exports:ReservedMegabytes); remove "
                + "files, or choose fewer channels or a shorter window; nothing was exported");
    }

    [Theory]
    [InlineData("csv", "T-1-10000hz.csv")]
    [InlineData("npy", "T-1-10000hz.npy")]
    [InlineData("hdf5", "T-1.h5.new.rows")]
    public void Export_RoomForTheRowsAndNotForTheirOneFile_FailsAndLeavesNothing(string format, string rows)
    {
        _options.ReservedMegabytes = 1;
        _free = () => Path.Exists(Path.Combine(Exports, "1", rows)) ? 1_000_000 : long.MaxValue;

        ExportJob job = Run(new ExportRequest(Id, format));

        job.Status.State.ShouldBe(ExportState.Failed);
        job.Status.Error!.ShouldStartWith("the disk has 1 MB free, and after the next ");
        job.Status.Error.ShouldEndWith(
            " MB fewer than the 1 MB that exports leave free (Exports:ReservedMegabytes); remove files, or choose fewer "
                + "channels or a shorter window; nothing was exported");
        Directory.GetFileSystemEntries(Exports).ShouldBeEmpty();
    }

    // The disk is looked at while that file is made, so the cancelling comes in between.
    [Theory]
    [InlineData("csv", "T-1.csv.zip")]
    [InlineData("hdf5", "T-1.h5.new")]
    public void Cancel_WhileItsOneFileIsMade_EndsItAndLeavesNothing(string format, string file)
    {
        _free = () =>
        {
            if (File.Exists(Path.Combine(Exports, "1", file)))
                Jobs.Cancel(Jobs.Find(1)!);
            return long.MaxValue;
        };

        ExportJob job = Run(new ExportRequest(Id, format));

        (job.Status.State, job.Status.Error).ShouldBe((ExportState.Cancelled, "stopped; nothing was exported"));
        Directory.GetFileSystemEntries(Exports).ShouldBeEmpty();
    }

    [Fact]
    public void Cancel_OneOfAFullQueue_FreesItsPlace()
    {
        for (int i = 0; i < ExportJobs.MaxWaiting; i++)
            Jobs.TryAdd(new ExportRequest(Id, "csv"), out ExportJob? _).ShouldBeNull();

        Jobs.Cancel(Jobs.Find(3)!);

        Jobs.Find(3)!.Status.State.ShouldBe(ExportState.Cancelled);
        Jobs.TryAdd(new ExportRequest(Id, "csv"), out ExportJob? added).ShouldBeNull();
        Wait(added!).Status.State.ShouldBe(ExportState.Done);
        Jobs.Find(3)!.Status.State.ShouldBe(ExportState.Cancelled);
    }

    [Fact]
    public void Cancel_OneThatWasRemoved_DoesNothing()
    {
        _options.Keep = 1;
        ExportJob first = Run(new ExportRequest(Id, "csv"));
        Run(new ExportRequest(Id, "csv"));
        Jobs.Find(first.Number).ShouldBeNull();

        Jobs.Cancel(first);

        first.Status.State.ShouldBe(ExportState.Done);
    }

    [Fact]
    public void Cancel_AgainAndAgain_KeepsTheListShort()
    {
        _options.Keep = 3;
        for (int i = 0; i < 20; i++)
        {
            Jobs.TryAdd(new ExportRequest(Id, "csv"), out ExportJob? job).ShouldBeNull();
            Jobs.Cancel(job!);
        }

        Jobs.All.Select(job => job.Number).ShouldBe([20, 19, 18]);
    }

    [Fact]
    public void Cancel_WhileItWaits_IsNeverWritten()
    {
        Jobs.TryAdd(new ExportRequest(Id, "csv"), out ExportJob? job).ShouldBeNull();
        Jobs.Cancel(job!);
        Start();
        Run(new ExportRequest(Id, "csv"));

        job!.Status.State.ShouldBe(ExportState.Cancelled);
        Directory.Exists(job.Folder).ShouldBeFalse();
    }

    [Fact]
    public void Keep_OfOne_RemovesTheOlder()
    {
        _options.Keep = 1;
        ExportJob first = Run(new ExportRequest(Id, "csv"));
        ExportJob second = Run(new ExportRequest(Id, "csv"));

        Jobs.All.ShouldBe([second]);
        Directory.Exists(first.Folder).ShouldBeFalse();
        Jobs.Find(first.Number).ShouldBeNull();
    }

    [Fact]
    public void Start_WithWhatAnEarlierProcessLeft_RemovesIt()
    {
        Directory.CreateDirectory(Path.Combine(Exports, "7"));
        Start();
        Eventually.True(() => !Directory.Exists(Path.Combine(Exports, "7")), "it is removed", TimeSpan.FromSeconds(10));
    }

    [Fact]
    public void TryAdd_MoreThanTheQueueHolds_IsRefused()
    {
        for (int i = 0; i < ExportJobs.MaxWaiting; i++)
            Jobs.TryAdd(new ExportRequest(Id, "csv"), out ExportJob? _).ShouldBeNull();
        Jobs.TryAdd(new ExportRequest(Id, "csv"), out ExportJob? _)
            .ShouldBe("8 exports are waiting already; try again when one has ended, or cancel one");
    }

    [Theory]
    [InlineData("lab/rig1", "recording: 'lab/rig1' is no id of a recording; give SITE/RIG/FOLDER")]
    [InlineData("lab/rig1/..", "recording: 'lab/rig1/..' is no id of a recording; ")]
    [InlineData("lab/rig1/T-2", "recording: there is no recording lab/rig1/T-2; see /api/recordings")]
    [InlineData(null, "recording: this monitor knows no journal of a connector (Exports:Journal); name a recording")]
    public void TryAdd_RecordingThatIsNone_IsRefused(string? id, string refusal) =>
        Jobs.TryAdd(new ExportRequest(id, "csv"), out ExportJob? _)!.ShouldStartWith(refusal);

    [Theory]
    [InlineData(0.0)]
    [InlineData(-1.0)]
    [InlineData(1e30)]
    [InlineData(double.NaN)]
    public void TryAdd_RateThatIsNone_NamesTheMember(double rate) =>
        Jobs.TryAdd(new ExportRequest(Id, "csv") { AtRate = rate, Resample = "hold" }, out ExportJob? _)!
            .ShouldStartWith("atRate: ");

    [Theory]
    [InlineData("xls", null, null, "format xls is not known; it can be csv, jsonl, parquet, hdf5, mcap or npy")]
    [InlineData("csv", "hold", null, "resample belongs to atRate")]
    [InlineData("csv", null, "x", "from: 'x' is no time; UTC ns since 1970 are expected, as text")]
    public void TryAdd_OtherMembers_NamesThem(string format, string? resample, string? from, string refusal) =>
        Jobs.TryAdd(new ExportRequest(Id, format) { Resample = resample, From = from }, out ExportJob? _)
            .ShouldBe(refusal);

    [Fact]
    public void Export_SecondRunOfOneName_IsThatRun()
    {
        string second = _folder.File("recordings/lab/rig1/T-1~2");
        Directory.CreateDirectory(Path.Combine(second, "journal"));
        File.Copy(_folder.File("recordings/lab/rig1/T-1/recording.json"), Path.Combine(second, "recording.json"));
        using RecordedRig other = new();
        other.Record(7);
        other.Flush();
        foreach (string file in Directory.GetFiles(other.Folder, "*.seg"))
            File.Copy(file, Path.Combine(second, "journal", Path.GetFileName(file)));

        ExportJob job = Run(new ExportRequest("lab/rig1/T-1~2", "csv") { Channels = "servo1.force" });

        job.Status.State.ShouldBe(ExportState.Done, job.Status.Error);
        (job.Status.Progress.Rows, Path.GetFileName(job.Status.File)).ShouldBe((21, "T-1~2.csv"));
    }

    [Fact]
    public void Export_WhileTheJournalGrows_SaysWhereItEnds()
    {
        _options.Journal = _rig.Folder;
        _free = () =>
        {
            if (File.Exists(Path.Combine(Exports, "1", "journal.csv.new")))
            {
                _rig.Record(1);
                _rig.Flush();
            }

            return long.MaxValue;
        };

        ExportJob job = Run(new ExportRequest(null, "csv") { Channels = "servo1.force" });

        job.Status.Progress.Rows.ShouldBe(60);
        job.Status.Notes.ShouldBe(
            ["the source grew meanwhile: the export ends with sequence 20 of epoch 1000, the newest block when it began"]);
    }

    // The blocks of the recording once more, as of another publisher.
    private void AddJournal(string name)
    {
        string recording = _folder.File("recordings/lab/rig1/T-1");
        Directory.CreateDirectory(Path.Combine(recording, name));
        foreach (string file in Directory.GetFiles(Path.Combine(recording, "journal")))
            File.Copy(file, Path.Combine(recording, name, Path.GetFileName(file)));
        RecordingDocument document = RecordingDocument.Read(recording, out _)!;
        (document with
        {
            Publishers =
            [
                new RecordedPublisher(TestStream.Publisher, "journal"), new RecordedPublisher(Guid.NewGuid(), name),
            ],
        }).Write(recording);
    }

    private ExportJob Run(ExportRequest request)
    {
        Jobs.TryAdd(request, out ExportJob? job).ShouldBeNull();
        return Wait(job!);
    }

    private ExportJob Wait(ExportJob job)
    {
        Start();
        Eventually.True(() => job.Status.HasEnded, "the export has ended", TimeSpan.FromSeconds(30));
        return job;
    }

    private void Start()
    {
        if (_thread is not null)
            return;
        ExportJobs jobs = Jobs;
        _thread = new Thread(() => jobs.Run(_stop.Token));
        _thread.Start();
    }
}
