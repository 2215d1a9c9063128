using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Windows;

/// <summary>A function of the last values in order of size.</summary>
internal abstract class OrderedState : WindowState
{
    private readonly OrderedWindow _window;

    protected OrderedState(string name, int length, params ReadOnlySpan<double> arguments)
        : base(name, length, arguments) => _window = new OrderedWindow(length);

    /// <inheritdoc/>
    public override long MaxBytes => SmallBytes + ((Length + 1L) * OrderedWindow.BytesAValue);

    protected override void Begin() => _window.Clear();

    protected override void Slide(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        for (int i = 0; i < x.Length; i++)
        {
            double newest = x[i];
            _window.Slide(newest);
            y[i] = _window.HasNaN ? double.NaN : ValueOf(_window, newest);
        }
    }

    /// <summary>The result for a window without NaN.</summary>
    protected abstract double ValueOf(OrderedWindow window, double newest);

    // The values are enough: which place of the ring each one has changes no result.
    protected override void WriteWindow(StateWriter target, long next)
    {
        for (int age = Count - 1; age >= 0; age--)
            target.Add(_window.At(age));
    }

    protected override bool TryReadWindow(ref StateReader source, long next)
    {
        for (int i = 0; i < Count; i++)
        {
            if (!source.TryRead(out double value))
                return false;
            _window.Slide(value);
        }

        return true;
    }
}

/// <summary>The middle one of the last values.</summary>
internal sealed class MovingMedian(int length) : OrderedState("movmedian", length)
{
    protected override double ValueOf(OrderedWindow window, double newest) => window.Median();
}
