using Simulator.Plant;
using Simulator.Presets;
using Simulator.Waveforms;

namespace Simulator.Rig;

/// <summary>
/// All plants and furnace zones of a rig, run in lock step. They run in whole steps of the zones, so that the order of
/// the ground truth does not depend on the size of the blocks. One thread; running does not allocate.
/// </summary>
internal sealed class RigPlants
{
    // Beyond the groups of a block, so that no column has the same key.
    private const int NoiseGroup = 16;

    private readonly TickNeeds _needs;

    /// <summary>Makes them, at tick 0.</summary>
    public RigPlants(RigPreset preset, ulong seed, TickNeeds needs)
    {
        _needs = needs;
        int plantTicks = needs.PlantTicks;
        GroundTruths = [.. Enumerable.Range(0, preset.PlantCount).Select(p => GroundTruthOf(preset, p))];
        Plants =
        [
            .. GroundTruths.Select((groundTruth, p) => new PlantRun(
                preset.Axes[p % preset.Axes.Length],
                preset.LoopHz,
                CounterNoise.Key(seed, NoiseGroup, p, 0),
                groundTruth,
                plantTicks)),
        ];
        int zoneSteps = preset.Temp.Channels == 0 ? 1 : needs.ZoneSteps;
        Zones =
        [
            .. Enumerable.Range(0, preset.Temp.Channels)
                .Select(z => new ZoneRun(preset.Temp.Zones[z % preset.Temp.Zones.Length], preset.LoopHz, zoneSteps)),
        ];
    }

    /// <summary>The plants.</summary>
    public PlantRun[] Plants { get; }

    /// <summary>The furnace zones.</summary>
    public ZoneRun[] Zones { get; }

    /// <summary>What is reported of each plant.</summary>
    public PlantGroundTruth[] GroundTruths { get; }

    /// <summary>Ticks that are run.</summary>
    public long Ticks => Plants[0].History.Ticks;

    /// <summary>Restarts at tick 0.</summary>
    public void Restart()
    {
        foreach (PlantRun plant in Plants)
            plant.Restart();
        foreach (ZoneRun zone in Zones)
            zone.Restart();
    }

    /// <summary>Runs on until a tick is there.</summary>
    public void RunTo(long tick)
    {
        while (Ticks <= tick)
        {
            foreach (PlantRun plant in Plants)
                plant.Run(FurnaceZone.LoopDivisor);
            foreach (ZoneRun zone in Zones)
                zone.Run();
        }
    }

    /// <summary>Runs on as far as a part of a block needs.</summary>
    public void RunTo(BlockPart part) =>
        RunTo(Math.Max(_needs.Plants(part).Newest, _needs.Zones(part).Newest * FurnaceZone.LoopDivisor));

    /// <summary>False when ticks that a part needs are gone.</summary>
    public bool Reaches(BlockPart part) =>
        _needs.Plants(part).Oldest >= Ticks - Plants[0].History.Capacity
        && (Zones.Length == 0 || _needs.Zones(part).Oldest >= Zones[0].History.Ticks - Zones[0].History.Capacity);

    private static PlantGroundTruth GroundTruthOf(RigPreset preset, int plant)
    {
        ExcursionDetector[] watches =
        [
            .. preset.Excursions.Where(e => PlantOf(preset, e) == plant).Select(e => new ExcursionDetector(e)),
        ];
        double[] reversalBands = ReversalBands.Get(preset.Axes[plant % preset.Axes.Length].Command);
        return new PlantGroundTruth($"servo{plant + 1}", preset.BaseRateHz, preset.LoopHz, watches, reversalBands);
    }

    private static int PlantOf(RigPreset preset, ExcursionPreset excursion) =>
        excursion.TryChannel(preset.Servo.Channels, out int channel) ? channel % preset.PlantCount : -1;
}
