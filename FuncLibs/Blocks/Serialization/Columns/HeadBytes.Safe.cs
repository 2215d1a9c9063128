using System.Buffers.Binary;

namespace FuncLibs.Blocks.Serialization.Columns;

/// <summary>16 bytes as one number, to be compared and stored whole.</summary>
internal readonly struct HeadBytes
{
    /// <summary>Bytes.</summary>
    public const int Length = 16;

    private readonly UInt128 _bytes;

    private HeadBytes(UInt128 bytes) => _bytes = bytes;

    /// <summary>The first 16 bytes, which are there.</summary>
    public static HeadBytes Load(ReadOnlySpan<byte> from) => new(BinaryPrimitives.ReadUInt128LittleEndian(from));

    /// <summary>True when both have the same bits where the mask has ones.</summary>
    public bool Equals(HeadBytes other, HeadBytes mask) => ((_bytes ^ other._bytes) & mask._bytes) == 0;

    /// <summary>Puts all 16 down.</summary>
    public void Store(Span<byte> to) => BinaryPrimitives.WriteUInt128LittleEndian(to, _bytes);
}
