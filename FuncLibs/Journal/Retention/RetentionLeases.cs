using FuncLibs.Runtime.Timing.Clocks;

namespace FuncLibs.Journal.Retention;

/// <summary>
/// The positions of named consumers. A lease holds what is after its position from removal by age for
/// <see cref="Lifetime"/> after it was last renewed; removal for the quota goes over it. Bounded: the oldest of
/// <see cref="Capacity"/> leases is evicted. Any thread.
/// </summary>
public sealed class RetentionLeases(TimeProvider time) : IRetentionLeases
{
    /// <summary>How long a lease holds without being renewed.</summary>
    public static readonly TimeSpan Lifetime = TimeSpan.FromDays(7);

    /// <summary>Claims kept at most.</summary>
    public const int Capacity = 4096;

    private readonly AgeClock _ages = new(time);
    private readonly Lock _lock = new();
    private readonly Dictionary<(string Consumer, uint Stream), RetentionLease> _leases = [];
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
                    .. _leases.Values.Where(lease => lease.Renewed >= oldest)
                        .OrderBy(lease => lease.Consumer, StringComparer.Ordinal).ThenBy(lease => lease.Stream),
                ];
            }
        }
    }

    private DateTimeOffset Oldest => _ages.UtcNow - Lifetime;

    /// <summary>A consumer has everything of a stream up to and including this record.</summary>
    public void Renew(string consumer, uint stream, ulong epoch, ulong delivered) =>
        Put(new RetentionLease(consumer, stream, epoch, delivered, _ages.UtcNow));

    /// <summary>
    /// Continues with a lease of an earlier run. One that seems to come from the future counts from now.
    /// </summary>
    public void Restore(RetentionLease lease)
    {
        DateTimeOffset now = _ages.UtcNow;
        Put(lease.Renewed > now ? lease with { Renewed = now } : lease);
    }

    /// <inheritdoc/>
    public bool IsRetained(ulong epoch, uint stream, ulong last)
    {
        DateTimeOffset oldest = Oldest;
        lock (_lock)
        {
            foreach (RetentionLease lease in _leases.Values)
            {
                if (lease.Stream == stream && lease.Renewed >= oldest && lease.Covers(epoch, last))
                    return true;
            }

            return false;
        }
    }

    private void Put(RetentionLease lease)
    {
        lock (_lock)
        {
            if (_leases.Count >= Capacity && !_leases.ContainsKey((lease.Consumer, lease.Stream)))
                _leases.Remove(_leases.MinBy(known => known.Value.Renewed).Key);
            _leases[(lease.Consumer, lease.Stream)] = lease;
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
