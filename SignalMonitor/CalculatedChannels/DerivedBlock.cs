using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Signals;

namespace SignalMonitor.CalculatedChannels;

/// <summary>
/// Puts what a program computed into a block: the variables that are columns as analogue inputs. Does not allocate.
/// </summary>
internal static class DerivedBlock
{
    /// <summary>Fills a cleared block of the form of a plan.</summary>
    /// <param name="block">The block.</param>
    /// <param name="plan">Its program has just run.</param>
    /// <param name="firstSample">Base index of the first sample of the block it ran over.</param>
    public static void Fill(CDataBlock block, VariablePlan plan, long firstSample)
    {
        block.FirstSampleIndex = firstSample;
        block.SampleRateHz = plan.Stream.BaseRateHz;
        ImmutableArray<ChannelDescription> described = plan.Derived!.Description.AD;
        block.SetGroup(BlockGroup.AD, described.Length);
        int input = 0;
        foreach (RunningVariable variable in plan.Variables)
        {
            if (!variable.IsRunning || variable.Points == 0)
                continue;
            if (input == described.Length)
                break;
            ReadOnlySpan<double> values = plan.Program.Values(variable.Place);
            BlockChannel channel = block.Channel(BlockGroup.AD, input++);
            channel.Id = (int)variable.Definition.Id;
            channel.PointCount = Math.Min(values.Length, variable.Points);
            values[..channel.PointCount].CopyTo(channel.Values);
            if (input < described.Length && described[input].Id == DerivedDescription.QualityIdOf(variable))
                FillQualities(block.Channel(BlockGroup.AD, input++), variable, plan, channel.PointCount);
        }

        block.IsValid = true;
    }

    private static void FillQualities(BlockChannel channel, RunningVariable variable, VariablePlan plan, int points)
    {
        channel.Id = DerivedDescription.QualityIdOf(variable);
        channel.PointCount = points;
        if (plan.Program.IsGood(variable.Place))
        {
            channel.Values.Clear();
            return;
        }

        ReadOnlySpan<Quality> qualities = plan.Program.Qualities(variable.Place);
        for (int i = 0; i < points; i++)
            channel.Values[i] = (double)qualities[i];
    }
}
