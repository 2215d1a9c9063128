namespace FuncLibs.Blocks.Serialization;

/// <summary>
/// Maps content id, configuration name and content type to serializers. Filled at start, read-only afterwards.
/// Several names may share a content id (policies of one format): the first registered of an id reads it.
/// </summary>
public sealed class SerializerRegistry
{
    private readonly Dictionary<string, Func<IBlockSerializer>> _byName = new(StringComparer.Ordinal);
    private readonly Dictionary<byte, Func<IBlockSerializer>> _byId = [];
    private readonly Dictionary<string, Func<IBlockSerializer>> _byContentType = new(StringComparer.Ordinal);

    /// <summary>The names that may be in configuration, in order of registration.</summary>
    public IEnumerable<string> Names => _byName.Keys;

    /// <summary>The content types, in order of registration.</summary>
    public IEnumerable<string> ContentTypes => _byContentType.Keys;

    /// <summary>Adds a format.</summary>
    /// <exception cref="ArgumentException">The name is taken.</exception>
    public SerializerRegistry Add(Func<IBlockSerializer> factory)
    {
        IBlockSerializer sample = factory();
        _byName.Add(sample.Name, factory);
        _byId.TryAdd(sample.ContentId, factory);
        _byContentType.TryAdd(sample.ContentType, factory);
        return this;
    }

    /// <summary>A new serializer by its configuration name, or null.</summary>
    public IBlockSerializer? Create(string name) =>
        _byName.TryGetValue(name, out Func<IBlockSerializer>? factory) ? factory() : null;

    /// <summary>A new serializer by its content type, or null.</summary>
    public IBlockSerializer? CreateByContentType(string contentType) =>
        _byContentType.TryGetValue(contentType, out Func<IBlockSerializer>? factory) ? factory() : null;

    /// <summary>The first name that was registered for a content id; null when no format has it.</summary>
    public string? NameOf(byte contentId) =>
        _byId.TryGetValue(contentId, out Func<IBlockSerializer>? factory) ? factory().Name : null;

    /// <summary>A set of readers for one thread: one for each content id.</summary>
    public SerializerSet CreateSet() => new(_byId);
}

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
    public bool Supports(byte contentId) => _byId[contentId] is not null;

    /// <summary>Reads a payload of the given content id; an unknown id is an outcome that names it.</summary>
    public DecodeOutcome Deserialize(byte contentId, ReadOnlySpan<byte> input, CDataBlock target) =>
        _byId[contentId] is { } serializer
            ? serializer.Deserialize(input, target)
            : new DecodeOutcome(
                DecodeStatus.UnknownContent, 0, default, "a content id that is registered here", "content", contentId);
}
