namespace FuncLibs.Messaging.Transport;

/// <summary>
/// Routing id of a consumer at the control server's socket: opaque bytes, valid until the consumer disconnects.
/// </summary>
public sealed class PeerId : IEquatable<PeerId>
{
    private readonly byte[] _bytes;
    private readonly int _hash;

    /// <summary>Copies the bytes.</summary>
    /// <param name="bytes">The routing id.</param>
    /// <param name="keyName">Name of the peer's key; null at a socket without keys.</param>
    public PeerId(ReadOnlySpan<byte> bytes, string? keyName = null)
    {
        KeyName = keyName;
        _bytes = bytes.ToArray();
        var hash = default(HashCode);
        hash.AddBytes(bytes);
        _hash = hash.ToHashCode();
    }

    /// <summary>
    /// Name of the peer's key, which it cannot choose; null at a socket without keys. Not part of the identity.
    /// </summary>
    public string? KeyName { get; }

    /// <summary>The routing id.</summary>
    public ReadOnlySpan<byte> Bytes => _bytes;

    /// <summary>The underlying array; it must not be modified.</summary>
    internal byte[] Array => _bytes;

    /// <inheritdoc/>
    public bool Equals(PeerId? other) => other is not null && Bytes.SequenceEqual(other.Bytes);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as PeerId);

    /// <inheritdoc/>
    public override int GetHashCode() => _hash;

    /// <inheritdoc/>
    public override string ToString() => Convert.ToHexStringLower(_bytes);
}
