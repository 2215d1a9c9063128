using System.Globalization;

namespace HardwareConnector.Configuration;

/// <summary>How fast a recording is replayed.</summary>
/// <param name="Factor">Recorded time a second; infinite = as fast as it is taken.</param>
public readonly record struct ReplaySpeed(double Factor)
{
    /// <summary>Slowest replay.</summary>
    public const double MinFactor = 0.01;

    /// <summary>Fastest replay that still keeps time.</summary>
    public const double MaxFactor = 10_000;

    /// <summary>What may be given.</summary>
    public const string Allowed = "1, a number from 0.01 to 10000, or max";

    private const string MaxName = "max";

    /// <summary>True when time is not kept.</summary>
    public bool IsMax => double.IsPositiveInfinity(Factor);

    /// <summary>Reads a number, or `max`; false for anything else.</summary>
    public static bool TryParse(string text, out ReplaySpeed speed)
    {
        bool isMax = text.Equals(MaxName, StringComparison.OrdinalIgnoreCase);
        speed = new ReplaySpeed(isMax ? double.PositiveInfinity : 0);
        if (isMax)
            return true;
        bool isNumber = double.TryParse(text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double factor)
            && factor is >= MinFactor and <= MaxFactor;
        speed = new ReplaySpeed(isNumber ? factor : 0);
        return isNumber;
    }

    /// <summary>Time that the replay of a stretch of recorded time takes; both in ns. Exact at speed 1.</summary>
    public long Scale(long recordedNs) => Factor == 1 ? recordedNs : (long)(recordedNs / Factor);

    /// <inheritdoc/>
    public override string ToString() => IsMax ? MaxName : Factor.ToString(CultureInfo.InvariantCulture);
}
