using System.Buffers;
using System.Buffers.Binary;
using System.Text;
using FuncLibs.Objects;
using FuncLibs.Objects.BuiltIn;
using FuncLibs.Objects.Records;
using FuncLibs.Runtime.Checksums;

namespace FuncLibs.Tests.Objects.Records;

/// <summary>Streams of records, and what a reader makes of them.</summary>
internal static class RecordTrial
{
    public static IObjectSerializer Json { get; } = ObjectSerializers.Create(ObjectFormat.JsonDefault)!;

    /// <summary>Writes texts as records.</summary>
    public static byte[] Write(params string[] values) => Write([.. values.Select(Encoding.UTF8.GetBytes)], out _);

    /// <summary>Writes payloads as they are.</summary>
    public static byte[] Write(IReadOnlyList<byte[]> payloads, out List<Range> places)
    {
        ArrayBufferWriter<byte> output = new();
        RecordWriter writer = new(output, new RawSerializer(), 0);
        places = [];
        foreach (byte[] payload in payloads)
        {
            int begin = output.WrittenCount;
            writer.Append(payload).IsOk.ShouldBeTrue();
            places.Add(begin..output.WrittenCount);
        }

        return output.WrittenSpan.ToArray();
    }

    /// <summary>Reads all pieces, and checks what holds for any bytes: no hole between them, and a closed
    /// account.</summary>
    public static RecordReading Read(byte[] bytes, int chunk = int.MaxValue, ObjectLimits? limits = null)
    {
        RecordReader reader = new(new ChunkStream(bytes, chunk), new RawSerializer(), limits);
        List<(RecordOutcome Outcome, byte[]? Value)> pieces = [];
        long at = 0;
        long skipped = 0;
        while (reader.Read(out RecordOutcome outcome, out byte[]? value))
        {
            if (outcome.Offset != at || value is not null != outcome.Payload.IsOk)
                Assert.Fail($"after byte {at}: {outcome}");
            at += outcome.Length;
            skipped += outcome.IsOk ? 0 : outcome.Length;
            pieces.Add((outcome, value));
        }

        RecordAccount account = reader.Account;
        at.ShouldBe(bytes.Length);
        (account.Good + account.Damaged + account.Missing).ShouldBe(account.Next, account.ToString());
        account.SkippedBytes.ShouldBe(skipped);
        account.Good.ShouldBe(pieces.Count(piece => piece.Outcome.IsOk));
        account.Missing.ShouldBe(pieces.Sum(
            piece => piece.Outcome.Status == RecordStatus.Gap ? Math.Max(0, piece.Outcome.Records) : 0));
        return new RecordReading(pieces, account, reader.Examined);
    }

    /// <summary>A header whose CRC is right.</summary>
    public static byte[] Header(uint length, long number)
    {
        byte[] header = new byte[RecordFrame.HeaderBytes];
        RecordFrame.Marker.CopyTo(header);
        BinaryPrimitives.WriteUInt32LittleEndian(header.AsSpan(4), length);
        BinaryPrimitives.WriteInt64LittleEndian(header.AsSpan(8), number);
        BinaryPrimitives.WriteUInt32LittleEndian(header.AsSpan(24), Crc32C.Compute(header.AsSpan(0, 24)));
        return header;
    }

    // Bytes as they are, so that tests choose what a payload is. The texts "bad" are refused.
    private sealed class RawSerializer : IObjectSerializer
    {
        public string Name => "raw";

        public string ContentType => "application/octet-stream";

        public ObjectOutcome Serialize<T>(T value, IBufferWriter<byte> output)
        {
            byte[] bytes = (byte[])(object)value!;
            output.Write(bytes);
            return ObjectOutcome.Done(bytes.Length);
        }

        public ObjectOutcome Deserialize<T>(ReadOnlyMemory<byte> input, out T? value)
        {
            bool isBad = input.Span.SequenceEqual("bad"u8);
            value = isBad ? default : (T)(object)input.ToArray();
            return isBad ? new ObjectOutcome(ObjectStatus.Malformed, 1, "$.a", "no", Name)
                : ObjectOutcome.Done(input.Length);
        }
    }
}

/// <summary>What a reader made of a stream.</summary>
internal sealed record RecordReading(
    List<(RecordOutcome Outcome, byte[]? Value)> Pieces, RecordAccount Account, long Examined)
{
    /// <summary>The texts of the records that are ok.</summary>
    public string[] Texts =>
        [.. Pieces.Where(piece => piece.Outcome.IsOk).Select(piece => Encoding.UTF8.GetString(piece.Value!))];

    /// <summary>What was said of the others.</summary>
    public string[] Faults =>
        [.. Pieces.Where(piece => !piece.Outcome.IsOk).Select(piece => piece.Outcome.ToString())];
}

/// <summary>Bytes that come in pieces.</summary>
internal sealed class ChunkStream(byte[] bytes, int chunk) : MemoryStream(bytes)
{
    public override int Read(Span<byte> buffer) => base.Read(buffer[..Math.Min(buffer.Length, chunk)]);
}
