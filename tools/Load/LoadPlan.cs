using System.Net;
using FuncLibs.Runtime.Timing;
using Simulator.Presets;

namespace Tools.Load;

/// <summary>What a load run is, checked.</summary>
/// <param name="Preset">What each rig is, at the pace of the run.</param>
/// <param name="Rigs">How many.</param>
/// <param name="Seed">Seed of the first.</param>
/// <param name="Seconds">Length of the run; 0 = until it is stopped.</param>
/// <param name="First">Where the first rig listens.</param>
/// <param name="WaitSeconds">How long the clocks wait for clients.</param>
/// <param name="QueueBlocks">Blocks that may wait for a slow client of a rig.</param>
/// <param name="Priority">Real-time priority of the threads that make blocks; 0 = ordinary.</param>
internal sealed record LoadPlan(
    RigPreset Preset, int Rigs, long Seed, double Seconds, IPEndPoint First, double WaitSeconds, int QueueBlocks, int Priority)
{
    /// <summary>Blocks that each rig makes: those whose time is over at the end of the run.</summary>
    public long Blocks => Seconds > 0 ? Math.Max(1, (long)Math.Floor(Seconds * Preset.BlocksPerSecond)) : long.MaxValue;

    /// <summary>Time of a block, ns.</summary>
    public long PeriodNs => SampleClock.NsOf(Preset.Servo.Points, Preset.ClockRateHz);

    /// <summary>A tick is late from half a period on.</summary>
    public long LateAfterNs => PeriodNs / 2;

    /// <summary>Name of a rig, from 0: as a connector with several sources names their streams.</summary>
    public static string NameOf(int rig) => $"rig{rig + 1:00}";

    /// <summary>Seed of a rig, from 0.</summary>
    public long SeedOf(int rig) => unchecked(Seed + rig);

    /// <summary>Address of a rig, from 0.</summary>
    public IPEndPoint EndpointOf(int rig) => First.Port == 0 ? First : new IPEndPoint(First.Address, First.Port + rig);

    /// <summary>How much after the first a rig begins, ns: spread evenly over a period, so that no two are due at once.</summary>
    public long PhaseNs(int rig) => PeriodNs * rig / Rigs;
}
