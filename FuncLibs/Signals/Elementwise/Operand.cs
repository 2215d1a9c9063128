using System.Diagnostics.CodeAnalysis;

namespace FuncLibs.Signals.Elementwise;

/// <summary>What a function is applied to: a column, or one number that stands for every value of one.</summary>
public readonly ref struct Operand
{
    private Operand(ReadOnlySpan<double> column, double number, bool isNumber)
    {
        Column = column;
        Number = number;
        IsNumber = isNumber;
    }

    /// <summary>The values; empty for a number.</summary>
    public ReadOnlySpan<double> Column { get; }

    /// <summary>The number; 0 for a column.</summary>
    public double Number { get; }

    /// <summary>True for a number.</summary>
    public bool IsNumber { get; }

    /// <summary>A column.</summary>
    public static Operand From(ReadOnlySpan<double> column) => new(column, 0, isNumber: false);

    /// <summary>One number.</summary>
    public static Operand From(double number) => new([], number, isNumber: true);

    /// <summary>Holds a column against the target it is to be computed into.</summary>
    /// <exception cref="ArgumentException">The column has another length, or overlaps the target at another
    /// place.</exception>
    internal void MustFit(Span<double> target)
    {
        if (!IsNumber && Column.Length != target.Length)
            ThrowLength(target.Length, Column.Length);
        if (Column.Overlaps(target, out int shift) && shift != 0)
            ThrowOverlap();
    }

    [DoesNotReturn]
    private static void ThrowLength(int target, int column) =>
        throw new ArgumentException($"The target holds {target} values, a column has {column}.", nameof(target));

    [DoesNotReturn]
    private static void ThrowOverlap() =>
        throw new ArgumentException(
            "The target overlaps a column at another place; only in place is allowed.", "target");
}
