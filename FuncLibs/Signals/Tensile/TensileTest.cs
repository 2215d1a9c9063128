using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Tensile;

/// <summary>
/// All results of one tensile test from its samples as they come: stress in MPa, strain as a ratio, in the order of
/// time, loaded once until it breaks. A few numbers are kept whatever the length of the test, and no curve: each result
/// needs only what is after the present sample. What comes after the break is passed over.
/// </summary>
/// <remarks>
/// A sample in which either value is not finite is passed over, and so is one at which the loaded specimen carries no
/// stress: a dropout or the break, which is known later. A gap changes nothing; what it hides is taken as a straight
/// line. With noise, greatest and first values (Rm, ReH, the strain of Ag) are those of single samples: filter first
/// where that matters.
/// </remarks>
public sealed class TensileTest
{
    private const double MegapascalPerGigapascal = 1000;
    private const string TooEarly = "The test has not got that far yet.";
    private const string NoYieldPoint = "The curve has no yield point; take a proof strength.";

    private const string NotMet = "The curve does not meet the offset line after the elastic range; "
        + "end the elastic range at a smaller stress, or the specimen broke before it yielded.";

    private readonly TensileOptions _options;
    private readonly BreakDetector _break;

    // Made once: a reason is requested on the block path.
    private readonly string _notBroken;
    private readonly string _noLine;
    private readonly string _bentLine;
    private ElasticFit _line;
    private ProofDetector _proof;
    private YieldDetector _yield;
    private StrengthDetector _strength;
    private NoiseEstimate _noise;
    private TensilePoint _last;
    private long _samples;

    /// <summary>A test before its first sample.</summary>
    /// <exception cref="ArgumentException">The options have a <see cref="TensileOptions.Fault"/>.</exception>
    public TensileTest(TensileOptions options)
    {
        if (options.Fault() is string fault)
            throw new ArgumentException(fault, nameof(options));
        (_options, _break) = (options, new BreakDetector(options));
        string range = FormattableString.Invariant($"from {options.ElasticFrom:G6} to {options.ElasticTo:G6} MPa");
        _noLine = $"There is no elastic line: fewer than 3 samples, or no rising strain, {range}; "
            + "check this range and the extensometer.";
        _bentLine = $"There is no elastic line: the curve is not straight {range}, "
            + "its slope falls there by more than a fifth; end the range well below the proof strength.";
        _notBroken = "The specimen has not broken: "
            + FormattableString.Invariant($"after at least {options.LoadedFrom:G6} MPa (loaded) ")
            + "the stress has not come down to "
            + FormattableString.Invariant($"{100 * options.BrokenAt:G6} % of its greatest (broken_at).");
        Reset();
    }

    /// <summary>True when the specimen has broken: every result is final.</summary>
    public bool IsBroken => _break.IsBroken;

    /// <summary>Takes one sample in.</summary>
    /// <param name="index">Index among all points of its channel.</param>
    /// <param name="stress">MPa.</param>
    /// <param name="strain">A ratio.</param>
    public void Add(long index, double stress, double strain)
    {
        if (!double.IsFinite(stress) || !double.IsFinite(strain) || _break.IsBroken)
            return;
        double energy =
            _samples == 0 ? 0 : _last.Energy + (((_last.Stress / 2) + (stress / 2)) * (strain - _last.Strain));
        var point = new TensilePoint(index, strain, stress, energy);
        TensilePoint last = _samples == 0 ? point : _last;
        _break.Add(in last, in point);
        if (_break.IsLow)
            return;
        _noise.Take(stress);
        _line.Add(strain, stress);
        _proof.Add(in _line, in last, in point);
        _yield.Add(in point, _noise.Span);
        _strength.Add(in point, _noise.Span);
        _last = point;
        _samples++;
    }

    /// <summary>
    /// A result as it is, in the unit of <see cref="TensileQuantity"/>; NaN while or if there is none. While the
    /// stress is down and the break is not certain, the results are those of a specimen that broke.
    /// </summary>
    public double Value(TensileQuantity quantity) => quantity switch
    {
        TensileQuantity.ElasticModulus => _line.IsUsable ? _line.Slope / MegapascalPerGigapascal : double.NaN,
        TensileQuantity.ProofStrength => _break.IsInFall(_proof.Seen) ? double.NaN : _proof.Stress,
        TensileQuantity.UpperYieldStrength => _break.IsInFall(_yield.UpperSeen) ? double.NaN : _yield.Upper,
        TensileQuantity.LowerYieldStrength =>
            _break.IsInFall(_yield.UpperSeen) || _break.IsInFall(_yield.LowerSeen) ? double.NaN : _yield.Lower,
        TensileQuantity.TensileStrength => Maximum.Stress > 0 ? Maximum.Stress : double.NaN,
        TensileQuantity.UniformElongation => Plastic(Maximum),
        TensileQuantity.Elongation => _break.IsLow ? Plastic(_break.Start) : double.NaN,
        TensileQuantity.Energy => _break.IsLow ? _break.Start.Energy : _last.Energy,
        TensileQuantity.TotalElongation => _break.IsLow ? 100 * _break.Start.Strain : double.NaN,
        _ => _break.IsLow ? _break.Start.Index : double.NaN,
    };

    /// <summary>True when no further sample can change the result.</summary>
    public bool IsFinal(TensileQuantity quantity) => IsBroken || quantity switch
    {
        TensileQuantity.ElasticModulus => _line.IsComplete,
        TensileQuantity.ProofStrength => HasNoLine || (_proof.IsKnown && IsSettled(_proof.Seen)),
        TensileQuantity.UpperYieldStrength => _yield.IsUpperKnown && IsSettled(_yield.UpperSeen),
        TensileQuantity.LowerYieldStrength => _yield.IsLowerKnown && IsSettled(_yield.Newest),
        _ => false,
    };

    /// <summary>Why a result has no value, one line with what to do; null when it has one. Does not allocate.</summary>
    public string? Missing(TensileQuantity quantity)
    {
        if (!double.IsNaN(Value(quantity)))
            return null;
        if (HasNoLine && quantity is TensileQuantity.ElasticModulus or TensileQuantity.ProofStrength
            or TensileQuantity.UniformElongation or TensileQuantity.Elongation)
            return _line.IsBent ? _bentLine : _noLine;
        if (!IsFinal(quantity))
        {
            bool needsBreak = quantity is TensileQuantity.Elongation or TensileQuantity.TotalElongation
                or TensileQuantity.BreakIndex;
            return needsBreak ? _notBroken : TooEarly;
        }

        return quantity switch
        {
            TensileQuantity.UpperYieldStrength or TensileQuantity.LowerYieldStrength => NoYieldPoint,
            TensileQuantity.ProofStrength when _line.IsUsable => NotMet,
            _ => _noLine,
        };
    }

    /// <summary>Back to before the first sample.</summary>
    public void Reset()
    {
        _line = new ElasticFit(_options);
        _proof = new ProofDetector(_options.OffsetPercent);
        _yield = new YieldDetector(_options);
        _strength = new StrengthDetector(_options);
        _break.Reset();
        (_noise, _last, _samples) = (default, default, 0);
    }

    /// <summary>Writes the test.</summary>
    public void Save(StateWriter target)
    {
        _line.Save(target);
        _proof.Save(target);
        _yield.Save(target);
        _strength.Save(target);
        _noise.Save(target);
        _break.Save(target);
        _last.Save(target);
        target.Add(_samples);
    }

    /// <summary>Reads a test with the same options.</summary>
    /// <returns>False when the bytes do not fit; the test is then as after <see cref="Reset"/>.</returns>
    public bool TryLoad(ref StateReader source)
    {
        bool isWhole = _line.TryLoad(ref source) && _proof.TryLoad(ref source) && _yield.TryLoad(ref source)
            && _strength.TryLoad(ref source) && _noise.TryLoad(ref source) && _break.TryLoad(ref source)
            && TensilePoint.TryLoad(ref source, out _last) && source.TryRead(0, long.MaxValue, out _samples);
        if (!isWhole)
            Reset();
        return isWhole;
    }

    private bool HasNoLine => _line.IsComplete && !_line.IsUsable;

    private TensilePoint Maximum => _strength.Maximum(_break);

    // What was seen in the fall of a break is none: it is final when the stress has not gone down since.
    private bool IsSettled(long seen) => !_break.IsLow && _last.Index - seen >= _options.BrokenFor;

    private double Plastic(in TensilePoint point) => _line.IsUsable ? 100 * _line.PlasticStrain(in point) : double.NaN;

    /// <summary>
    /// White noise of the newest 200 samples or so, from second differences: those of a smooth curve are small. The
    /// mean of their roots is taken, which single steps hardly change.
    /// </summary>
    private struct NoiseEstimate
    {
        private const long Memory = 200;

        // For normal noise of deviation 1 a second difference has deviation sqrt(6), and the mean of the roots of its
        // magnitude squared is 0.676 of that.
        private const double OfDeviation = 0.676 * 2.4495;

        // From the least to the greatest of a million samples are 10 deviations; 0.5 % are there beside it.
        private const double Deviations = 8;
        private double _before;
        private double _last;
        private double _meanRoot;
        private long _count;

        /// <summary>What noise can make of a constant stress, from least to greatest, MPa.</summary>
        public readonly double Span => Deviations / OfDeviation * _meanRoot * _meanRoot;

        public void Take(double stress)
        {
            if (_count >= 2)
            {
                double root = Math.Sqrt(Math.Abs(stress - (2 * _last) + _before));
                _meanRoot += (root - _meanRoot) * (_count > Memory ? 1.0 / Memory : 1.0 / (_count - 1));
            }

            (_before, _last) = (_last, stress);
            _count++;
        }

        public readonly void Save(StateWriter target)
        {
            target.Add(_before);
            target.Add(_last);
            target.Add(_meanRoot);
            target.Add(_count);
        }

        public bool TryLoad(ref StateReader source) => source.TryRead(out _before) && source.TryRead(out _last)
            && source.TryRead(out _meanRoot) && source.TryRead(0, long.MaxValue, out _count);
    }
}

/// <summary>A sample of a tensile test.</summary>
/// <param name="Index">Index among all points of its channel.</param>
/// <param name="Strain">Engineering strain, a ratio.</param>
/// <param name="Stress">Engineering stress, MPa.</param>
/// <param name="Energy">Energy taken up until here, MJ/m3.</param>
internal readonly record struct TensilePoint(long Index, double Strain, double Stress, double Energy)
{
    /// <summary>Bytes that it has, in memory and saved.</summary>
    public const int Bytes = 4 * sizeof(double);

    public void Save(StateWriter target)
    {
        target.Add(Index);
        target.Add(Strain);
        target.Add(Stress);
        target.Add(Energy);
    }

    public static bool TryLoad(ref StateReader source, out TensilePoint point)
    {
        point = default;
        if (!source.TryRead(out long index) || !source.TryRead(out double strain)
            || !source.TryRead(out double stress) || !source.TryRead(out double energy))
            return false;
        point = new TensilePoint(index, strain, stress, energy);
        return true;
    }
}
