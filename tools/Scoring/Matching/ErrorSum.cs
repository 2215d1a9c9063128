namespace Tools.Scoring.Matching;

/// <summary>Worst and root mean square of errors, as they come. A mutable value, kept by its owner in a field.</summary>
internal struct ErrorSum
{
    private double _worst;
    private double _squares;
    private long _count;

    public readonly double Worst => _count == 0 ? double.NaN : _worst;

    public readonly double Rms => _count == 0 ? double.NaN : Math.Sqrt(_squares / _count);

    public void Add(double error)
    {
        _worst = Math.Max(_worst, Math.Abs(error));
        _squares += error * error;
        _count++;
    }
}
