namespace FuncLibs.Journal.Retention;

/// <summary>
/// The positions of named consumers. A claim holds what lies behind its position from removal by age for <see cref="Lifetime"/> after it
/// was last renewed; removal for the quota goes over it. Bounded: the oldest of <see cref="Capacity"/> claims gives way. Any thread.
/// </summary>
public sealed class RetentionClaims(TimeProvider time) : IRetentionClaims
{
    /// <summary>How long a claim holds without being renewed.</summary>
    public static readonly TimeSpan Lifetime = TimeSpan.FromDays(7);

    /// <summary>Claims kept at most.</summary>
    public const int Capacity = 4096;

    private readonly Lock _lock = new();
    private readonly Dictionary<(string Consumer, uint Stream), Claim> _claims = [];

    /// <summary>A consumer has everything of a stream up to and including this record.</summary>
    public void Renew(string consumer, uint stream, ulong epoch, ulong delivered)
    {
        var claim = new Claim(epoch, delivered, time.GetUtcNow());
        lock (_lock)
        {
            if (_claims.Count >= Capacity && !_claims.ContainsKey((consumer, stream)))
                _claims.Remove(_claims.MinBy(known => known.Value.Renewed).Key);
            _claims[(consumer, stream)] = claim;
        }
    }

    /// <summary>A consumer needs nothing any more.</summary>
    public void Drop(string consumer)
    {
        lock (_lock)
        {
            foreach ((string Consumer, uint Stream) key in _claims.Keys.Where(key => key.Consumer == consumer).ToArray())
                _claims.Remove(key);
        }
    }

    /// <inheritdoc/>
    public bool Needs(ulong epoch, uint stream, ulong last)
    {
        DateTimeOffset oldest = time.GetUtcNow() - Lifetime;
        lock (_lock)
        {
            return _claims.Any(known => known.Key.Stream == stream
                && known.Value.Renewed >= oldest
                && (known.Value.Epoch < epoch || (known.Value.Epoch == epoch && known.Value.Delivered < last)));
        }
    }

    private readonly record struct Claim(ulong Epoch, ulong Delivered, DateTimeOffset Renewed);
}
