using System.Buffers;
using System.Buffers.Binary;
using FuncLibs.Blocks.Tokens;
using FuncLibs.Tests.Blocks.Serialization.Packed;

namespace FuncLibs.Tests.Fuzzing;

/// <summary>
/// Documents of content 1 by hand, one for each form that docs/wire-format.md gives a column:
/// what a writer chooses may change, these do not.
/// </summary>
internal static class ColumnForms
{
    // Two points fewer than one vector of eight, so that loads at the tail meet the end of the document.
    private const int Points = 14;
    private const byte Half = 0x3F;

    /// <summary>All of them.</summary>
    public static IReadOnlyList<byte[]> Documents { get; } =
    [
        .. PackedGolden.Names.Select(name => PackedDocument.Around(PackedGolden.Body(name))),
        .. Scaled().Select(body => PackedDocument.Around(body)),
        Servo([0x00], [0x00], [0xCB, Half, 0, 0, 0, 0, 0, 0, 0]),
        Servo(
            Ext(22, [1, 0, 0, 0, Points, 0, 0, 0, .. Longs(Points)]),
            Ext(22, [1, 1, 0, 0, Points, 0, 0, 0, 2, 0, 0, 0, .. Run(10, -5), .. Run(4, 7)]),
            Raw()),
        Servo(
            [0x9E, .. Enumerable.Repeat((byte)0x11, Points)], [0x9E, .. Enumerable.Repeat((byte)0xE0, Points)], Raw()),
    ];

    // Every scale, as integers and as their differences, without and with exceptions: width 5, so 14 fields end inside
    // a byte.
    private static IEnumerable<byte[]> Scaled() =>
        from method in (byte[])[1, 2]
        from scale in (byte[])[0, 3, 22, 254, 255]
        from exceptions in (byte[])[0, 2]
        select (byte[])
        [
            1, method, 0, 0, Points, 0, 0, 0, 5, scale, exceptions, 0, .. Long(-3), .. method == 2 ? Long(1000) : [],
            .. scale >= 254 ? Double(0.125) : [],
            0x21, 0x84, 0x10, 0x42, 0x08, 0x21, 0x84, 0x10, 0x02, .. exceptions == 0 ? [] : Exceptions(),
        ];

    private static byte[] Exceptions() => [1, 0, .. Double(double.NaN), Points - 1, 0, .. Double(-0.0)];

    // One servo channel with two int columns, a command in its own form and a constant output.
    private static byte[] Servo(byte[] activeCtrl, byte[] count, byte[] command)
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(output);
        writer.WriteRaw([0x98, 1, 0, 0xCB, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0, 0x91, 0x96, 0, Points]);
        writer.WriteRaw(activeCtrl);
        writer.WriteRaw(count);
        writer.WriteRaw(command);
        writer.Write(0.0);
        writer.WriteRaw([0xC0, 0xC0, 0xC0, 0xC0]);
        writer.Flush();
        return output.WrittenSpan.ToArray();
    }

    private static byte[] Raw() => Ext(20, [1, 0, 0, 0, 0, 0, 0, 0, .. Longs(Points)]);

    private static byte[] Ext(byte type, byte[] body) => [0xC7, (byte)body.Length, type, .. body];

    private static byte[] Run(byte length, long value) => [length, 0, 0, 0, .. Long(value)];

    private static IEnumerable<byte> Longs(int count) => Enumerable.Range(0, count).SelectMany(i => Long(i * 17));

    private static byte[] Double(double value) => Long(BitConverter.DoubleToInt64Bits(value));

    private static byte[] Long(long value)
    {
        byte[] bytes = new byte[sizeof(long)];
        BinaryPrimitives.WriteInt64LittleEndian(bytes, value);
        return bytes;
    }
}
