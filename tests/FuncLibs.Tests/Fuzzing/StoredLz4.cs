using System.Buffers.Binary;

namespace FuncLibs.Tests.Fuzzing;

/// <summary>
/// LZ4 wrappings whose blocks are one run of literals: the document inside stands there as it is, so a change of its
/// bytes passes the decompression and reaches the format inside.
/// </summary>
internal static class StoredLz4
{
    private const int LiteralsInToken = 15;

    /// <summary>Ext 98 with one block.</summary>
    public static byte[] Array(byte[] document)
    {
        byte[] block = Block(document);
        return [0x92, 0xC7, 5, 98, 0xD2, .. BigEndian(document.Length), 0xC6, .. BigEndian(block.Length), .. block];
    }

    /// <summary>Ext 99.</summary>
    public static byte[] Whole(byte[] document)
    {
        byte[] block = Block(document);
        return [0xC9, .. BigEndian(5 + block.Length), 99, 0xD2, .. BigEndian(document.Length), .. block];
    }

    private static byte[] Block(byte[] document)
    {
        var block = new List<byte> { (byte)(Math.Min(document.Length, LiteralsInToken) << 4) };
        if (document.Length >= LiteralsInToken)
        {
            int more = document.Length - LiteralsInToken;
            block.AddRange(Enumerable.Repeat(byte.MaxValue, more / byte.MaxValue));
            block.Add((byte)(more % byte.MaxValue));
        }

        block.AddRange(document);
        return [.. block];
    }

    private static byte[] BigEndian(int value)
    {
        byte[] bytes = new byte[sizeof(int)];
        BinaryPrimitives.WriteInt32BigEndian(bytes, value);
        return bytes;
    }
}
