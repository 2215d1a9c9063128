using System.Buffers.Binary;

namespace Testing.Fuzzing;

/// <summary>Changes bytes in the ways that parsers dislike. The same number makes the same changes,
/// so every input can be made again.</summary>
public sealed class Mutator(ulong number)
{
    private const int MaxChanges = 6;
    private const int MaxRange = 64;

    // MessagePack codes, lengths at the borders of their types, and JSON's punctuation.
    private static readonly byte[] Bytes =
    [
        0x00, 0x01, 0x1F, 0x20, 0x7F, 0x80, 0x90, 0x92, 0x95, 0x9C, 0xC0, 0xC1, 0xC2, 0xC4, 0xC6, 0xC7, 0xC9, 0xCB,
        0xCF, 0xD2, 0xD3, 0xD8, 0xDC, 0xDD, 0xDF,
        0xFF, 72, 73, 74, 98, 99, .. "{}[]\",:\\-+.0eEutfn"u8,
    ];

    private static readonly ulong[] Numbers =
    [
        0, 1, 15, 16, 127, 128, 255, 256, 4095, 4096, 4097, 32_767, 32_768, 65_535, 65_536, 65_537, 1 << 20,
        0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF,
        0x7FFF_FFFF_FFFF_FFFF, 0x8000_0000_0000_0000, 0xFFFF_FFFF_FFFF_FFFF, 0x7FF8_0000_0000_0000,
        0x7FF0_0000_0000_0001,
    ];

    private ulong _state = number * 0x9E3779B97F4A7C15;

    /// <summary>A number from 0 to <paramref name="below"/> - 1.</summary>
    public int Next(int below)
    {
        _state += 0x9E3779B97F4A7C15;
        ulong z = (_state ^ (_state >> 30)) * 0xBF58476D1CE4E5B9;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB;
        return (int)((z ^ (z >> 31)) % (ulong)below);
    }

    /// <summary>A changed copy of a document; <paramref name="other"/> lends pieces.</summary>
    public byte[] Changed(ReadOnlySpan<byte> document, ReadOnlySpan<byte> other)
    {
        List<byte> bytes = [.. document];
        for (int changes = 1 + Next(MaxChanges); changes > 0; changes--)
        {
            if (bytes.Count == 0)
                bytes.Add((byte)Next(256));
            ChangeOnce(bytes, other);
        }

        return [.. bytes];
    }

    private void ChangeOnce(List<byte> bytes, ReadOnlySpan<byte> other)
    {
        int at = Next(bytes.Count);
        switch (Next(10))
        {
            case 0:
                bytes[at] ^= (byte)(1 << Next(8));
                break;
            case 1:
                bytes[at] = (byte)Next(256);
                break;
            case 2:
                bytes[at] = Bytes[Next(Bytes.Length)];
                break;
            case 3:
                bytes.Insert(at, Bytes[Next(Bytes.Length)]);
                break;
            case 4:
                bytes.RemoveRange(at, Math.Min(bytes.Count - at, 1 + Next(MaxRange)));
                break;
            case 5:
                bytes.InsertRange(at, bytes.GetRange(at, Math.Min(bytes.Count - at, 1 + Next(MaxRange))));
                break;
            case 6:
                bytes.RemoveRange(at, bytes.Count - at);
                break;
            case 7:
                WriteNumber(bytes, at);
                break;
            case 8:
                int from = Next(other.Length + 1);
                bytes.InsertRange(at, other[from..Math.Min(other.Length, from + 1 + Next(MaxRange))].ToArray());
                break;
            default:
                bytes[at] = (byte)(bytes[at] + Next(9) - 4);
                break;
        }
    }

    private void WriteNumber(List<byte> bytes, int at)
    {
        Span<byte> word = stackalloc byte[sizeof(ulong)];
        ulong number = Numbers[Next(Numbers.Length)];
        if (Next(2) == 0)
            BinaryPrimitives.WriteUInt64LittleEndian(word, number);
        else
            BinaryPrimitives.WriteUInt64BigEndian(word, number);
        int width = 1 << Next(4);
        ReadOnlySpan<byte> part = Next(2) == 0 ? word[..width] : word[^width..];
        for (int i = 0; i < width && at + i < bytes.Count; i++)
            bytes[at + i] = part[i];
    }
}
