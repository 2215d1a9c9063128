using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.GroundTruth;
using FuncLibs.Messaging.RigLink;
using Simulator.Faults.Reading;
using Simulator.Presets;
using Simulator.Rig;

namespace Simulator.Faults.Playing;

/// <summary>
/// Plays a schedule over a rig: the one way between a due block and where it goes, be that a link or a connector. Every
/// tick from 0 on is played, also without a client: a stuck sensor holds a value of the past. Block thread; does
/// not allocate except where the rig describes itself again.
/// </summary>
public sealed class FaultRun
{
    private readonly SimulatedRig _rig;
    private readonly IRigControls _controls;
    private readonly IGroundTruthSink _groundTruth;
    private readonly RunningFault[] _scheduled;
    private readonly List<RunningFault> _lasting;
    private readonly CDataBlock _block;
    private readonly BlockSeries _series;
    private readonly FaultClock _clock;
    private readonly int _points;
    private readonly ControlModeDetector _modes;
    private StreamDescription _ofRig;
    private long _dueUtcNs;
    private ScheduledFault? _ofSeries;
    private long _countedFrom;
    private bool _changed;
    private int _next;

    /// <summary>A run that has not begun.</summary>
    /// <param name="schedule">The faults.</param>
    /// <param name="rig">The rig; its blocks are filled here.</param>
    /// <param name="controls">What interlock, emergency stop and tare act on: the rig itself. Notified of the first two
    /// here, with their samples.</param>
    /// <param name="groundTruth">Receives every fault when it begins.</param>
    public FaultRun(FaultSchedule schedule, SimulatedRig rig, IRigControls controls, IGroundTruthSink groundTruth)
    {
        _rig = rig;
        _controls = controls;
        _groundTruth = groundTruth;
        _ofRig = rig.Description;
        _points = _ofRig.PointsPerBlock;
        _scheduled = [.. schedule.Faults.Select(fault => new RunningFault(fault, _ofRig))];
        _lasting = new List<RunningFault>(_scheduled.Length);
        _block = new CDataBlock(rig.Layout);
        _series = new BlockSeries(rig.Layout, _points);
        _clock = new FaultClock(_ofRig.BaseRateHz);
        _modes = new ControlModeDetector(rig);
        MachineFaults.Schedule(schedule, controls);
        Take(_points);
        Description = Describe();
    }

    /// <summary>Faults of the schedule.</summary>
    public int Count => _scheduled.Length;

    /// <summary>First sample of the fault that is scheduled last; 0 when there is none.</summary>
    public long LastFrom => _scheduled.Length == 0 ? 0 : _scheduled.Max(running => running.Fault.From);

    /// <summary>The rig's present description.</summary>
    public StreamDescription Description { get; private set; }

    /// <summary>
    /// The tick at whose time this one may be prepared: later than itself only at the beginning of a stall.
    /// </summary>
    public long TickToWaitFor(long tick)
    {
        long first = tick * _points;

        // What begins with the run is taken already, before its first tick is played.
        foreach (RunningFault running in _lasting)
        {
            if (!running.HasBegun && IsStall(running, first))
                return running.Fault.To / _points;
        }

        for (int i = _next; i < _scheduled.Length && _scheduled[i].Fault.Start <= first; i++)
        {
            if (IsStall(_scheduled[i], first))
                return _scheduled[i].Fault.To / _points;
        }

        return tick;
    }

    /// <summary>Plays one tick: what begins and ends with it, its block, and what becomes of that.</summary>
    /// <param name="tick">From 0, one after the other.</param>
    /// <param name="dueUtcNs">Due time of the block's first sample by a clock without faults.</param>
    /// <param name="outlet">Where blocks go.</param>
    public void Play(long tick, long dueUtcNs, IRigOutlet outlet)
    {
        long first = tick * _points;
        _dueUtcNs = dueUtcNs;
        Finish(first, outlet);
        Take(first + _points);
        Begin(first + _points, outlet);
        _rig.Fill(_block, tick);
        foreach (RunningFault running in _lasting)
            running.Signal?.Apply(_block);
        if (_changed || !ReferenceEquals(_ofRig, _rig.Description))
        {
            Description = Describe();
            outlet.Describe(Description);
            foreach (LinkEvent changed in _modes.Update(IndexOf(first), DueNsOf(first)))
                outlet.Report(changed);
        }

        HideChannels();
        _block.FirstSampleIndex = IndexOf(first);
        _series.Emit(_ofSeries, tick, _block, new BlockStamp(DueNsOf(first)), outlet);
    }

    // What is to be processed from here on; a fault that is drawn for the past of a hidden channel is at 0.
    private void Take(long end)
    {
        while (_next < _scheduled.Length && _scheduled[_next].Fault.Start < end)
        {
            RunningFault running = _scheduled[_next++];
            _lasting.Add(running);
            if (running.Fault.Traits.Scope == FaultScope.Stream)
                _ofSeries = running.Fault;
            _changed |= running.Fault.Traits.Scope == FaultScope.Description;
        }
    }

    private void Begin(long end, IRigOutlet outlet)
    {
        foreach (RunningFault running in _lasting)
        {
            if (running.HasBegun || running.Fault.From >= end)
                continue;
            running.HasBegun = true;
            Begin(running.Fault, end - _points, outlet);
        }
    }

    private void Begin(ScheduledFault fault, long first, IRigOutlet outlet)
    {
        _groundTruth.Fault(fault.Traits.Name, fault.From, fault.To, fault.Channel, fault.Sensor, fault.Detail);
        switch (fault.Kind)
        {
            case FaultKind.Offline:
                outlet.Disconnect("the rig is offline");
                break;
            case FaultKind.Restart:
                _countedFrom = fault.From;
                outlet.Restart("the rig restarts");
                break;
            case FaultKind.AddChannel:
                _changed = true;
                break;
            case FaultKind.Tare:
                _controls.Tare(fault.Place.Channel, fault.Place.Column - ChannelDescription.ControlColumns);
                outlet.Report(RigEvents.Tare(fault.Channel!, fault.Sensor!, IndexOf(first), DueNsOf(first)));
                break;
            case FaultKind.Interlock:
                outlet.Report(RigEvents.Interlock(fault.Channel!, IndexOf(fault.From), DueNsOf(fault.From, first)));
                break;
            case FaultKind.EStop:
                outlet.Report(RigEvents.EmergencyStop(fault.Channel!, IndexOf(fault.From), DueNsOf(fault.From, first)));
                break;
            default:
                break;
        }
    }

    private void Finish(long first, IRigOutlet outlet)
    {
        for (int i = _lasting.Count - 1; i >= 0; i--)
        {
            ScheduledFault fault = _lasting[i].Fault;
            if (fault.To > first)
                continue;
            _lasting.RemoveAt(i);
            if (ReferenceEquals(_ofSeries, fault))
                _ofSeries = null;
            _clock.Settle(fault);
            _changed |= fault.Traits.Scope == FaultScope.Description && fault.Kind != FaultKind.AddChannel;
            if (fault.Kind == FaultKind.Offline)
                outlet.Reconnect();
            else if (fault.Kind is FaultKind.Interlock or FaultKind.EStop)
                outlet.Report(RigEvents.Reset(fault.Channel!, IndexOf(fault.To), DueNsOf(fault.To, first)));
        }
    }

    // As the block of the tick has both.
    private long IndexOf(long first) => first - _countedFrom;

    private long DueNsOf(long first) => _dueUtcNs + ClockOffsetNs(first);

    // Of another sample than the block's first.
    private long DueNsOf(long sample, long first) => DueNsOf(first) + _clock.NsBetween(first, sample);

    private StreamDescription Describe()
    {
        _changed = false;
        _ofRig = _rig.Description;
        StreamDescription described = _ofRig;
        foreach (RunningFault running in _lasting)
        {
            if (running.Fault.Kind == FaultKind.Unit || Hides(running))
                described = FaultedDescription.With(described, running.Fault);
        }

        return described;
    }

    private void HideChannels()
    {
        foreach (RunningFault running in _lasting)
        {
            if (Hides(running) && running.Fault.Place is { } place
                && _block.ChannelCount(place.Group) == place.Channel + 1)
                _block.SetGroup(place.Group, place.Channel);
        }

        _block.Counts = _block.ArrayLengths;
    }

    private static bool IsStall(RunningFault running, long first) =>
        running.Fault.Kind == FaultKind.Stall && running.Fault.From <= first;

    // A channel that joins is hidden until then, one that leaves from then on.
    private static bool Hides(RunningFault running) => running.Fault.Kind switch
    {
        FaultKind.AddChannel => !running.HasBegun,
        FaultKind.RemoveChannel => true,
        _ => false,
    };

    private long ClockOffsetNs(long sample)
    {
        long offset = _clock.SettledNs;
        foreach (RunningFault running in _lasting)
            offset += _clock.OffsetNs(running.Fault, sample);
        return offset;
    }
}

/// <summary>A fault while its run lasts.</summary>
internal sealed class RunningFault(ScheduledFault fault, StreamDescription stream)
{
    /// <summary>What was scheduled.</summary>
    public ScheduledFault Fault { get; } = fault;

    /// <summary>What it does to values; null when nothing.</summary>
    public ISignalFault? Signal { get; } = ISignalFault.Create(fault, stream);

    /// <summary>True once its first sample was reached.</summary>
    public bool HasBegun { get; set; }
}

/// <summary>How far the rig's clock is off by its faults: a function of the sample index.</summary>
internal sealed class FaultClock(double rateHz)
{
    private const double NsPerSecond = 1e9;
    private const double NsPerSecondAndPpm = 1e3;
    private long _settledNs;

    /// <summary>What is left of a fault that is over: a drift stays, a step is taken back.</summary>
    public void Settle(ScheduledFault fault)
    {
        if (fault.Kind == FaultKind.ClockDrift)
            _settledNs += OffsetNs(fault, fault.To);
    }

    /// <summary>The offset without that of the faults that last.</summary>
    public long SettledNs => _settledNs;

    /// <summary>Time from one sample to another, ns; negative when that is before.</summary>
    public long NsBetween(long sample, long other) => (long)((other - sample) / rateHz * NsPerSecond);

    /// <summary>What a clock fault that lasts adds at a sample; 0 for others.</summary>
    public long OffsetNs(ScheduledFault fault, long sample) => fault.Kind switch
    {
        FaultKind.ClockStep => (long)(fault.Amount * NsPerSecond),
        FaultKind.ClockDrift => (long)((sample - fault.From) / rateHz * fault.Amount * NsPerSecondAndPpm),
        _ => 0,
    };
}

/// <summary>Interlocks and emergency stops of a schedule.</summary>
internal static class MachineFaults
{
    /// <summary>
    /// Passes on all of them, with their samples. Before the run, since the machine runs ahead of the blocks.
    /// </summary>
    public static void Schedule(FaultSchedule schedule, IRigControls controls)
    {
        foreach (ScheduledFault fault in schedule.Faults)
        {
            if (fault.Kind == FaultKind.Interlock)
                controls.Interlock(fault.Place.Channel, fault.From);
            else if (fault.Kind == FaultKind.EStop)
                controls.EmergencyStop(fault.Place.Channel, fault.From);
            else
                continue;
            if (fault.To != long.MaxValue)
                controls.Reset(fault.Place.Channel, fault.To);
        }
    }
}

/// <summary>From a file to a run.</summary>
public static class FaultSetup
{
    /// <summary>The run of a schedule file over a rig.</summary>
    /// <param name="file">Path of the schedule.</param>
    /// <param name="rig">The rig.</param>
    /// <param name="groundTruth">Receives every fault when it begins.</param>
    /// <param name="faults">Where everything that is wrong is added.</param>
    /// <returns>Null when something is wrong.</returns>
    public static FaultRun? Create(string file, SimulatedRig rig, IGroundTruthSink groundTruth, PresetFaults faults)
    {
        FaultSchedule? schedule = FaultFile.Read(file, rig.Description, faults);
        return schedule is null ? null : new FaultRun(schedule, rig, rig, groundTruth);
    }
}
