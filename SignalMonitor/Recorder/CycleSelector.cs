using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Messaging.Wire;

namespace SignalMonitor.Recorder;

/// <summary>
/// Chooses the blocks of cycles in logarithmic spacing by the column that counts cycles. What cannot be judged is kept:
/// a block that cannot be decoded, or of a stream without the column. Receive thread; a block does not allocate.
/// </summary>
/// <param name="signal">Name of the column.</param>
/// <param name="registry">The formats.</param>
internal sealed class CycleSelector(string signal, SerializerRegistry registry)
{
    private readonly SerializerSet _formats = registry.CreateSet();
    private readonly CDataBlock _block = new(BlockLayout.Empty);
    private readonly Dictionary<uint, Counter> _counters = [];

    /// <summary>
    /// Whether the blocks of a cycle are kept: 1, 2 and 5 times a power of ten, and 0, which is before the first.
    /// </summary>
    public static bool IsChosen(long cycle)
    {
        while (cycle > 0 && cycle % 10 == 0)
            cycle /= 10;
        return cycle is 0 or 1 or 2 or 5;
    }

    /// <summary>Whether a block is kept.</summary>
    /// <param name="header">Its header.</param>
    /// <param name="payload">Its payload.</param>
    /// <param name="catalogue">What describes it; null unknown.</param>
    public bool IsKept(in FrameHeader header, ReadOnlySpan<byte> payload, PublisherCatalogue? catalogue)
    {
        if ((header.Flags & FrameFlags.Encrypted) != 0
            || catalogue is null
            || CounterOf(catalogue, header) is not { } address
            || !_formats.Deserialize(header.Content, payload, _block).IsOk)
            return true;
        BlockGroup group = (BlockGroup)address.Group;
        if (address.Channel >= _block.ChannelCount(group))
            return true;
        foreach (long cycle in _block.Channel(group, address.Channel).Count)
        {
            if (IsChosen(cycle))
                return true;
        }

        return false;
    }

    // Looked for once for each catalogue.
    private SignalAddress? CounterOf(PublisherCatalogue catalogue, in FrameHeader header)
    {
        if (_counters.TryGetValue(header.Stream, out Counter known) && ReferenceEquals(known.Catalogue, catalogue))
            return known.Address;
        SignalAddress? address = catalogue.Stream(header.Stream) is { } stream
            && new StreamSignals(stream).Find(signal) is { } found
            && found.Address is { IsInteger: true, Column: ColumnIndex.Count }
                ? found.Address : null;
        _counters[header.Stream] = new Counter(catalogue, address);
        return address;
    }

    private readonly record struct Counter(PublisherCatalogue Catalogue, SignalAddress? Address);
}
