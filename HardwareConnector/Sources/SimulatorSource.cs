using FuncLibs.Blocks;
using FuncLibs.Timing;
using FuncLibs.Wire.Broadcast;
using HardwareConnector.Configuration;
using Simulator.Presets;
using Simulator.Rig;

namespace HardwareConnector.Sources;

/// <summary>
/// A simulated rig inside this process: the same rig as the simulator's, without the socket. Each block is filled before it is due and
/// offered when it is.
/// </summary>
public sealed class SimulatorSource : IRigSource
{
    private const int Stream = 0;

    private readonly SourceFeed _feed;
    private readonly SimulatedRig _rig;
    private readonly PacedClock _clock;

    /// <summary>Prepares the rig; its clock starts with the loop.</summary>
    public SimulatorSource(SourceFeed feed, SourceOptions options, TimeProvider time)
    {
        _feed = feed;
        RigPreset preset = PresetOf(options, out string? fault) ?? throw new ArgumentException(fault, nameof(options));
        _rig = new SimulatedRig(preset, options.Seed);
        _clock = new PacedClock(preset.Servo.Points, preset.BaseRateHz, time);
        Name = $"simulator {preset.Name}";
    }

    /// <inheritdoc/>
    public string Name { get; }

    /// <inheritdoc/>
    public SourceCounters Counters { get; } = new();

    /// <summary>What is wrong with the preset and rate of a source; null when nothing is.</summary>
    public static string? PresetFault(SourceOptions options)
    {
        PresetOf(options, out string? fault);
        return fault;
    }

    /// <inheritdoc/>
    public void Run(CancellationToken stop)
    {
        _feed.Describe(new RigDescription([_rig.Description], _feed.BlocksInUse, _feed.PrefillBytes), stop);
        _feed.Report(LinkState.Online, stop);
        Counters.CountConnection();
        _clock.Start();
        for (long tick = 0; _clock.WaitToPrepare(tick, stop); tick++)
        {
            CDataBlock? block = _feed.TryRent(Stream);
            if (block is null)
                _feed.Lose(Stream, "all blocks in use");
            else
                _rig.Fill(block, tick);
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

    private static RigPreset? PresetOf(SourceOptions options, out string? fault)
    {
        fault = null;
        if (RigPresets.Find(options.Preset) is { } preset)
        {
            RigPreset changed = PresetChange.Apply(preset, options.BlocksPerSecond, pointsPerBlock: 0, out fault);
            return fault is null ? changed : null;
        }

        fault = $"'{options.Preset}' is no preset; known are {string.Join(", ", RigPresets.All.Select(p => p.Name))}";
        return null;
    }
}
