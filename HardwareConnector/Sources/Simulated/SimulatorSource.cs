using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.GroundTruth;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Runtime.Timing;
using HardwareConnector.Configuration;
using HardwareConnector.Logging;
using Microsoft.Extensions.Logging;
using Simulator.Faults.Playing;
using Simulator.Presets;
using Simulator.Rig;
using LinkState = FuncLibs.Messaging.Wire.Broadcast.LinkState;

namespace HardwareConnector.Sources.Simulated;

/// <summary>
/// A simulated rig inside this process: the same as in the simulator, without the socket. Each block is filled before
/// it is due and offered on time. The ground-truth file, if configured, is created with the source and ends with its
/// loop.
/// </summary>
public sealed class SimulatorSource : IRigSource, IDisposable
{
    private const int Stream = 0;

    private readonly SourceFeed _feed;
    private readonly SimulatedRig _rig;
    private readonly PacedClock _clock;
    private readonly FaultRun? _faults;
    private readonly RigGroundTruth _groundTruth;
    private readonly SourceOptions _options;
    private readonly ILogger<SimulatorSource> _logger;

    /// <summary>Creates the rig; its clock starts with the loop.</summary>
    /// <param name="feed">Target of its blocks.</param>
    /// <param name="options">Preset, seed, pace, faults and ground truth.</param>
    /// <param name="time">The clock.</param>
    /// <param name="logger">Logs scheduled faults, and faults of the ground-truth file.</param>
    public SimulatorSource(SourceFeed feed, SourceOptions options, TimeProvider time, ILogger<SimulatorSource> logger)
    {
        (_feed, _options, _logger) = (feed, options, logger);
        RigPreset preset = PresetOf(options, out string? fault) ?? throw new ArgumentException(fault, nameof(options));
        _rig = new SimulatedRig(preset, options.Seed);
        _clock = new PacedClock(preset.Servo.Points, preset.ClockRateHz, time);
        Name = $"simulator {preset.Name}";
        _groundTruth = new RigGroundTruth(_rig, options.Seed, fault => ConnectorLog.GroundTruthFault(logger, fault))
        {
            Stream = feed.Naming.NameOf([_rig.Description], Stream),
        };
        if (options.Faults.Length == 0)
            return;
        var faults = new PresetFaults();
        _faults = FaultSetup.Create(options.Faults, _rig, _groundTruth, faults)
            ?? throw new ArgumentException(string.Join(Environment.NewLine, faults.Lines), nameof(options));
    }

    /// <inheritdoc/>
    public string Name { get; }

    /// <inheritdoc/>
    public SourceCounters Counters { get; } = new();

    /// <summary>The fault of the preset and rate of a source; null for none.</summary>
    public static string? PresetFault(SourceOptions options)
    {
        PresetOf(options, out string? fault);
        return fault;
    }

    /// <summary>All faults of the fault schedule of a source.</summary>
    public static IReadOnlyList<string> FaultsOf(SourceOptions options)
    {
        var faults = new PresetFaults();
        if (options.Faults.Length > 0 && PresetOf(options, out _) is { } preset)
            FaultSetup.Create(
                options.Faults, new SimulatedRig(preset, options.Seed), NullGroundTruthSink.Instance, faults);
        return faults.Lines;
    }

    /// <summary>Creates the ground-truth file, if configured.</summary>
    /// <returns>The fault; null for none.</returns>
    public string? OpenGroundTruth() =>
        _options.Truth.Length == 0 ? null : _groundTruth.Open(_options.Truth, _options.TruthMaxBytes);

    /// <inheritdoc/>
    public void Run(CancellationToken stop)
    {
        try
        {
            Play(stop);
        }
        finally
        {
            _groundTruth.Dispose();
            if (_groundTruth.Dropped > 0)
                ConnectorLog.GroundTruthDropped(_logger, _groundTruth.Dropped, _options.Truth);
        }
    }

    /// <summary>Ends the ground-truth file, if the loop has not run.</summary>
    public void Dispose() => _groundTruth.Dispose();

    private void Play(CancellationToken stop)
    {
        StreamDescription description = _faults?.Description ?? _rig.Description;
        if (_feed.Admit([description]) is { } fault)
        {
            ConnectorLog.SourceRefused(_logger, Name, fault);
            _feed.Report(LinkState.Offline, stop, fault);
            stop.WaitHandle.WaitOne();
            return;
        }

        _feed.Describe(new RigDescription([description], _feed.BlocksInUse, _feed.PrefillBytes), stop);
        _feed.Report(LinkState.Online, stop);
        Counters.CountConnection();
        if (_faults is not null)
            ConnectorLog.FaultsScheduled(_logger, _faults.Count, _options.Faults, _faults.LastFrom);
        _rig.Begin(_groundTruth);
        _clock.Start();
        _groundTruth.Started(_clock.FirstSampleDueUtcNs(0));
        if (_faults is null)
            RunSound(stop);
        else
            RunFaulty(_faults, stop);
    }

    private void RunFaulty(FaultRun faults, CancellationToken stop)
    {
        var outlet = new FeedOutlet(_feed, Counters) { Stop = stop };
        for (long tick = 0; _clock.WaitToPrepare(faults.TickToWaitFor(tick), stop); tick++)
        {
            faults.Play(tick, _clock.FirstSampleDueUtcNs(tick), outlet);
            if (_clock.WaitFor(tick, stop))
                outlet.Send();
            else
                outlet.Discard();
        }
    }

    private void RunSound(CancellationToken stop)
    {
        StreamDescription described = _rig.Description;
        ControlModeDetector modes = new(_rig);
        for (long tick = 0; _clock.WaitToPrepare(tick, stop); tick++)
        {
            CDataBlock? block = _feed.TryRent(Stream);
            if (block is null)
                RunOnWithout(tick);
            else
                _rig.Fill(block, tick);
            if (block is not null && !ReferenceEquals(described, _rig.Description))
            {
                described = _rig.Description;
                block = DescribeBefore(block, stop);
                foreach (LinkEvent changed in modes.Update(
                    tick * described.PointsPerBlock, _clock.FirstSampleDueUtcNs(tick)))
                    _feed.ReportState(Stream, changed);
            }

            bool due = _clock.WaitFor(tick, stop);
            if (block is null)
                continue;
            if (due)
                _feed.Offer(Stream, block, _clock.FirstSampleDueUtcNs(tick), trimmed: false);
            else
                _feed.Return(Stream, block);
            Counters.CountBlock();
        }
    }

    // The plants must be stepped anyway: here, and not all at once before the next block that finds space.
    private void RunOnWithout(long tick)
    {
        _feed.Lose(Stream, "all blocks in use");
        _rig.Advance(tick);
    }

    // The block that shows the change needs the new description, and so a block of its pool.
    private CDataBlock? DescribeBefore(CDataBlock block, CancellationToken stop)
    {
        BlockPool old = _feed.Description!.Pool(Stream);
        _feed.Describe(new RigDescription([_rig.Description], _feed.BlocksInUse, _feed.PrefillBytes), stop);
        CDataBlock? copy = _feed.TryRent(Stream);
        if (copy is null)
            _feed.Lose(Stream, "all blocks in use");
        else
            copy.CopyFrom(block);
        old.Return(block);
        return copy;
    }

    private static RigPreset? PresetOf(SourceOptions options, out string? fault)
    {
        if (RigPresets.Load(options.Preset, out fault) is not { } preset)
            return null;
        RigPreset changed = PresetChange.Apply(preset, options.BlocksPerSecond, pointsPerBlock: 0, out fault);
        return fault is null ? changed : null;
    }
}
