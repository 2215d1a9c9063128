using FuncLibs.Blocks;
using SignalMonitor.Archiving;
using SignalMonitor.Archiving.Catalogue;
using SignalMonitor.Archiving.Documents;
using SignalMonitor.Recordings;
using SignalMonitor.Tests.Recorder;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using Testing;
using Testing.Databases;

namespace SignalMonitor.Tests.Archiving;

/// <summary>Recordings of a rig, an archive, and its catalogue in a real PostgreSQL.</summary>
internal sealed class ArchiveRig : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private ulong _recorded;

    public ArchiveRig(PostgresServer server)
    {
        (Server, Database) = (server, server.NewDatabase());
        Catalogue = new ArchiveCatalogue(Connection, TimeProvider.System);
        Directory.CreateDirectory(Root);
    }

    public PostgresServer Server { get; }

    public string Database { get; }

    public string Connection => Server.Connection(Database);

    public RecorderRig Recorder { get; } = new();

    public string Root => _folder.File("archive");

    public ArchiveCatalogue Catalogue { get; }

    public TestArchiver Archiver => NewArchiver(Root);

    public TestArchiver NewArchiver(string root, ArchiveCatalogue? catalogue = null) => new(
        root,
        catalogue ?? Catalogue,
        "monitor1",
        new ArchivePace(TimeProvider.System, 0, TimeSpan.FromMinutes(1), yields: false),
        TimeProvider.System);

    /// <summary>A closed recording with a calculated channel; gives its folder.</summary>
    public string Record(string run, double force = 60, DateTimeOffset? started = null, int attempt = 1)
    {
        RecorderRig rig = Recorder;
        int before = rig.Certified.Count;
        VariableSet set = new()
        {
            Station = RecorderRig.Station,
            Revision = (long)_recorded + 1,
            Variables =
            [
                new SignalVariable
                {
                    Id = 1, Revision = 1, Station = RecorderRig.Station, Name = "Fm", Unit = "kN",
                    Expression = "runmax(servo1.force)",
                },
            ],
            NewestRun = RecorderRig.Run(run, started),
        };
        rig.Recorder.Take(set);
        rig.Intake.Block.Channel(BlockGroup.Servo, 0).Sensor(0).Fill(force);
        rig.Data(_recorded + 1, _recorded + 3);
        _recorded += 3;
        rig.WaitFor(status => status.Frames >= 3);
        rig.Recorder.Take(set with
        {
            Revision = set.Revision + 1,
            NewestRun = RecorderRig.Run(run, started, stopped: (started ?? RecorderRig.Started).AddHours(1)),
        });
        rig.WaitFor(status => status.Run is null && rig.Certified.Count > before);
        return rig.PathOf(run, attempt);
    }

    /// <summary>Archives a recording; once more where its pyramid was still being written.</summary>
    public PushOutcome Push(string folder)
    {
        PushOutcome? outcome = null;
        Eventually.True(
            () => !(outcome = Archiver.Push(folder, CancellationToken.None)).Text.Contains(
                "was changed while it was copied", StringComparison.Ordinal),
            "the recording is settled");
        return outcome!;
    }

    public string PlaceOf(string name) => Path.Combine(Root, "lab", "rig1", name);

    public IReadOnlyList<ArchivedTest> Search(ArchiveQuery? query = null)
    {
        Catalogue.Search(query ?? new ArchiveQuery()).Has(out ArchivePage? page, out DatabaseFault? fault)
            .ShouldBeTrue(fault?.Text);
        return page!.Tests;
    }

    public void Dispose()
    {
        Catalogue.Dispose();
        Recorder.Dispose();
        _folder.Dispose();
    }

    /// <summary>Whether every file of an archived test is as it was archived.</summary>
    public static bool IsWhole(string place) => !ArchiveCheck.FaultsOf(place, CancellationToken.None).Any();

    /// <summary>Whether a recording has its mark.</summary>
    public static bool IsMarked(string folder) =>
        ArchiveMark.IsIn(folder, RecordingDocument.Read(folder, out _).ShouldNotBeNull());
}
