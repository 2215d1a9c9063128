using System.Buffers.Binary;
using System.IO.Hashing;
using System.Text;
using System.Text.Json;
using FuncLibs.Blocks.Serialization.Lz4;
using SignalMonitor.Exporting.Formats;

namespace SignalMonitor.Tests.Exporting.Formats;

// MCAP's own library reads such a file in Interop.
public sealed class McapFormatTests : IDisposable
{
    private readonly FormatRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task File_Records_AreInTheOrderOfTheSpecification()
    {
        await _rig.WriteAsync(new McapFormat());

        Records().Select(record => record.Opcode).ShouldBe(
        [
            McapOpcode.Header, McapOpcode.Schema, McapOpcode.Channel, McapOpcode.Metadata,
            McapOpcode.Chunk, McapOpcode.MessageIndex, McapOpcode.DataEnd,
            McapOpcode.Schema, McapOpcode.Channel, McapOpcode.Statistics, McapOpcode.ChunkIndex,
            McapOpcode.MetadataIndex,
            McapOpcode.SummaryOffset, McapOpcode.SummaryOffset, McapOpcode.SummaryOffset, McapOpcode.SummaryOffset,
            McapOpcode.SummaryOffset, McapOpcode.Footer,
        ]);
    }

    [Fact]
    public async Task Checksums_OfDataAndSummary_AreThoseOfTheBytes()
    {
        await _rig.WriteAsync(new McapFormat());
        byte[] file = File.ReadAllBytes(_rig.Path);
        (McapOpcode _, int dataEnd, byte[] end) = Records().Single(record => record.Opcode == McapOpcode.DataEnd);
        (McapOpcode _, int footer, byte[] last) = Records()[^1];

        BinaryPrimitives.ReadUInt32LittleEndian(end).ShouldBe(Crc32.HashToUInt32(file.AsSpan(0, dataEnd)));
        int summary = (int)BinaryPrimitives.ReadInt64LittleEndian(last);
        BinaryPrimitives.ReadUInt32LittleEndian(last.AsSpan(16))
            .ShouldBe(Crc32.HashToUInt32(file.AsSpan(summary, footer + 9 + 16 - summary)));
    }

    [Fact]
    public async Task Messages_OfAChunk_AreObjectsWithoutWhatIsNoNumber()
    {
        await _rig.WriteAsync(new McapFormat());

        JsonElement[] messages = [.. Messages()];

        messages.Length.ShouldBe(FormatRig.Force.Length);
        for (int i = 0; i < messages.Length; i++)
        {
            messages[i].TryGetProperty("servo1.force", out JsonElement force).ShouldBe(
                double.IsFinite(FormatRig.Force[i]));
            if (double.IsFinite(FormatRig.Force[i]))
                force.GetDouble().ShouldBe(FormatRig.Force[i]);
            messages[i].GetProperty("ad1").GetDouble().ShouldBe(i);
        }
    }

    [Fact]
    public async Task Rows_MoreThanAChunk_AreInSeveralWithOneSequence()
    {
        const int Pieces = 5000;
        await _rig.WriteAsync(new McapFormat(formatters: 2), Pieces);

        Records().Count(record => record.Opcode == McapOpcode.Chunk).ShouldBeGreaterThan(1);
        byte[] statistics = Records().Single(record => record.Opcode == McapOpcode.Statistics).Content;
        BinaryPrimitives.ReadInt64LittleEndian(statistics).ShouldBe(Pieces * FormatRig.Force.Length);
        Messages().Select((message, row) => message.GetProperty("seconds").GetDouble() == row / 1000.0)
            .ShouldAllBe(same => same);
    }

    [Fact]
    public void Lz4Frame_MoreThanABlock_IsBlocksThatReadBack()
    {
        byte[] source = new byte[(4 << 20) + 1000];
        new Random(1).NextBytes(source.AsSpan(0, 4 << 20));
        byte[] frame = new byte[Lz4Frame.MaxBytes(source.Length)];

        int length = Lz4Frame.Compress(source, frame);

        Unpack(frame.AsSpan(0, length).ToArray(), source.Length).ShouldBe(source);
    }

    private IEnumerable<JsonElement> Messages()
    {
        foreach ((McapOpcode _, int _, byte[] chunk) in Records().Where(record => record.Opcode == McapOpcode.Chunk))
        {
            int bytes = (int)BinaryPrimitives.ReadInt64LittleEndian(chunk.AsSpan(16));
            uint crc = BinaryPrimitives.ReadUInt32LittleEndian(chunk.AsSpan(24));
            int name = BinaryPrimitives.ReadInt32LittleEndian(chunk.AsSpan(28));
            Encoding.UTF8.GetString(chunk, 32, name).ShouldBe("lz4");
            byte[] records = Unpack(chunk[(32 + name + 8)..], bytes);
            Crc32.HashToUInt32(records).ShouldBe(crc);
            foreach ((McapOpcode opcode, int _, byte[] message) in Split(records, 0, records.Length))
            {
                opcode.ShouldBe(McapOpcode.Message);
                yield return JsonDocument.Parse(message.AsMemory(22)).RootElement;
            }
        }
    }

    private List<(McapOpcode Opcode, int At, byte[] Content)> Records()
    {
        byte[] file = File.ReadAllBytes(_rig.Path);
        file[..8].ShouldBe(file[^8..]);
        return [.. Split(file, 8, file.Length - 8)];
    }

    private static IEnumerable<(McapOpcode Opcode, int At, byte[] Content)> Split(byte[] bytes, int from, int to)
    {
        for (int at = from; at < to;)
        {
            int length = (int)BinaryPrimitives.ReadInt64LittleEndian(bytes.AsSpan(at + 1));
            yield return ((McapOpcode)bytes[at], at, bytes[(at + 9)..(at + 9 + length)]);
            at += 9 + length;
        }
    }

    private static byte[] Unpack(byte[] frame, int length)
    {
        byte[] bytes = new byte[length];
        int written = 0;
        for (int at = 7; BinaryPrimitives.ReadUInt32LittleEndian(frame.AsSpan(at)) is var size and not 0;)
        {
            int stored = (int)(size & int.MaxValue);
            ReadOnlySpan<byte> block = frame.AsSpan(at + 4, stored);
            if (size > int.MaxValue)
            {
                block.CopyTo(bytes.AsSpan(written));
                written += stored;
            }
            else
            {
                int unpacked = Lz4Block.Decompress(block, bytes.AsSpan(written));
                unpacked.ShouldBeGreaterThan(0);
                written += unpacked;
            }

            at += 4 + stored;
        }

        written.ShouldBe(length);
        return bytes;
    }
}
