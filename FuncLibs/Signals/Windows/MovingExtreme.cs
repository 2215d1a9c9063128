using FuncLibs.Signals.Stateful;
using FuncLibs.Signals.Windows.Folds;

namespace FuncLibs.Signals.Windows;

/// <summary>The least or the greatest of the last values.</summary>
internal sealed class MovingExtreme<TFold>(string name, int length) : WindowState(name, length)
    where TFold : struct, IFold
{
    private readonly WindowFold _fold = WindowFold.Of<TFold>(length);

    protected override void Begin() => _fold.Begin();

    protected override void Slide(long index, ReadOnlySpan<double> x, Span<double> y) => _fold.Apply(index, x, y, areFull: false);

    protected override void WriteWindow(StateWriter target, long next) => _fold.Write(target, next);

    protected override bool TryReadWindow(ref StateReader source, long next) => _fold.TryRead(ref source, next);
}
