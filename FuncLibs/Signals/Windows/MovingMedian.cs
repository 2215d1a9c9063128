namespace FuncLibs.Signals.Windows;

/// <summary>The middle one of the last values.</summary>
internal sealed class MovingMedian(int length) : OrderedState("movmedian", length)
{
    protected override double Of(OrderedWindow window, double newest) => window.Median();
}
