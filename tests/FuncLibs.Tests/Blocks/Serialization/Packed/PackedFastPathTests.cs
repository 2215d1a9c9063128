using System.Buffers;
using System.Runtime.InteropServices;
using FsCheck;
using FsCheck.Fluent;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Columns;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Tests.Blocks.Serialization.Packed;

/// <summary>
/// Usual columns are written and read in one sweep. Here everything goes both ways: the sweep, and the general way,
/// which is taken for the last column of a document, and by a writer that sees a column for the first time.
/// </summary>
public sealed class PackedFastPathTests
{
    private const int MutationsAColumn = 40;

    // [1, 0, 1.0, nil, nil, [[0, column], [1, 30 x 0.0]], nil, nil]
    private static readonly byte[] Head = Convert.FromHexString("980100CB3FF0000000000000C0C0929200");
    private static readonly byte[] Tail =
    [
        0x92,
        1,
        0xDC,
        0,
        30,
        .. Enumerable.Repeat<byte[]>([0xCB, 0, 0, 0, 0, 0, 0, 0, 0], 30).SelectMany(item => item),
        0xC0,
        0xC0,
    ];

    public static TheoryData<string> Kinds => [.. PackedColumnData.Kinds];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Deserialize_AnyBodyOfAKind_IsWhatTheGeneralWayReads(string kind) =>
        Prop
            .ForAll(Gen.Choose(0, int.MaxValue).ToArbitrary(), seed => BothPathsAgree(kind, seed))
            .Check(Config.QuickThrowOnFailure.WithMaxTest(60));

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Serialize_SameColumnAgain_GivesTheSameBytes(string kind)
    {
        for (int points = 1; points <= 200; points++)
        {
            ColumnsSerializer serializer = ColumnsSerializer.Packed();
            double[] column = PackedColumnData.Create(kind, points, points);
            byte[] first = PackedDocument.Write(serializer, column);
            PackedDocument.Write(serializer, column).ShouldBe(first, $"{points} points");
        }
    }

    [Theory]
    [InlineData(1L << 30)]
    [InlineData((1L << 30) - 1)]
    [InlineData(-(1L << 30))]
    [InlineData(-(1L << 30) - 1)]
    [InlineData(1L << 31)]
    [InlineData(-(1L << 31))]
    public void Serialize_IntegersAtTheEdgeOfTheSweep_StayBitExact(long edge)
    {
        ColumnsSerializer serializer = ColumnsSerializer.Packed();
        double[] column = [.. Enumerable.Range(0, 50).Select(i => (edge + (i % 3) - 1) / 1000.0)];
        for (int i = 0; i < 2; i++)
        {
            PackedDocument.Read(
                PackedDocument.Write(serializer, column), column.Length, out double[] read).IsOk.ShouldBeTrue();
            Bits(read).ShouldBe(Bits(column));
        }
    }

    private static bool BothPathsAgree(string kind, int seed)
    {
        double[] column = PackedColumnData.Create(kind, 1 + (seed % 300), seed);
        byte[] body = PackedDocument.Body(column, out sbyte type);
        var random = new Random(seed);
        bool agree = type != 21 || Agree(body, column.Length);
        for (int i = 0; agree && type == 21 && i < MutationsAColumn; i++)
        {
            byte[] mutated = [.. body];
            mutated[random.Next(4) == 0 ? random.Next(body.Length) : random.Next(Math.Min(36, body.Length))] ^=
                (byte)(1 << random.Next(8));
            agree = Agree(mutated, column.Length);
        }

        return agree;
    }

    private static bool Agree(byte[] body, int points)
    {
        DecodeOutcome general = PackedDocument.Read(PackedDocument.Around(body), points, out double[] expected);
        DecodeOutcome swept = Read(body, points, out double[] found);
        return general.Status == swept.Status && Bits(found).SequenceEqual(Bits(expected));
    }

    private static DecodeOutcome Read(byte[] body, int points, out double[] column)
    {
        var ext = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(ext);
        writer.WriteExtHeader(21, body.Length);
        writer.WriteRaw(body);
        writer.Flush();
        var block = new CDataBlock(new BlockLayout([], [], [new ChannelShape(points), new ChannelShape(30)], 0, 0));
        DecodeOutcome outcome = ColumnsSerializer.Standard().Deserialize([.. Head, .. ext.WrittenSpan, .. Tail], block);
        column = outcome.IsOk ? block.Channel(BlockGroup.AD, 0).Values.ToArray() : [];
        return outcome;
    }

    private static long[] Bits(double[] values) => MemoryMarshal.Cast<double, long>(values).ToArray();
}
