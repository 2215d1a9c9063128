using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization.BuiltIn;
using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Runtime.Files;
using Microsoft.Extensions.Logging.Abstractions;
using SignalMonitor.Audit;
using SignalMonitor.EvaluationLogs;
using SignalMonitor.Events;
using SignalMonitor.Recorder;
using SignalMonitor.Recorder.Modes;
using SignalMonitor.Recordings;
using SignalMonitor.Recordings.Verbs;
using SignalMonitor.Tests.Receiving;
using SignalMonitor.Variables.Definitions;
using Testing;

namespace SignalMonitor.Tests.Recorder;

/// <summary>A monitor's receive thread, played by the test, with a recorder on a thread of its own.</summary>
internal sealed class RecorderRig : IDisposable
{
    public const string Station = "lab/rig1";
    public static readonly DateTimeOffset Started = new(2026, 11, 24, 8, 0, 0, TimeSpan.Zero);

    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);
    private readonly TemporaryFolder _folder = new();
    private CancellationTokenSource _stop = new();
    private Thread _thread = null!;
    private Thread _pyramidThread = null!;
    private CancellationTokenSource _stopPyramids = new();
    private long _revision;
    private ulong _recorded;
    private volatile bool _isKilled;

    public RecorderRig(
        Func<string, IDiskFiles>? files = null,
        bool pack = false,
        TimeSpan? preTime = null,
        string? cycles = null,
        RetentionLimits? retention = null,
        RecorderOptions? modes = null,
        int ringBytes = 1 << 20,
        bool hasPyramids = false,
        TimeProvider? time = null)
    {
        HasPyramids = hasPyramids || files is null;
        Time = time ?? TimeProvider.System;
        (Files, Pack, PreTime, Retention, RingBytes) = (files, pack, preTime, retention, ringBytes);
        Modes = modes ?? (cycles is null ? null : new() { Mode = RecorderMode.Cycles, CycleSignal = cycles });
        Start();
    }

    public string Root => _folder.File("recordings");

    public TimeProvider Time { get; }

    public Func<string, IDiskFiles>? Files { get; }

    public bool Pack { get; }

    public TimeSpan? PreTime { get; }

    public RecorderOptions? Modes { get; set; }

    public int RingBytes { get; }

    public ConnectionRecorder Connection { get; private set; } = null!;

    public RetentionLimits? Retention { get; set; }

    /// <summary>Whether a recording is in the archive; null = there is none.</summary>
    public Func<string, RecordingDocument, bool>? IsArchived { get; set; }

    public EventLog Events { get; private set; } = null!;

    /// <summary>What the monitor says of definitions.</summary>
    public EvaluationFeed Evaluation { get; } = new();

    /// <summary>The audit log of the monitor's state folder.</summary>
    public AuditLog Audit => AuditLog.In(_folder.File("state"), TimeProvider.System);

    public bool HasPyramids { get; }

    public PyramidLoop? Pyramids { get; private set; }

    public RunRecorder Recorder { get; private set; } = null!;

    public IntakeRig Intake { get; private set; } = null!;

    public List<string> Certified { get; } = [];

    /// <summary>The next process, in the folder as it is.</summary>
    public void Start()
    {
        _recorded = 0;
        Events = new EventLog();
        Pyramids = HasPyramids
            ? new PyramidLoop(0, TimeProvider.System, NullLogger<PyramidLoop>.Instance) : null;
        Recorder = new RunRecorder(
            Root,
            new JournalOptions
            {
                RingBytes = RingBytes,
                ReservedBytes = 0,
                QuotaBytes = long.MaxValue,
                CommitInterval = Modes is null ? JournalOptions.Default.CommitInterval : TimeSpan.FromMilliseconds(2),
            },
            Time,
            NullLogger<RunRecorder>.Instance,
            Events,
            Files)
        {
            Certify = Certified.Add,
            Evaluation = Evaluation,
            Audit = Audit,
            Pyramids = Pyramids,
            PreTime = PreTime,
            Modes = Modes is null
                ? null : new RecorderModes(Modes.Plan, BuiltInSerializers.CreateRegistry()),
            Retention = Retention is null ? null : new RecordingRetention(
                Root, Retention, TimeProvider.System, NullLogger.Instance, Events, Files)
            {
                Audit = Audit,
                IsArchived = IsArchived,
            },
            Rewriter = Pack ? new PackedFrames(BuiltInSerializers.CreateRegistry()) : null,
        };
        Connection = Recorder.NewConnection();
        Intake = new IntakeRig(recorder: Connection);
        Intake.Catalogue(1);
        _stop = new CancellationTokenSource();
        _isKilled = false;
        _thread = new Thread(Loop);
        _thread.Start();
        _stopPyramids = new CancellationTokenSource();
        _pyramidThread = new Thread(() => Pyramids?.Run(_stopPyramids.Token));
        _pyramidThread.Start();
    }

    /// <summary>The process is killed: what waits in memory is lost, and nothing is closed.</summary>
    public void Kill()
    {
        _isKilled = true;
        Stop();
    }

    /// <summary>The process ends as it should.</summary>
    public void Stop()
    {
        _stop.Cancel();
        _thread.Join(Limit).ShouldBeTrue();
        _stopPyramids.Cancel();
        _pyramidThread.Join(Limit).ShouldBeTrue();
        Pyramids?.Dispose();
        _stopPyramids.Dispose();
        Recorder.Dispose();
        Intake.Dispose();
        _stop.Dispose();
    }

    public void Restart()
    {
        Stop();
        Start();
    }

    public static TestRun Run(string name, DateTimeOffset? started = null, DateTimeOffset? stopped = null) => new()
    {
        Station = Station,
        Name = name,
        Specimen = "S1",
        Operator = "kim",
        L0Mm = 50,
        StartedUtc = started ?? Started,
        StoppedUtc = stopped,
    };

    public void Take(TestRun? run) =>
        Recorder.Take(new VariableSet { Station = Station, Revision = ++_revision, NewestRun = run });

    public void Data(ulong first, ulong last, ulong epoch = 1)
    {
        for (ulong sequence = first; sequence <= last; sequence++)
        {
            Intake.Data(sequence, epoch).ShouldBeTrue();
            Intake.RunCompute();
        }
    }

    /// <summary>Blocks of one cycle.</summary>
    public void Cycle(long cycle, ulong first, ulong last)
    {
        foreach (BlockGroup group in (BlockGroup[])[BlockGroup.Servo, BlockGroup.Temp])
        {
            for (int channel = 0; channel < Intake.Block.ChannelCount(group); channel++)
                Intake.Block.Channel(group, channel).Count.Fill(cycle);
        }

        Data(first, last);
    }

    /// <summary>A finished recording of some blocks.</summary>
    public void Record(string run, DateTimeOffset? started = null)
    {
        int before = Certified.Count;
        Take(Run(run, started));
        Data(_recorded + 1, _recorded + 3);
        _recorded += 3;
        Take(Run(run, started, stopped: (started ?? Started).AddHours(1)));
        WaitFor(status => status.Run is null && Certified.Count > before);
    }

    public void WaitFor(Func<RecorderStatus, bool> condition) =>
        SpinWait.SpinUntil(() => condition(Recorder.Status), Limit).ShouldBeTrue(Recorder.Status.ToString());

    public string PathOf(string run, int attempt = 1) => RecordingFolder.PathOf(Root, Station, run, attempt);

    public RecordingDocument Document(string run, int attempt = 1)
    {
        RecordingDocument? document = RecordingDocument.Read(PathOf(run, attempt), out string? fault);
        fault.ShouldBeNull();
        return document!;
    }

    public RecordingSummary Verify(string run, int attempt = 1) =>
        RecordingSummary.Create(PathOf(run, attempt), Document(run, attempt), verify: true);

    /// <summary>The sequences of an epoch that a recording has.</summary>
    public ulong[] Sequences(string run, ulong epoch = 1, string folder = "journal")
    {
        JournalFolder journal =
            new(new DiskFiles(Path.Combine(PathOf(run), folder)), JournalOptions.Default, TestStream.Publisher);
        using RangeReader reader = journal.NewReader();
        reader.Begin(new FrameRange(epoch, TestStream.Id, 1, 100_000));
        List<ulong> found = [];
        for (ReadStep step; (step = reader.Next()) is ReadStep.Frame or ReadStep.Missing;)
        {
            if (step == ReadStep.Frame)
                found.Add(reader.Frame.Sequence);
        }

        return [.. found];
    }

    public void Dispose()
    {
        if (_thread.IsAlive)
            Stop();
        _folder.Dispose();
    }

    private void Loop()
    {
        while (Modes is not null && !_stop.Token.WaitHandle.WaitOne(TimeSpan.FromMilliseconds(2)))
            Recorder.Step();
        if (!_isKilled)
            Recorder.Run(_stop.Token);
    }
}
