using FuncLibs.Signals.Elementwise;

namespace Benchmarks.Signals;

/// <summary>A kernel and the loop it is held against.</summary>
/// <param name="Name">Name of the figure.</param>
/// <param name="Goal">How many times faster it has to be; 0 for never slower.</param>
/// <param name="Kernel">Fills the target from the columns, by the library.</param>
/// <param name="Loop">The same, by the plain loop.</param>
internal sealed record KernelBenchmark(string Name, double Goal, KernelBenchmark.Fill Kernel, KernelBenchmark.Fill Loop)
{
    /// <summary>Fills a column from up to three others.</summary>
    public delegate void Fill(Columns columns, double[] target);

    public delegate void UnaryLoop(ReadOnlySpan<double> x, Span<double> y);

    public delegate void BinaryLoop(ReadOnlySpan<double> a, ReadOnlySpan<double> b, Span<double> y);

    public delegate void TernaryLoop(
        ReadOnlySpan<double> a, ReadOnlySpan<double> b, ReadOnlySpan<double> c, Span<double> y);

    public delegate void NumberLoop(ReadOnlySpan<double> a, double b, Span<double> y);

    public delegate void NumbersLoop(ReadOnlySpan<double> a, double b, double c, Span<double> y);

    public static KernelBenchmark Create(string name, double goal, ElementwiseFunction kernel, UnaryLoop loop) => new(
        name, goal, (columns, target) => kernel.Apply(columns.A, target), (columns, target) => loop(columns.A, target));

    public static KernelBenchmark Create(string name, double goal, BinaryFunction kernel, BinaryLoop loop) => new(
        name,
        goal,
        (columns, target) => kernel.Apply(columns.A, columns.B, target),
        (columns, target) => loop(columns.A, columns.B, target));

    /// <summary>A column against <see cref="Columns.Number"/>.</summary>
    public static KernelBenchmark OfNumber(string name, double goal, BinaryFunction kernel, NumberLoop loop) => new(
        name,
        goal,
        (columns, target) => kernel.Apply(columns.A, Columns.Number, target),
        (columns, target) => loop(columns.A, Columns.Number, target));

    /// <summary>A column clamped or scaled by <see cref="Columns.Number"/> and <see cref="Columns.Above"/>.</summary>
    public static KernelBenchmark OfNumbers(string name, double goal, TernaryFunction kernel, NumbersLoop loop) => new(
        name,
        goal,
        (columns, target) => kernel.Apply(
            Operand.From(columns.A), Operand.From(Columns.Number), Operand.From(Columns.Above), target),
        (columns, target) => loop(columns.A, Columns.Number, Columns.Above, target));

    public static KernelBenchmark Create(string name, double goal, TernaryFunction kernel, TernaryLoop loop) => new(
        name,
        goal,
        (columns, target) => kernel.Apply(
            Operand.From(columns.A), Operand.From(columns.B), Operand.From(columns.C), target),
        (columns, target) => loop(columns.A, columns.B, columns.C, target));
}
