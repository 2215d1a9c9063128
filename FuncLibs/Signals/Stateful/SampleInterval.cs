namespace FuncLibs.Signals.Stateful;

/// <summary>The one check of the time between two samples.</summary>
internal static class SampleInterval
{
    /// <summary>The interval, when it is one.</summary>
    /// <exception cref="ArgumentOutOfRangeException">It is not above 0 and finite.</exception>
    public static double Checked(double interval) => double.IsFinite(interval) && interval > 0
        ? interval
        : throw new ArgumentOutOfRangeException(nameof(interval), interval, "The time between two samples is above 0 s and finite.");
}
