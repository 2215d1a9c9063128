using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Tensile;

/// <summary>
/// Finds the maximum force Fm as a stress (ISO 6892-1, clause 3): the greatest of the test; of a material that yields
/// discontinuously the greatest after work-hardening has begun, also when the upper yield strength is greater (ASTM
/// E8/E8M, 7.10: the maximum after discontinuous yielding).
/// </summary>
/// <remarks>
/// Work-hardening is a rise after a fall, each of at least <see cref="TensileOptions.YieldFall"/> of the greatest
/// stress and the noise; slower than the loading to the greatest stress, which a reloading and a serration are not; and
/// at no less than half of that stress. The speed of the loading is that of its last part, from between 1 /
/// <see cref="Step"/> squared and 1 / <see cref="Step"/> of the greatest stress: a hold at less than half of it does
/// not count. Only the stress is needed, so Rm and Ag are of the same sample.
/// </remarks>
internal struct StrengthDetector
{
    // From one level of the greatest stress to the next; its square is just below 2.
    private const double Step = 1.4;

    private readonly TensileOptions _options;
    private Level _from = new();
    private Level _next = new();
    private double _loadingSpeed;
    private double _needed;
    private long _hardens;
    private TensilePoint _max;
    private TensilePoint _lowest;
    private TensilePoint _later;

    public StrengthDetector(TensileOptions options) => _options = options;

    /// <summary>Fm as of now, the first sample of it; all 0 before a stress above 0.</summary>
    /// <param name="fall">Where a sample may be after the start of the break.</param>
    public readonly TensilePoint Maximum(BreakDetector fall) =>
        _hardens != 0 && !fall.IsInFall(_later.Index) ? _later : _max;

    public void Add(in TensilePoint point, double noise)
    {
        _from.Take(in point);
        _next.Take(in point);
        if (point.Stress > _max.Stress)
            Raise(in point, noise);
        else if (_hardens != 0)
            _later = point.Stress > _later.Stress ? point : _later;
        else if (_max.Stress >= _options.LoadedFrom && point.Stress >= _max.Stress / 2)
            LookForHardening(in point);
    }

    public readonly void Save(StateWriter target)
    {
        _from.Save(target);
        _next.Save(target);
        target.Add(_loadingSpeed);
        target.Add(_needed);
        target.Add(_hardens);
        _max.Save(target);
        _lowest.Save(target);
        _later.Save(target);
    }

    public bool TryLoad(ref StateReader source) => _from.TryLoad(ref source) && _next.TryLoad(ref source)
        && source.TryRead(out _loadingSpeed) && source.TryRead(out _needed) && source.TryRead(0, 1, out _hardens)
        && TensilePoint.TryLoad(ref source, out _max) && TensilePoint.TryLoad(ref source, out _lowest)
        && TensilePoint.TryLoad(ref source, out _later);

    private void Raise(in TensilePoint point, double noise)
    {
        (_max, _lowest, _later, _hardens) = (point, point, point, 0);
        _needed = (_options.YieldFall * point.Stress) + noise;
        if (point.Stress >= Step * _next.Stress)
            (_from, _next) = (_next, new Level(in point));
        _loadingSpeed = _from.SpeedTo(in point);
    }

    private void LookForHardening(in TensilePoint point)
    {
        if (point.Stress < _lowest.Stress)
        {
            (_lowest, _later) = (point, point);
            return;
        }

        if (point.Stress <= _later.Stress)
            return;
        _later = point;
        double rise = point.Stress - _lowest.Stress;
        if (rise >= _needed && _max.Stress - _lowest.Stress >= _needed
            && rise < _loadingSpeed * (point.Index - _lowest.Index))
            _hardens = 1;
    }

    /// <summary>The last sample at or below a stress.</summary>
    private struct Level
    {
        private long _lastIndex = -1;
        private double _lastStress;

        // Before the first sample above 0.
        public Level()
        {
        }

        public Level(in TensilePoint point) =>
            (Stress, _lastIndex, _lastStress) = (point.Stress, point.Index, point.Stress);

        /// <summary>MPa.</summary>
        public double Stress { get; private set; }

        /// <summary>MPa a sample; infinite when no sample was at or below the level.</summary>
        public readonly double SpeedTo(in TensilePoint point) => _lastIndex >= 0 && point.Index > _lastIndex
            ? (point.Stress - _lastStress) / (point.Index - _lastIndex)
            : double.PositiveInfinity;

        public void Take(in TensilePoint point)
        {
            if (point.Stress <= Stress)
                (_lastIndex, _lastStress) = (point.Index, point.Stress);
        }

        public readonly void Save(StateWriter target)
        {
            target.Add(Stress);
            target.Add(_lastIndex);
            target.Add(_lastStress);
        }

        public bool TryLoad(ref StateReader source)
        {
            bool isWhole = source.TryRead(out double stress) && source.TryRead(out _lastIndex)
                && source.TryRead(out _lastStress);
            Stress = stress;
            return isWhole;
        }
    }
}
