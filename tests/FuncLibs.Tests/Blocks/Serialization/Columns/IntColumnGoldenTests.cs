using System.Buffers;
using System.Runtime.InteropServices;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Blocks.Serialization.Columns;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Tests.Blocks.Serialization.Columns;

/// <summary>
/// The golden bodies of ext 22, <c>int-column-NAME.bin</c>, and their values, <c>int-column-NAME.i64</c>.
/// </summary>
public sealed class IntColumnGoldenTests
{
    private const string Values = "0-values";
    private const string Runs = "1-runs";

    [Theory]
    [InlineData(Values)]
    [InlineData(Runs)]
    public void Deserialize_GoldenBody_GivesTheGoldenValues(string name)
    {
        long[] values = MemoryMarshal.Cast<byte, long>(Read(name, "i64")).ToArray();
        CDataBlock block = Block(new long[values.Length]);

        ColumnsSerializer.Standard().Deserialize(Document(Read(name, "bin"), values.Length), block).IsOk.ShouldBeTrue();

        block.Channel(BlockGroup.Servo, 0).Count.ToArray().ShouldBe(values);
    }

    [Theory]
    [InlineData(Values)]
    [InlineData(Runs)]
    public void Deserialize_GoldenBodyAsExt74OfRelease010_GivesTheGoldenValues(string name)
    {
        long[] values = MemoryMarshal.Cast<byte, long>(Read(name, "i64")).ToArray();
        CDataBlock block = Block(new long[values.Length]);

        ColumnsSerializer.Standard().Deserialize(
            Document(Read(name, "bin"), values.Length, type: 74), block).IsOk.ShouldBeTrue();

        block.Channel(BlockGroup.Servo, 0).Count.ToArray().ShouldBe(values);
    }

    [Fact]
    public void Serialize_Runs_GivesTheGoldenBody()
    {
        var output = new ArrayBufferWriter<byte>();

        ColumnsSerializer.Packed().Serialize(Block(MemoryMarshal.Cast<byte, long>(Read(Runs, "i64"))), output);

        output.WrittenSpan.IndexOf(Read(Runs, "bin")).ShouldBeGreaterThan(0);
    }

    [Theory]
    [InlineData(Values)]
    [InlineData(Runs)]
    public void Deserialize_GoldenBodyCutAtEveryByte_IsAnOutcome(string name)
    {
        byte[] body = Read(name, "bin");
        int points = Read(name, "i64").Length / sizeof(long);
        for (int length = 0; length < body.Length; length++)
        {
            DecodeOutcome outcome =
                ColumnsSerializer.Standard().Deserialize(Document(body.AsSpan(0, length), points), Block([]));

            outcome.Status.ShouldBe(DecodeStatus.LengthMismatch);
        }
    }

    [PythonTheory]
    [InlineData(Values)]
    [InlineData(Runs)]
    public async Task Decode_GoldenBodyInPython_GivesTheGoldenValues(string name) =>
        (await PythonDecoder.DecodeAsync("decode_ints.py", PathOf(name, "bin"))).ShouldBe(Read(name, "i64"));

    private static string PathOf(string name, string extension) =>
        Path.Combine(AppContext.BaseDirectory, "Vectors", $"int-column-{name}.{extension}");

    private static byte[] Read(string name, string extension) => File.ReadAllBytes(PathOf(name, extension));

    private static CDataBlock Block(ReadOnlySpan<long> count)
    {
        var block = new CDataBlock(new BlockLayout([new ChannelShape(count.Length)], [], [], 0, 0));
        block.SetGroup(BlockGroup.Servo, 1);
        BlockChannel channel = block.Channel(BlockGroup.Servo, 0);
        channel.PointCount = count.Length;
        channel.ActiveCtrl.Clear();
        count.CopyTo(channel.Count);
        channel.Command.Clear();
        channel.Output.Clear();
        block.Counts = block.ArrayLengths;
        return block;
    }

    // [1, 0, 1.0, [[0, points, 0, ext 22, 0.0, 0.0]], nil, nil, nil, nil]
    private static byte[] Document(ReadOnlySpan<byte> body, int points, sbyte type = 22)
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(output);
        writer.WriteRaw([0x98, 1, 0, 0xCB, 0x3F, 0xF0, 0, 0, 0, 0, 0, 0, 0x91, 0x96, 0, (byte)points, 0]);
        writer.WriteExtHeader(type, body.Length);
        writer.WriteRaw(body);
        writer.Write(0.0);
        writer.Write(0.0);
        writer.WriteRaw([0xC0, 0xC0, 0xC0, 0xC0]);
        writer.Flush();
        return output.WrittenSpan.ToArray();
    }
}
