using System.Collections.Immutable;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Signals;
using FuncLibs.Signals.Expressions.Program;

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
            {
                BlockChannel qualities = block.Channel(BlockGroup.AD, input++);
                qualities.Id = DerivedDescription.QualityIdOf(variable);
                qualities.PointCount = channel.PointCount;
                WriteQualities(plan.Program, variable.Place, qualities.Values[..qualities.PointCount]);
            }
        }

        block.IsValid = true;
    }

    /// <summary>Writes the qualities of a variable as numbers (<see cref="Quality"/>).</summary>
    /// <param name="program">It has just run.</param>
    /// <param name="place">Place of the variable in it.</param>
    /// <param name="codes">Room for them; at most as many as the variable has values.</param>
    public static void WriteQualities(SignalProgram program, int place, Span<double> codes)
    {
        if (program.IsGood(place))
        {
            codes.Clear();
            return;
        }

        ReadOnlySpan<Quality> qualities = program.Qualities(place);
        for (int i = 0; i < codes.Length; i++)
            codes[i] = (double)qualities[i];
    }
}
