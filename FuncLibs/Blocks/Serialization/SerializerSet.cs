namespace FuncLibs.Blocks.Serialization;

/// <summary>The readers of one thread, one a content id: deserializes any registered format.</summary>
public sealed class SerializerSet
{
    private readonly IBlockSerializer?[] _byId = new IBlockSerializer?[byte.MaxValue + 1];

    internal SerializerSet(Dictionary<byte, Func<IBlockSerializer>> factories)
    {
        foreach ((byte id, Func<IBlockSerializer> factory) in factories)
            _byId[id] = factory();
    }

    /// <summary>True when payloads of this content id can be read.</summary>
    public bool Knows(byte contentId) => _byId[contentId] is not null;

    /// <summary>Reads a payload of the given content id; an unknown id is an outcome that names it.</summary>
    public DecodeOutcome Deserialize(byte contentId, ReadOnlySpan<byte> input, CDataBlock target) =>
        _byId[contentId] is { } serializer
            ? serializer.Deserialize(input, target)
            : new DecodeOutcome(DecodeStatus.UnknownContent, 0, default, "a content id that is registered here", "content", contentId);
}
