using FuncLibs.Signals.Buckets;

namespace SignalMonitor.Recorder.Modes;

/// <summary>
/// The time of the samples of one stream, by their index: it runs on where the clock of the rig steps, where the index
/// begins again and with a new epoch, and is exact to the ns between samples of one count. One thread.
/// </summary>
internal sealed class RecordingClock
{
    private BlockInstant _newest;

    /// <summary>The newest block; null before the first.</summary>
    public BlockInstant? Newest => _newest.Sequence == 0 ? null : _newest;

    /// <summary>Continues where an earlier process was.</summary>
    public void Restore(in BlockInstant newest) => _newest = newest;

    /// <summary>Whether a block was met already, by an earlier process.</summary>
    public bool IsMet(ulong epoch, ulong sequence) => _newest.Sequence > 0
        && (epoch < _newest.Epoch || (epoch == _newest.Epoch && sequence <= _newest.Sequence));

    /// <summary>The time of a block.</summary>
    /// <param name="block">What its header and payload say; <see cref="BlockInstant.BeginNs"/> and
    /// <see cref="BlockInstant.EndNs"/> are not read.</param>
    /// <param name="points">Its points of the base clock.</param>
    /// <param name="rateHz">Rate of the base clock.</param>
    public BlockInstant Locate(in BlockInstant block, int points, double rateHz)
    {
        SampleTimes times = new(rateHz, 1, 1);
        long durationNs = times.OffsetNs(block.Index, points);
        long beginNs;
        if (IsMet(block.Epoch, block.Sequence))
        {
            // It comes again after a restart.
            bool isCounted = block.Epoch == _newest.Epoch && block.Index <= _newest.Index;
            beginNs = _newest.BeginNs - (isCounted
                ? times.OffsetNs(block.Index, _newest.Index - block.Index)
                : Math.Max(0, _newest.AcquiredNs - block.AcquiredNs));
            return block with { BeginNs = beginNs, EndNs = beginNs + durationNs, NextIndex = block.Index + points };
        }

        bool goesOn = _newest.Sequence > 0 && block.Epoch == _newest.Epoch && block.Index >= _newest.NextIndex;
        beginNs = goesOn
            ? _newest.BeginNs + times.OffsetNs(_newest.Index, block.Index - _newest.Index) : _newest.EndNs;
        _newest = block with { BeginNs = beginNs, EndNs = beginNs + durationNs, NextIndex = block.Index + points };
        return _newest;
    }
}

/// <summary>When a block of a stream was.</summary>
/// <param name="Epoch">The epoch.</param>
/// <param name="Sequence">Its number, from 1.</param>
/// <param name="AcquiredNs">Due time of its first sample, UTC ns.</param>
/// <param name="Index">Index of its first sample.</param>
/// <param name="NextIndex">Index of the first sample of the next.</param>
/// <param name="BeginNs">Time of its first sample by the <see cref="RecordingClock"/>.</param>
/// <param name="EndNs">Time of the first sample of the next.</param>
internal readonly record struct BlockInstant(
    ulong Epoch, ulong Sequence, long AcquiredNs, long Index, long NextIndex = 0, long BeginNs = 0, long EndNs = 0);
