namespace FuncLibs.Signals.Filters;

/// <summary>How many values of the past are part of what a filter puts out, for its quality.</summary>
internal static class Settling
{
    /// <summary>The most that is counted.</summary>
    public const int MaxLength = 1 << 20;

    // What is left of the past when a filter counts as settled.
    private const double Rest = 0.01;

    /// <summary>
    /// Values until the weight of all before them fell to 1 %, when it falls by a factor with each; 1 to 2^20.
    /// </summary>
    /// <param name="radius">That factor: the largest magnitude of a pole, 0 to 1.</param>
    public static int LengthOf(double radius)
    {
        double length = Math.Ceiling(Math.Log(Rest) / Math.Log(radius));
        return double.IsNaN(length) ? MaxLength : (int)Math.Clamp(length, 1, MaxLength);
    }
}
