using System.Collections.Immutable;
using System.Globalization;

namespace FuncLibs.Signals.Expressions.Program;

/// <summary>All columns of one rate, and how many values they have in the current block.</summary>
/// <param name="rate">The rate.</param>
/// <param name="inputs">The columns of the source that have it; together they give the length of a block.</param>
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

/// <summary>How often a column has a value.</summary>
/// <param name="Hz">Values a second; 0 where there is one value for the whole test.</param>
/// <param name="Points">Values of a full block: two rates of a stream are to each other as these.</param>
internal readonly record struct Rate(double Hz, int Points)
{
    /// <summary>Of results: one value, as it is after a block.</summary>
    public static Rate Result => new(0, 1);

    /// <summary>Time between two values in s.</summary>
    public double Interval => 1 / Hz;

    /// <inheritdoc/>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Hz:0.######} Hz");
}
