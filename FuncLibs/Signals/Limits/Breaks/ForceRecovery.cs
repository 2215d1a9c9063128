using FuncLibs.Signals.Stateful;

namespace FuncLibs.Signals.Limits.Breaks;

/// <summary>
/// Finds, after a break, the sample from which the next one may be looked for: the force was at least so great for so
/// many usable samples one after the other. A specimen that is being exchanged, or a force that rings about zero, does
/// not get there. Samples that are not usable neither count nor break the row; a gap restarts the count. One thread;
/// does not allocate.
/// </summary>
/// <param name="minForce">The least magnitude, above 0.</param>
/// <param name="samples">How many samples, 1 or more.</param>
public sealed class ForceRecovery(double minForce, int samples)
{
    private long _next = long.MinValue;
    private int _count;

    /// <summary>Writes what later results depend on.</summary>
    public void Save(StateWriter target)
    {
        target.Add(_next);
        target.Add(_count);
    }

    /// <summary>Takes over what <see cref="Save"/> of one with the same numbers wrote.</summary>
    /// <returns>False when the bytes are damaged.</returns>
    public bool TryLoad(ref StateReader source)
    {
        if (!source.TryRead(out long next) || !source.TryRead(0, samples - 1, out long count))
            return false;
        (_next, _count) = (next, (int)count);
        return true;
    }

    /// <summary>Looks through the force of one block from a place on.</summary>
    /// <param name="force">The block.</param>
    /// <param name="from">The first place that counts; the one before it was not checked.</param>
    /// <returns>The place of the last of those samples; -1 when the block ends before.</returns>
    public int Find(in LimitColumn force, int from)
    {
        if (from > 0 || force.FirstIndex != _next)
            _count = 0;
        _next = force.EndIndex;
        for (int at = from; at < force.Values.Length; at++)
        {
            if (!force.IsUsable(at))
                continue;
            _count = Math.Abs(force.Values[at]) >= minForce ? _count + 1 : 0;
            if (_count < samples)
                continue;
            _count = 0;
            return at;
        }

        return -1;
    }
}
