using System.Buffers.Binary;
using System.Security.Cryptography;

namespace SignalMonitor.Streams;

/// <summary>
/// SHA-256 over CRC-32C values, little-endian, in the order in which they are added. Does not allocate for a value.
/// </summary>
internal sealed class PayloadDigest : IDisposable
{
    // One call of the hash for so many values: a call costs more than what it hashes.
    private const int Batch = 256;

    private readonly IncrementalHash _hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
    private readonly byte[] _waiting = new byte[Batch * sizeof(uint)];
    private int _bytes;

    public void Add(uint crc)
    {
        BinaryPrimitives.WriteUInt32LittleEndian(_waiting.AsSpan(_bytes), crc);
        _bytes += sizeof(uint);
        if (_bytes == _waiting.Length)
            Flush();
    }

    /// <summary>The digest of all values so far, in lower-case hexadecimal.</summary>
    public string ToHex()
    {
        Flush();
        return Convert.ToHexStringLower(_hash.GetCurrentHash());
    }

    public void Dispose() => _hash.Dispose();

    private void Flush()
    {
        _hash.AppendData(_waiting, 0, _bytes);
        _bytes = 0;
    }
}
