using System.Security.Cryptography;

namespace SignalMonitor.Notifications;

/// <summary>
/// Time between two attempts: it doubles from one second to five minutes, each up to a quarter longer or shorter, so
/// that many monitors do not meet a server that comes back all at once.
/// </summary>
internal static class RetryDelay
{
    /// <summary>The first delay.</summary>
    public static readonly TimeSpan First = TimeSpan.FromSeconds(1);

    /// <summary>The longest delay before jitter.</summary>
    public static readonly TimeSpan Longest = TimeSpan.FromMinutes(5);

    private const int Steps = 1000;
    private const int MaxDoublings = 10;

    /// <summary>The delay after a number of failures in a row, without jitter.</summary>
    /// <param name="failures">From 1.</param>
    public static TimeSpan Plain(int failures)
    {
        TimeSpan delay = First * (1 << Math.Clamp(failures - 1, 0, MaxDoublings));
        return delay < Longest ? delay : Longest;
    }

    /// <summary>The delay after a number of failures in a row: 0.75 to 1.25 of <see cref="Plain"/>.</summary>
    /// <param name="failures">From 1.</param>
    public static TimeSpan WithJitter(int failures) =>
        Plain(failures) * (0.75 + (0.5 * RandomNumberGenerator.GetInt32(Steps + 1) / Steps));
}
