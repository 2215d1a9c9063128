using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Tensile;

/// <summary>
/// The proof strength: where the curve first meets the elastic line moved by the offset, straight between two samples.
/// The line is complete before the curve gets there, so no past is stored; a curve that was there already (line up to
/// too great a stress) has none.
/// </summary>
internal struct ProofDetector
{
    private readonly double _offset;
    private long _isFinal;
    private double _stress;

    public ProofDetector(double offsetPercent) => (_offset, _stress) = (offsetPercent / 100, double.NaN);

    /// <summary>True when the curve has met the moved line, or was behind it from the start.</summary>
    public readonly bool IsKnown => _isFinal != 0;

    /// <summary>Index of the sample that showed it.</summary>
    public long Seen { get; private set; }

    /// <summary>Rp in MPa; NaN while or if there is none.</summary>
    public readonly double Stress => _stress;

    public void Add(in ElasticFit line, in TensilePoint last, in TensilePoint point)
    {
        if (IsKnown || !line.IsUsable)
            return;
        double above = point.Stress - line.StressAt(point.Strain - _offset);
        if (above > 0)
            return;
        (_isFinal, Seen) = (1, point.Index);
        double aboveLast = last.Stress - line.StressAt(last.Strain - _offset);
        if (aboveLast > 0)
            _stress = last.Stress + (aboveLast / (aboveLast - above) * (point.Stress - last.Stress));
    }

    public readonly void Save(StateWriter target)
    {
        target.Add(_isFinal);
        target.Add(_stress);
        target.Add(Seen);
    }

    public bool TryLoad(ref StateReader source)
    {
        bool isWhole = source.TryRead(0, 1, out _isFinal) & source.TryRead(out _stress) & source.TryRead(out long seen);
        Seen = seen;
        return isWhole;
    }
}
