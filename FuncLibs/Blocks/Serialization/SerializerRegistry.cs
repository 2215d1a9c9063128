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

    /// <summary>The names that may stand in configuration, in order of registration.</summary>
    public IEnumerable<string> Names => _byName.Keys;

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
    public IBlockSerializer? Create(string name) => _byName.TryGetValue(name, out Func<IBlockSerializer>? factory) ? factory() : null;

    /// <summary>A new serializer by its content type, or null.</summary>
    public IBlockSerializer? CreateByContentType(string contentType) =>
        _byContentType.TryGetValue(contentType, out Func<IBlockSerializer>? factory) ? factory() : null;

    /// <summary>A set of readers for one thread: one for each content id.</summary>
    public SerializerSet CreateSet() => new(_byId);
}
