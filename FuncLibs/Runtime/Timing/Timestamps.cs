namespace FuncLibs.Runtime.Timing;

/// <summary>Times to come, as timestamps of a <see cref="TimeProvider"/>.</summary>
internal static class Timestamps
{
    /// <summary>The timestamp after a time from now.</summary>
    public static long GetTimestampAfter(this TimeProvider time, TimeSpan delay) =>
        time.GetTimestamp() + (long)(delay.TotalSeconds * time.TimestampFrequency);
}
