using System.Collections.Immutable;
using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Filters;

/// <summary>
/// <c>lowpass(x, fc, order)</c> and <c>highpass(x, fc, order)</c>: Butterworth, sections as state variable filters with
/// trapezoidal integrators. Starts as if the first value had been there for ever, so a constant passes a low-pass, and
/// leaves a high-pass at 0, from the first sample. A value that is not finite gives NaN, and the next one restarts it.
/// Unit of x; fc in Hz.
/// </summary>
/// <remarks>
/// The transfer function is that of <see cref="Butterworth"/>. Its direct forms lose the digits of a slow filter: at
/// 1e-6 of the sampling rate a constant drifts by 1e-5. Here the integrators hold the output itself, and a constant is
/// a state that does not change (Zavalishin, The Art of VA Filter Design, 2018, chapters 3 and 4). Its quality looks
/// back until the slowest pole faded to 1 %.
/// </remarks>
public sealed class ButterworthFilter : SignalState, IUnaryState
{
    // Second form of the saved state: 0.1.0 saved the memory of direct forms.
    private const double Form = 2;
    private const string HighName = "highpass";
    private readonly Section[] _sections;
    private readonly bool _isHigh;

    // Two integrators of each section.
    private readonly double[] _memory;
    private bool _isRunning;

    private ButterworthFilter(
        string name, ImmutableArray<FilterSection> sections, double corner, int order, double interval)
        : base(
            name, QualityRule.Window(Settling.LengthOf(sections.Max(section => section.Radius))),
            corner, order, interval, Form)
    {
        _sections = [.. sections.Select(section => new Section(section))];
        _isHigh = name == HighName;
        _memory = new double[2 * sections.Length];
    }

    /// <summary>A low-pass at its start; arguments and exceptions as in <see cref="Butterworth.LowPass"/>.</summary>
    public static ButterworthFilter LowPass(double corner, int order, double interval) =>
        new("lowpass", Butterworth.LowPass(corner, order, interval), corner, order, interval);

    /// <summary>A high-pass at its start; arguments and exceptions as in <see cref="Butterworth.LowPass"/>.</summary>
    public static ButterworthFilter HighPass(double corner, int order, double interval) =>
        new(HighName, Butterworth.HighPass(corner, order, interval), corner, order, interval);

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
        if (!source.TryRead(0, 1, out long isRunning) || !source.TryRead(_memory, out int count))
            return false;
        _isRunning = isRunning == 1;
        return count == _memory.Length;
    }

    private double Next(double value)
    {
        Section[] sections = _sections;
        double[] memory = _memory;
        for (int i = 0; i < sections.Length; i++)
        {
            ref readonly Section section = ref sections[i];
            ref double first = ref memory[2 * i];
            ref double second = ref memory[(2 * i) + 1];
            double away = value - second;
            double low = second + ((section.A2 * first) + (section.A3 * away));
            value = _isHigh ? value - low - (section.Damping * ((section.A1 * first) + (section.A2 * away))) : low;

            // first = 2 band - first and second = 2 low - second, written so that the next sample waits for less.
            (first, second) = (
                (section.Keep * first) + (section.TwiceA2 * away),
                second + ((section.TwiceA2 * first) + (section.TwiceA3 * away)));
        }

        return value;
    }

    // A constant: nothing moves, the low-pass holds it and the high-pass gives 0.
    private double Start(double value)
    {
        for (int i = 0; i < _sections.Length; i++)
        {
            (_memory[2 * i], _memory[(2 * i) + 1]) = (0, value);
            value = _isHigh ? 0 : value;
        }

        return value;
    }

    // band = A1 first + A2 away. Of first order: low = second + G away with G = K / (1 + K), and band and first stay 0.
    private readonly struct Section
    {
        public Section(FilterSection section)
        {
            double k = section.Corner;
            double whole = 1 / (1 + (k * (k + section.Damping)));
            bool isFirstOrder = section.Damping == 0;
            (A1, A2, A3) = isFirstOrder ? (0, 0, k / (1 + k)) : (whole, k * whole, k * k * whole);
            (Keep, TwiceA2, TwiceA3) = ((2 * A1) - 1, 2 * A2, 2 * A3);
            Damping = section.Damping;
        }

        public double A1 { get; }

        public double A2 { get; }

        public double A3 { get; }

        public double Keep { get; }

        public double TwiceA2 { get; }

        public double TwiceA3 { get; }

        public double Damping { get; }
    }
}
