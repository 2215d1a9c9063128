using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Threading.RateLimiting;

namespace FuncLibs.Web.Sessions;

/// <summary>
/// How often a log-in may be tried: by account and by address, so that neither one account nor all of them can be tried
/// through. One password is hashed at a time: a flood of attempts takes one core at most. Any thread.
/// </summary>
internal sealed class LogInLimits : IDisposable
{
    /// <summary>Attempts in a row; after them one every <see cref="Pause"/>.</summary>
    public const int Burst = 10;

    // Names and addresses share so many counters: an attacker has any number of them, and memory is bounded.
    private const int Counters = 1024;
    private const int MaxWaiting = 16;
    private const int NetworkBytes = 8;

    private readonly PartitionedRateLimiter<string> _byAccount = Create();
    private readonly PartitionedRateLimiter<string> _byAddress = Create();
    private readonly ConcurrencyLimiter _hashing = new(
        new ConcurrencyLimiterOptions { PermitLimit = 1, QueueLimit = MaxWaiting });

    /// <summary>Time between two attempts once the burst is used.</summary>
    public static TimeSpan Pause { get; } = TimeSpan.FromSeconds(6);

    /// <summary>Counts an attempt.</summary>
    /// <param name="account">Name that was given, whether there is such an account or not.</param>
    /// <param name="address">Where the request came from.</param>
    /// <returns>False when there were too many.</returns>
    public bool TryBegin(string account, IPAddress? address)
    {
        using RateLimitLease byAddress = _byAddress.AttemptAcquire(NetworkOf(address));
        if (!byAddress.IsAcquired)
            return false;
        using RateLimitLease byAccount = _byAccount.AttemptAcquire(account.ToUpperInvariant());
        return byAccount.IsAcquired;
    }

    /// <summary>Waits for the turn to hash a password; not acquired when too many wait.</summary>
    public ValueTask<RateLimitLease> WaitToHash(CancellationToken stop) => _hashing.AcquireAsync(1, stop);

    /// <inheritdoc/>
    public void Dispose()
    {
        _byAccount.Dispose();
        _byAddress.Dispose();
        _hashing.Dispose();
    }

    private static PartitionedRateLimiter<string> Create() => PartitionedRateLimiter.Create<string, int>(
        key => RateLimitPartition.GetTokenBucketLimiter(
            (int)((uint)key.GetHashCode(StringComparison.Ordinal) % Counters),
            static _ => new TokenBucketRateLimiterOptions
            {
                TokenLimit = Burst,
                TokensPerPeriod = 1,
                ReplenishmentPeriod = Pause,
                QueueLimit = 0,
            }));

    // One subscriber of IPv6 has a network of 64 bits.
    private static string NetworkOf(IPAddress? address)
    {
        if (address is null)
            return "";
        if (address.IsIPv4MappedToIPv6)
            return address.MapToIPv4().ToString();
        return address.AddressFamily == AddressFamily.InterNetworkV6 && !IPAddress.IsLoopback(address)
            ? string.Create(CultureInfo.InvariantCulture, $"{Convert.ToHexString(address.GetAddressBytes().AsSpan(0, NetworkBytes))}/64")
            : address.ToString();
    }
}
