using System.Buffers;
using Nerdbank.MessagePack;

namespace FuncLibs.Objects.Graph;

/// <summary>Names of the members of objects: a row of the table of a document.</summary>
internal sealed class GraphNames : IEquatable<GraphNames>
{
    private readonly byte[] _encoded;
    private readonly int _hash;

    /// <summary>Encodes them.</summary>
    public GraphNames(string[] all)
    {
        All = all;
        ArrayBufferWriter<byte> bytes = new();
        MessagePackWriter writer = new(bytes);
        writer.WriteArrayHeader(all.Length);
        foreach (string name in all)
            writer.Write(name);
        writer.Flush();
        _encoded = bytes.WrittenSpan.ToArray();
        HashCode hash = default;
        hash.AddBytes(_encoded);
        _hash = hash.ToHashCode();
    }

    /// <summary>The names, in the order of the values.</summary>
    public string[] All { get; }

    /// <summary>The row.</summary>
    public ReadOnlySpan<byte> Encoded => _encoded;

    /// <inheritdoc/>
    public bool Equals(GraphNames? other) => other is not null && Encoded.SequenceEqual(other.Encoded);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as GraphNames);

    /// <inheritdoc/>
    public override int GetHashCode() => _hash;

    /// <summary>Reads a row.</summary>
    /// <exception cref="GraphException">A name is there twice.</exception>
    public static GraphNames Read(ReadOnlyMemory<byte> row)
    {
        MessagePackReader reader = new(row);
        string[] names = new string[reader.ReadArrayHeader()];
        for (int i = 0; i < names.Length; i++)
            names[i] = reader.ReadString() ?? throw new GraphException("the name of a member is null");
        HashSet<string> different = [];
        if (Array.Find(names, name => !different.Add(name)) is { } twice)
            throw new GraphException($"the member '{twice}' is there twice");
        return new GraphNames(names);
    }
}
