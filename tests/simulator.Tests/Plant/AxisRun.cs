using Simulator.Plant;
using Simulator.Presets;

namespace Simulator.Tests.Plant;

/// <summary>An axis with what it said at each tick.</summary>
internal sealed class AxisRun
{
    private readonly double[] _quantities = new double[AxisQuantities.Count];
    private readonly List<double>[] _columns =
    [
        .. Enumerable.Range(0, AxisQuantities.Count).Select(_ => new List<double>()),
    ];

    public AxisRun(AxisPreset preset, double loopHz)
    {
        LoopHz = loopHz;
        Axis = new Axis(preset, loopHz, 1, Observe);
    }

    public double LoopHz { get; }

    public Axis Axis { get; }

    public RecordingObserver Observe { get; } = new();

    public int Ticks => _columns[0].Count;

    public List<double> this[AxisQuantity quantity] => _columns[(int)quantity];

    public AxisRun Go(double seconds)
    {
        for (long n = (long)(seconds * LoopHz); n > 0; n--)
        {
            Axis.Step(_quantities);
            for (int i = 0; i < _quantities.Length; i++)
                _columns[i].Add(_quantities[i]);
        }

        return this;
    }

    public AxisRun GoUntil(Func<bool> reached, double maxSeconds)
    {
        const double Part = 0.01;
        for (double at = 0; at < maxSeconds && !reached(); at += Part)
            Go(Part);
        reached().ShouldBeTrue($"within {maxSeconds} s");
        return this;
    }
}
