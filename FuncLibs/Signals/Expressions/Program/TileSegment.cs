using System.Collections.Immutable;

namespace FuncLibs.Signals.Expressions.Program;

/// <summary>Steps of one rate that run together over each tile of a block.</summary>
/// <param name="group">Their rate.</param>
/// <param name="inputs">Columns of the source they read.</param>
/// <param name="steps">In the order they run.</param>
internal sealed class TileSegment(RateGroup group, ImmutableArray<int> inputs, ImmutableArray<TileStep> steps)
{
    /// <summary>The steps, in the order they run.</summary>
    public ImmutableArray<TileStep> Steps { get; } = steps;

    /// <summary>Runs all steps over a block; does not allocate.</summary>
    public void Run(InputBank inputBank, TileFrame frame)
    {
        for (int start = 0; start < group.Count; start += Tile.Length)
        {
            int count = Math.Min(Tile.Length, group.Count - start);
            frame.MoveTo(start, count, group.FirstIndex + start);
            foreach (int input in inputs)
                inputBank.Grade(input, start, count);
            foreach (TileStep step in Steps)
                step.Run(frame);
        }
    }
}
