using System.Net;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Runtime.Timing;
using Simulator.Hosting;
using Simulator.Presets;
using Simulator.Rig;

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
    RigPreset Preset,
    int Rigs,
    long Seed,
    double Seconds,
    IPEndPoint First,
    double WaitSeconds,
    int QueueBlocks,
    int Priority)
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

    /// <summary>
    /// How much after the first a rig begins, ns: spread evenly over a period, so that no two are due at once.
    /// </summary>
    public long PhaseNs(int rig) => PeriodNs * rig / Rigs;
}

/// <summary>Makes a plan of options, or finds everything that is wrong with them.</summary>
internal static class LoadCheck
{
    /// <summary>Most bytes that the send queues of all rigs together may grow to.</summary>
    public const long MaxQueueBytes = 4L << 30;

    private const int MaxPort = IPEndPoint.MaxPort;

    /// <summary>The plan; null when there are faults, one readable line each.</summary>
    /// <param name="options">Options of the process; each for itself is in its range.</param>
    /// <param name="load">Options of the verb.</param>
    /// <param name="faults">Takes what is wrong.</param>
    public static LoadPlan? Plan(SimulatorOptions options, LoadOptions load, PresetFaults faults)
    {
        RefuseForeign(options, faults);
        RigPreset? preset = Preset(options, load, faults);
        IPEndPoint first = First(load, faults);
        if (preset is not null)
            CheckQueues(preset, options, load, faults);
        return faults.IsEmpty
            ? new LoadPlan(
                preset!,
                load.Rigs,
                options.Seed,
                load.For,
                first,
                load.Wait,
                options.Link.QueueBlocks,
                options.Priority)
            : null;
    }

    private static void RefuseForeign(SimulatorOptions options, PresetFaults faults)
    {
        if (options.Faults.Length > 0)
            faults.Add("Faults", options.Faults, "the rigs of a load have no faults; `run` takes them");
        if (options.Truth.File.Length > 0)
            faults.Add("Truth:File", options.Truth.File, "the rigs of a load write no truth; `run` does");
        if (options.Run.For > 0)
            faults.Add("Run:For", $"{options.Run.For}", "the length of a load is --for");
    }

    private static RigPreset? Preset(SimulatorOptions options, LoadOptions load, PresetFaults faults)
    {
        if (load.Rate > 0 && options.BlocksPerSecond > 0 && load.Rate != options.BlocksPerSecond)
            faults.Add("Rate", $"{load.Rate}, while BlocksPerSecond is {options.BlocksPerSecond}", "give one of them");
        int rate = load.Rate > 0 ? load.Rate : options.BlocksPerSecond;
        if (RigPresets.Load(options.Preset, out string? fault) is not { } found)
        {
            faults.Add("Preset", fault!, "`presets` lists them");
            return null;
        }

        RigPreset preset = PresetChange.Apply(found, rate, options.PointsPerBlock, out fault);
        if (fault is null)
            return preset;
        faults.Add(load.Rate > 0 ? "Rate" : "PointsPerBlock", fault, "0 = as the preset");
        return null;
    }

    private static IPEndPoint First(LoadOptions load, PresetFaults faults)
    {
        if (!LinkEndpoint.TryParse(load.ListenFrom, out IPEndPoint first))
            faults.Add("ListenFrom", $"'{load.ListenFrom}' is not an address", LinkEndpoint.Allowed);
        else if (!IPAddress.IsLoopback(first.Address))
            faults.Add(
                "ListenFrom",
                $"'{load.ListenFrom}' is not a loopback address",
                "tcp://127.0.0.1:PORT or tcp://[::1]:PORT");
        else if (first.Port > 0 && first.Port + load.Rigs - 1 > MaxPort)
            faults.Add(
                "ListenFrom", $"{load.Rigs} rigs would take ports {first.Port} to {first.Port + load.Rigs - 1}",
                $"the last may be {MaxPort}; port 0 takes any free ones");
        return first;
    }

    private static void CheckQueues(RigPreset preset, SimulatorOptions options, LoadOptions load, PresetFaults faults)
    {
        int frame = LinkProtocol.HeaderBytes + LinkBlockHeader.Bytes
            + new SimulatedRig(preset, options.Seed).Description.MaxDocumentBytes;
        long bytes = (long)load.Rigs * options.Link.QueueBlocks * frame;
        if (bytes > MaxQueueBytes)
            faults.Add(
                "Link:QueueBlocks", $"{options.Link.QueueBlocks} for each of {load.Rigs} rigs would be {bytes >> 20} "
                    + $"MiB",
                $"all queues together may take {MaxQueueBytes >> 20} MiB: fewer rigs or fewer blocks");
    }
}
