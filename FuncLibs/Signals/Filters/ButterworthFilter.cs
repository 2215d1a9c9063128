using System.Collections.Immutable;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Filters;

/// <summary>
/// <c>lowpass(x, fc, order)</c> and <c>highpass(x, fc, order)</c>: Butterworth, sections in direct form II transposed. Starts as if the
/// first value had been there for ever, so a constant passes a low-pass, and leaves a high-pass at 0, from the first sample. A value that
/// is not finite gives NaN, and the next one begins anew. Unit of x; fc in Hz.
/// </summary>
/// <remarks>Its quality looks back until the slowest pole faded to 1 %.</remarks>
public sealed class ButterworthFilter : SignalState, IUnaryState
{
    private readonly FilterSection[] _sections;

    // Two of each section.
    private readonly double[] _memory;
    private bool _isRunning;

    private ButterworthFilter(string name, ImmutableArray<FilterSection> sections, double corner, int order, double interval)
        : base(name, QualityRule.Window(Settling.LengthOf(sections.Max(section => section.Radius))), corner, order, interval)
    {
        _sections = [.. sections];
        _memory = new double[2 * sections.Length];
    }

    /// <summary>A low-pass at its start; arguments and exceptions as in <see cref="Butterworth.LowPass"/>.</summary>
    public static ButterworthFilter LowPass(double corner, int order, double interval) =>
        new("lowpass", Butterworth.LowPass(corner, order, interval), corner, order, interval);

    /// <summary>A high-pass at its start; arguments and exceptions as in <see cref="Butterworth.LowPass"/>.</summary>
    public static ButterworthFilter HighPass(double corner, int order, double interval) =>
        new("highpass", Butterworth.HighPass(corner, order, interval), corner, order, interval);

    /// <inheritdoc/>
    public void Apply(long index, ReadOnlySpan<double> x, Span<double> y)
    {
        for (int i = 0; i < x.Length; i++)
        {
            double value = x[i];
            if (!double.IsFinite(value))
            {
                y[i] = double.NaN;
                _isRunning = false;
                continue;
            }

            y[i] = _isRunning ? Next(value) : Start(value);
            _isRunning = double.IsFinite(y[i]);
        }
    }

    /// <inheritdoc/>
    public override void Reset()
    {
        Array.Clear(_memory);
        _isRunning = false;
    }

    /// <inheritdoc/>
    public override void Gap() => Reset();

    private protected override void Write(StateWriter target)
    {
        target.Add(_isRunning ? 1L : 0L);
        target.Add(_memory);
    }

    private protected override bool TryRead(ref StateReader source)
    {
        if (!source.TryTake(0, 1, out long isRunning) || !source.TryTake(_memory, out int count))
            return false;
        _isRunning = isRunning == 1;
        return count == _memory.Length;
    }

    private double Next(double value)
    {
        FilterSection[] sections = _sections;
        double[] memory = _memory;
        for (int i = 0; i < sections.Length; i++)
        {
            ref readonly FilterSection section = ref sections[i];
            double output = (section.B0 * value) + memory[2 * i];
            memory[2 * i] = (section.B1 * value) - (section.A1 * output) + memory[(2 * i) + 1];
            memory[(2 * i) + 1] = (section.B2 * value) - (section.A2 * output);
            value = output;
        }

        return value;
    }

    private double Start(double value)
    {
        for (int i = 0; i < _sections.Length; i++)
        {
            ref readonly FilterSection section = ref _sections[i];
            double output = section.SteadyGain * value;
            _memory[(2 * i) + 1] = (section.B2 * value) - (section.A2 * output);
            _memory[2 * i] = (section.B1 * value) - (section.A1 * output) + _memory[(2 * i) + 1];
            value = output;
        }

        return value;
    }
}
