using System.Collections.Immutable;
using FuncLibs.Signals.Expressions.Graph;

namespace FuncLibs.Signals.Expressions.Programs.Memory;

/// <summary>All columns of one rate, and how many values they have in the block at work.</summary>
/// <param name="rate">The rate.</param>
/// <param name="inputs">The columns of the source that have it; together they say how long a block is.</param>
/// <param name="columns">The columns of the program that have it.</param>
internal sealed class RateGroup(Rate rate, ImmutableArray<int> inputs, ImmutableArray<int> columns)
{
    /// <summary>The rate.</summary>
    public Rate Rate { get; } = rate;

    /// <summary>Values in this block.</summary>
    public int Count { get; private set; }

    /// <summary>Index of the first of them since the stream began.</summary>
    public long FirstIndex { get; private set; }

    /// <summary>Begins a block: as many values as the longest input has.</summary>
    public void Begin(InputBank inputBank, ColumnBank columnBank)
    {
        Count = Rate == Rate.Result ? 1 : 0;
        foreach (int input in inputs)
            Count = Math.Max(Count, inputBank.LengthOf(input));
        FirstIndex = inputs.IsEmpty ? 0 : inputBank.FirstIndex(inputs[0]);
        foreach (int input in inputs)
            inputBank.Begin(input, Count);
        foreach (int column in columns)
            columnBank.Begin(column, Count);
    }
}
