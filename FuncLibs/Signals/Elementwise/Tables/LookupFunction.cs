namespace FuncLibs.Signals.Elementwise.Tables;

/// <summary>lookup(x): NaN of NaN, and outside the table unless it clamps.</summary>
internal sealed class LookupFunction(LookupTable table) : ElementwiseFunction("lookup", UnitRule.Declared)
{
    public override double Apply(double x) => table.At(x);

    public override void Apply(ReadOnlySpan<double> source, Span<double> target)
    {
        Unary.MustFit(source, target);
        table.At(source, target);
    }
}
