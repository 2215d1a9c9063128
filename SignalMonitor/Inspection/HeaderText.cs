using System.Buffers.Binary;
using System.Globalization;

namespace SignalMonitor.Inspection;

/// <summary>The fields of a frame header, valid or not.</summary>
internal static class HeaderText
{
    private const int PayloadLengthOffset = 68;

    private static readonly (int Offset, int Size, string Name)[] Fields =
    [
        (0, 4, "magic"), (4, 1, "version"), (5, 1, "words"), (6, 1, "kind"), (7, 1, "flags"), (8, 16, "publisher"),
        (24, 4, "stream"), (28, 1, "content"),
        (29, 1, "encryption"), (30, 2, "key"), (32, 8, "epoch"), (40, 8, "sequence"), (48, 8, "acquired"),
        (56, 8, "published"), (64, 4, "catalogue"),
        (PayloadLengthOffset, 4, "payload length"), (72, 4, "payload CRC-32C"), (76, 4, "header CRC-32C"),
    ];

    /// <summary>The payload by its header; not checked.</summary>
    public static int PayloadLength(ReadOnlySpan<byte> header) =>
        BinaryPrimitives.ReadInt32LittleEndian(header[PayloadLengthOffset..]);

    public static void Print(ReadOnlySpan<byte> header, int at, TextWriter output)
    {
        foreach ((int offset, int size, string name) in Fields)
            output.WriteLine(
                string.Create(
                    CultureInfo.InvariantCulture,
                    $"{at + offset,10}  {name,-16} {Text(name, header.Slice(offset, size))}"));
    }

    private static string Text(string name, ReadOnlySpan<byte> field)
    {
        if (name == "publisher")
            return new Guid(field, bigEndian: true).ToString();
        Span<byte> wide = stackalloc byte[sizeof(ulong)];
        wide.Clear();
        field.CopyTo(wide);
        ulong value = BinaryPrimitives.ReadUInt64LittleEndian(wide);
        return name is "magic" or "flags" || name.EndsWith("32C", StringComparison.Ordinal)
            ? "0x" + value.ToString("X", CultureInfo.InvariantCulture)
            : name is "acquired" or "published" ? TimeText((long)value) : value.ToString(CultureInfo.InvariantCulture);
    }

    private static string TimeText(long utcNs)
    {
        const int NsPerTick = 100;
        string time = DateTime.UnixEpoch.AddTicks(utcNs / NsPerTick).ToString("O", CultureInfo.InvariantCulture);
        return string.Create(CultureInfo.InvariantCulture, $"{utcNs} ({time})");
    }
}
