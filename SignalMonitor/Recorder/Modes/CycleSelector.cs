using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue.Names;

namespace SignalMonitor.Recorder.Modes;

/// <summary>
/// Chooses the blocks of cycles in logarithmic spacing by the column that counts cycles. A stream without the column is
/// kept whole. One thread; a block does not allocate.
/// </summary>
/// <param name="signal">Name of the column.</param>
internal sealed class CycleSelector(string signal)
{
    private SignalAddress? _address;

    /// <summary>
    /// Whether the blocks of a cycle are kept: 1, 2 and 5 times a power of ten, and 0, which is before the first.
    /// </summary>
    public static bool IsChosen(long cycle)
    {
        while (cycle > 0 && cycle % 10 == 0)
            cycle /= 10;
        return cycle is 0 or 1 or 2 or 5;
    }

    /// <summary>True when the stream has the column.</summary>
    public bool IsFound => _address is not null;

    /// <summary>Looks for the column in a stream; once for each description.</summary>
    public void Find(StreamSignals signals) => _address = signals.Find(signal) is { } found
        && found.Address is { IsInteger: true, Column: ColumnIndex.Count } ? found.Address : null;

    /// <summary>Whether a block is kept.</summary>
    public bool IsKept(CDataBlock block)
    {
        if (_address is not { } address)
            return true;
        BlockGroup group = (BlockGroup)address.Group;
        if (address.Channel >= block.ChannelCount(group))
            return true;
        foreach (long cycle in block.Channel(group, address.Channel).Count)
        {
            if (IsChosen(cycle))
                return true;
        }

        return false;
    }
}
