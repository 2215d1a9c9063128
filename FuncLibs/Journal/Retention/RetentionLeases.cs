using FuncLibs.Runtime.Timing.Clocks;

namespace FuncLibs.Journal.Retention;

/// <summary>
/// The positions of named consumers. A claim holds what is after its position from removal by age for
/// <see cref="Lifetime"/> after it was last renewed; removal for the quota goes over it. Bounded: the oldest of
/// <see cref="Capacity"/> leases is evicted. Any thread.
/// </summary>
public sealed class RetentionLeases(TimeProvider time) : IRetentionLeases
{
    /// <summary>How long a claim holds without being renewed.</summary>
    public static readonly TimeSpan Lifetime = TimeSpan.FromDays(7);

    /// <summary>Claims kept at most.</summary>
    public const int Capacity = 4096;

    private readonly AgeClock _ages = new(time);
    private readonly Lock _lock = new();
    private readonly Dictionary<(string Consumer, uint Stream), RetentionLease> _claims = [];
    private long _version;

    /// <summary>Grows with each change.</summary>
    public long Version => Volatile.Read(ref _version);

    /// <summary>The leases in force, by consumer and stream. Allocates.</summary>
    public IReadOnlyList<RetentionLease> All
    {
        get
        {
            DateTimeOffset oldest = Oldest;
            lock (_lock)
            {
                return
                [
                    .. _claims.Values.Where(claim => claim.Renewed >= oldest)
                        .OrderBy(claim => claim.Consumer, StringComparer.Ordinal).ThenBy(claim => claim.Stream),
                ];
            }
        }
    }

    private DateTimeOffset Oldest => _ages.UtcNow - Lifetime;

    /// <summary>A consumer has everything of a stream up to and including this record.</summary>
    public void Renew(string consumer, uint stream, ulong epoch, ulong delivered) =>
        Put(new RetentionLease(consumer, stream, epoch, delivered, _ages.UtcNow));

    /// <summary>
    /// Continues with a claim of an earlier run. One that seems to come from the future counts from now.
    /// </summary>
    public void Restore(RetentionLease claim)
    {
        DateTimeOffset now = _ages.UtcNow;
        Put(claim.Renewed > now ? claim with { Renewed = now } : claim);
    }

    /// <summary>A consumer needs nothing any more.</summary>
    public void Drop(string consumer)
    {
        lock (_lock)
        {
            foreach ((string Consumer, uint Stream) key in _claims.Keys.Where(
                key => key.Consumer == consumer).ToArray())
                _claims.Remove(key);
            Volatile.Write(ref _version, _version + 1);
        }
    }

    /// <inheritdoc/>
    public bool IsRetained(ulong epoch, uint stream, ulong last)
    {
        DateTimeOffset oldest = Oldest;
        lock (_lock)
        {
            foreach (RetentionLease claim in _claims.Values)
            {
                if (claim.Stream == stream && claim.Renewed >= oldest && claim.Covers(epoch, last))
                    return true;
            }

            return false;
        }
    }

    private void Put(RetentionLease claim)
    {
        lock (_lock)
        {
            if (_claims.Count >= Capacity && !_claims.ContainsKey((claim.Consumer, claim.Stream)))
                _claims.Remove(_claims.MinBy(known => known.Value.Renewed).Key);
            _claims[(claim.Consumer, claim.Stream)] = claim;
            Volatile.Write(ref _version, _version + 1);
        }
    }
}

/// <summary>What one consumer still needs of one stream: everything after a position.</summary>
/// <param name="Consumer">Its name.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Epoch">Run of the publisher that the position is of.</param>
/// <param name="Delivered">Last sequence of it that the consumer needs no more.</param>
/// <param name="Renewed">When the consumer renewed it last.</param>
public sealed record RetentionLease(string Consumer, uint Stream, ulong Epoch, ulong Delivered, DateTimeOffset Renewed)
{
    /// <summary>True when a record is after the position.</summary>
    public bool Covers(ulong epoch, ulong sequence) => Epoch < epoch || (Epoch == epoch && Delivered < sequence);
}

/// <summary>What named lossless consumers still need. Read on the journal thread, changed on others.</summary>
public interface IRetentionLeases
{
    /// <summary>True when a consumer needs records of a stream up to <paramref name="last"/>.</summary>
    bool IsRetained(ulong epoch, uint stream, ulong last);
}
