using Microsoft.Extensions.Logging.Abstractions;
using SignalMonitor.Archiving;
using SignalMonitor.Archiving.Catalogue;
using SignalMonitor.Events;
using SignalMonitor.Recordings;
using SignalMonitor.Tests.Recorder;
using SignalMonitor.Tests.Variables;
using Testing;

namespace SignalMonitor.Tests.Archiving;

public sealed class ArchiveLoopTests(PostgresFixture fixture) : IClassFixture<PostgresFixture>, IDisposable
{
    private readonly FakeTime _time = new();
    private readonly EventLog _events = new();
    private ArchiveRig? _rig;

    private ArchiveRig Rig => _rig ??= new ArchiveRig(fixture.Server);

    public void Dispose() => _rig?.Dispose();

    [PostgresFact]
    public void Step_TwoFinishedAndOneOpen_ArchivesTheFinished()
    {
        string first = Rig.Record("A");
        string second = Rig.Record("B", started: RecorderRig.Started.AddDays(1));
        Rig.Recorder.Take(RecorderRig.Run("C", RecorderRig.Started.AddDays(2)));
        ArchiveLoop loop = NewLoop();

        StepUntil(loop, 2);

        (loop.Status.Archived, loop.Status.Waiting, loop.Status.Fault).ShouldBe((2, 0, null));
        loop.Status.Bytes.ShouldBeGreaterThan(0);
        ArchiveRig.IsMarked(first).ShouldBeTrue();
        ArchiveRig.IsMarked(second).ShouldBeTrue();
        _events.ReadAfter(0, 10).All.Select(one => one.Text).ShouldContain(
            "the recording of test run A is archived: it is in lab/rig1/A");
    }

    [PostgresFact]
    public void Step_JustClosed_WaitsForItsCertificate()
    {
        string folder = Rig.Record("A");
        ArchiveLoop loop = NewLoop();

        loop.Step(CancellationToken.None);

        loop.Status.Waiting.ShouldBe(1);
        ArchiveRig.IsMarked(folder).ShouldBeFalse();
    }

    [PostgresFact]
    public void Step_FileIsStillBeingWritten_WaitsUntilItIsNot()
    {
        string folder = Rig.Record("A");
        ArchiveLoop loop = NewLoop();
        loop.Step(CancellationToken.None);
        File.AppendAllText(Path.Combine(folder, "late"), "x");
        _time.Advance(ArchiveLoop.Settling);

        loop.Step(CancellationToken.None);
        ArchiveRig.IsMarked(folder).ShouldBeFalse();
        StepUntil(loop, 1);

        File.Exists(Path.Combine(Rig.PlaceOf("A"), "late")).ShouldBeTrue();
    }

    [PostgresFact]
    public void Step_ArchiveIsAway_TriesAgainLaterAndLater()
    {
        string folder = Rig.Record("A");
        ArchiveLoop loop = NewLoop();
        Directory.Move(Rig.Root, Rig.Root + "-away");

        for (int i = 0; i < 12; i++)
            loop.Step(CancellationToken.None);

        loop.Status.Failures.ShouldBe(12);
        loop.Status.Waiting.ShouldBe(1);
        loop.Status.Fault!.ShouldStartWith("there is no folder ");
        loop.Delay.ShouldBeGreaterThan(TimeSpan.FromMinutes(3));
        Directory.Move(Rig.Root + "-away", Rig.Root);
        StepUntil(loop, 1);
        (loop.Status.Archived, loop.Status.Failures, loop.Status.Fault).ShouldBe((1, 0, null));
        loop.Delay.ShouldBe(ArchiveLoop.Interval);
        ArchiveRig.IsMarked(folder).ShouldBeTrue();
    }

    [PostgresFact]
    public void Step_CatalogueIsAway_SaysSoWithNothingToArchive()
    {
        using ArchiveCatalogue away = new("Host=/nowhere;Username=kim;Database=lab", TimeProvider.System);
        ArchiveLoop loop = NewLoop(away);

        loop.Step(CancellationToken.None);

        (loop.Status.Waiting, loop.Status.Failures).ShouldBe((0, 1));
        loop.Status.Fault!.ShouldContain("does not answer");
    }

    [PostgresFact]
    public void Step_OneCannotBeRead_ArchivesTheOthersAndNamesIt()
    {
        string broken = Rig.Record("A");
        string good = Rig.Record("B", started: RecorderRig.Started.AddDays(1));
        (RecordingDocument.Read(broken, out _)! with { Station = "lab" }).Write(broken);
        ArchiveLoop loop = NewLoop();

        StepUntil(loop, 1);

        (loop.Status.Archived, loop.Status.Waiting, loop.Status.Failures).ShouldBe((1, 1, 0));
        loop.Status.Fault!.ShouldContain(broken);
        ArchiveRig.IsMarked(good).ShouldBeTrue();
    }

    // The pyramid of a recording is finished by a thread of its own: it may change a few times.
    private void StepUntil(ArchiveLoop loop, long archived) => Eventually.True(
        () =>
        {
            loop.Step(CancellationToken.None);
            _time.Advance(ArchiveLoop.Settling);
            return loop.Status.Archived == archived;
        },
        $"{archived} recordings are archived");

    private ArchiveLoop NewLoop(ArchiveCatalogue? catalogue = null) => new(
        Rig.Recorder.Root, Rig.NewArchiver(Rig.Root, catalogue), _time, NullLogger.Instance, _events);
}
