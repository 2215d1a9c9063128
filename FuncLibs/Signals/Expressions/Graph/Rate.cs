using System.Globalization;

namespace FuncLibs.Signals.Expressions.Graph;

/// <summary>How often a column has a value.</summary>
/// <param name="Hz">Values a second; 0 where there is one value for the whole test.</param>
/// <param name="Points">Values of a full block: two rates of a stream are to each other as these.</param>
internal readonly record struct Rate(double Hz, int Points)
{
    /// <summary>Of results: one value, as it stands after a block.</summary>
    public static Rate Result => new(0, 1);

    /// <summary>Time between two values in s.</summary>
    public double Interval => 1 / Hz;

    /// <inheritdoc/>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Hz:0.######} Hz");
}
