using FuncLibs.Blocks;

namespace SignalMonitor.Computation.Variables;

/// <summary>Puts what a program computed into a block: the variables that are columns as analogue inputs. Takes no memory.</summary>
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
        block.SetGroup(BlockGroup.AD, plan.Derived!.Description.AD.Length);
        int input = 0;
        foreach (RunningVariable variable in plan.Variables)
        {
            if (!variable.IsRunning || variable.Points == 0)
                continue;
            ReadOnlySpan<double> values = plan.Program.Values(variable.Place);
            BlockChannel channel = block.Channel(BlockGroup.AD, input++);
            channel.Id = (int)variable.Definition.Id;
            channel.PointCount = Math.Min(values.Length, variable.Points);
            values[..channel.PointCount].CopyTo(channel.Values);
        }

        block.IsValid = true;
    }
}
