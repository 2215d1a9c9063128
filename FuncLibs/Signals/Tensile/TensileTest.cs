using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Tensile;

/// <summary>
/// All results of one tensile test from its samples as they come: stress in MPa, strain as a ratio, in the order of time, loaded once
/// until it breaks. A few numbers are kept whatever the length of the test, and no curve: each result needs only what is behind the
/// present sample. What comes after the break is passed over.
/// </summary>
/// <remarks>
/// A sample in which either value is not finite is passed over. A gap changes nothing; what it hides is taken as a straight line. With
/// noise, greatest and first values (Rm, ReH, the strain of Ag) are those of single samples: filter first where that matters.
/// </remarks>
public sealed class TensileTest
{
    private const double MegapascalPerGigapascal = 1000;
    private readonly TensileOptions _options;
    private ElasticFit _line;
    private ProofDetector _proof;
    private YieldDetector _yield;
    private BreakDetector _break;
    private TensilePoint _last;
    private long _samples;

    /// <summary>A test before its first sample.</summary>
    /// <exception cref="ArgumentException">The options have a <see cref="TensileOptions.Fault"/>.</exception>
    public TensileTest(TensileOptions options)
    {
        if (options.Fault() is string fault)
            throw new ArgumentException(fault, nameof(options));
        _options = options;
        Reset();
    }

    /// <summary>True when the specimen has broken: every result is final.</summary>
    public bool IsBroken => _break.IsBroken;

    /// <summary>Takes one sample in.</summary>
    /// <param name="index">Index among all points of its channel.</param>
    /// <param name="stress">MPa.</param>
    /// <param name="strain">A ratio.</param>
    public void Take(long index, double stress, double strain)
    {
        if (!double.IsFinite(stress) || !double.IsFinite(strain) || _break.IsBroken)
            return;
        double energy = _samples == 0 ? 0 : _last.Energy + (((_last.Stress / 2) + (stress / 2)) * (strain - _last.Strain));
        var point = new TensilePoint(index, strain, stress, energy);
        TensilePoint last = _samples == 0 ? point : _last;
        _break.Take(in last, in point);
        if (!_break.IsBroken)
        {
            _line.Take(strain, stress);
            _proof.Take(in _line, in last, in point);
            _yield.Take(strain, stress);
        }

        _last = point;
        _samples++;
    }

    /// <summary>A result as it stands, in the unit <see cref="TensileQuantity"/> says; NaN while or if there is none.</summary>
    public double Value(TensileQuantity quantity) => quantity switch
    {
        TensileQuantity.ElasticModulus => _line.IsUsable ? _line.Slope / MegapascalPerGigapascal : double.NaN,
        TensileQuantity.ProofStrength => _proof.Stress,
        TensileQuantity.UpperYieldStrength => _yield.Upper,
        TensileQuantity.LowerYieldStrength => _yield.Lower,
        TensileQuantity.TensileStrength => _break.Greatest.Stress > 0 ? _break.Greatest.Stress : double.NaN,
        TensileQuantity.UniformElongation => Plastic(_break.Greatest),
        TensileQuantity.Elongation => IsBroken ? Plastic(_break.Break) : double.NaN,
        TensileQuantity.Energy => Newest().Energy,
        TensileQuantity.TotalElongation => IsBroken ? 100 * _break.Break.Strain : double.NaN,
        _ => IsBroken ? _break.Break.Index : double.NaN,
    };

    /// <summary>True when no further sample can change the result.</summary>
    public bool IsFinal(TensileQuantity quantity) => IsBroken || quantity switch
    {
        TensileQuantity.ElasticModulus => _line.IsComplete,
        TensileQuantity.ProofStrength => _proof.IsFinal || (_line.IsComplete && !_line.IsUsable),
        TensileQuantity.UpperYieldStrength => _yield.IsUpperFinal,
        TensileQuantity.LowerYieldStrength => _yield.IsLowerFinal,
        _ => false,
    };

    /// <summary>Why a result has no value, one line with what to do; null when it has one.</summary>
    public string? Missing(TensileQuantity quantity)
    {
        if (!double.IsNaN(Value(quantity)))
            return null;
        if (!IsFinal(quantity))
            return "The test has not got that far yet.";
        return quantity switch
        {
            TensileQuantity.UpperYieldStrength or TensileQuantity.LowerYieldStrength =>
                "The curve has no yield point; take a proof strength.",
            TensileQuantity.ProofStrength when _line.IsUsable =>
                "The curve does not meet the offset line behind the elastic range; "
                + "end the elastic range at a smaller stress, or the specimen broke before it yielded.",
            _ => "There is no elastic line: fewer than 3 samples, or no rising strain, "
                + $"from {_options.ElasticFrom} to {_options.ElasticTo} MPa; check this range and the extensometer.",
        };
    }

    /// <summary>Back to before the first sample.</summary>
    public void Reset()
    {
        _line = new ElasticFit(_options.ElasticFrom, _options.ElasticTo);
        _proof = new ProofDetector(_options.OffsetPercent);
        _yield = new YieldDetector(_options);
        _break = new BreakDetector(_options);
        (_last, _samples) = (default, 0);
    }

    /// <summary>Writes the test.</summary>
    public void Save(StateWriter target)
    {
        _line.Save(target);
        _proof.Save(target);
        _yield.Save(target);
        _break.Save(target);
        _last.Save(target);
        target.Add(_samples);
    }

    /// <summary>Reads a test with the same options.</summary>
    /// <returns>False when the bytes do not fit; the test is then as after <see cref="Reset"/>.</returns>
    public bool TryLoad(ref StateReader source)
    {
        bool isWhole = _line.TryLoad(ref source) && _proof.TryLoad(ref source) && _yield.TryLoad(ref source) && _break.TryLoad(ref source)
            && TensilePoint.TryLoad(ref source, out _last) && source.TryTake(0, long.MaxValue, out _samples);
        if (!isWhole)
            Reset();
        return isWhole;
    }

    private TensilePoint Newest() => IsBroken ? _break.Break : _last;

    private double Plastic(in TensilePoint point) => _line.IsUsable ? 100 * _line.PlasticStrain(in point) : double.NaN;
}
