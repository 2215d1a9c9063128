using FuncLibs.Blocks;

namespace Simulator.Rig;

/// <summary>The digital lines. Input 1: hydraulics on at all plants; 2: interlock, 3: at a limit, 4: specimen broken,
/// at any. All others are patterns.</summary>
internal static class RigBits
{
    private const int Periods = 6;
    private const int StepsPerSecond = 4;

    /// <summary>Fills both groups with what holds at the first sample of a block.</summary>
    /// <param name="block">The block; its first index is set.</param>
    /// <param name="plants">The plants.</param>
    /// <param name="tick">The tick of the first sample.</param>
    /// <param name="lines">Lines in and out.</param>
    /// <param name="baseRateHz">Rate of the base clock.</param>
    public static void Fill(CDataBlock block, PlantRun[] plants, long tick, (int In, int Out) lines, long baseRateHz)
    {
        long step = (long)((Int128)block.FirstSampleIndex * StepsPerSecond / baseRateHz);
        Pattern(block, BitGroup.In, lines.In, step);
        Pattern(block, BitGroup.Out, lines.Out, ~step);
        PlantState all = PlantState.Hydraulics;
        PlantState any = PlantState.None;
        foreach (PlantRun plant in plants)
        {
            all &= plant.StateAt(tick);
            any |= plant.StateAt(tick);
        }

        Set(block, 0, lines.In, (all & PlantState.Hydraulics) != 0);
        Set(block, 1, lines.In, (any & PlantState.Interlock) != 0);
        Set(block, 2, lines.In, (any & PlantState.AtLimit) != 0);
        Set(block, 3, lines.In, (any & PlantState.Broken) != 0);
    }

    private static void Set(CDataBlock block, int line, int lines, bool value)
    {
        if (line < lines)
            block.SetBit(BitGroup.In, line, value);
    }

    // Line i is a binary counter's bit i % 6 of the time in quarters of a second: periods of 0.5 s to 16 s.
    private static void Pattern(CDataBlock block, BitGroup group, int lines, long step)
    {
        block.SetBits(group, lines);
        block.BitBytes(group).Clear();
        for (int i = 0; i < lines; i++)
            block.SetBit(group, i, ((step >> (i % Periods)) & 1) != 0);
    }
}
