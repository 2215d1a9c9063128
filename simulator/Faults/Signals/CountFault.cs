using FuncLibs.Blocks;

namespace Simulator.Faults.Signals;

/// <summary>A Count column of a controller with a counter of so many bits: it goes on from just below its end, and wraps to 0.</summary>
/// <param name="part">Where.</param>
/// <param name="bits">Width of the counter.</param>
/// <param name="below">Counts before the wrap at the first sample.</param>
internal sealed class CountFault(ChannelPart part, int bits, long below) : ISignalFault
{
    private readonly long _mask = (1L << bits) - 1;
    private long _offset;
    private bool _begun;

    /// <inheritdoc/>
    public void Apply(CDataBlock block)
    {
        Span<long> counts = part.Channel(block).Count[part.Points(block, out _)];
        if (counts.IsEmpty)
            return;
        if (!_begun)
            _offset = _mask + 1 - below - counts[0];
        _begun = true;
        foreach (ref long count in counts)
            count = (count + _offset) & _mask;
    }
}
