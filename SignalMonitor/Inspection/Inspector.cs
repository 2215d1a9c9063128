using System.Globalization;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Messaging.Wire;

namespace SignalMonitor.Inspection;

/// <summary>Walks over the documents of one file. Offsets are those of the file.</summary>
internal sealed class Inspector(byte[] bytes, TextWriter output, SerializerRegistry registry)
{
    private const byte MapContent = 8;
    private const int LengthOffset = 5;
    private const int WordSize = 8;

    private readonly CDataBlock _block = new(BlockLayout.Empty);

    /// <summary>Prints all documents; false at the first that cannot be read.</summary>
    /// <param name="content">Name of the format, or empty.</param>
    public bool Run(string content)
    {
        int at = 0;
        for (int document = 0; at < bytes.Length; document++)
        {
            string[] names = content.Length > 0 ? [content] : Guess.At(bytes.AsSpan(at));
            output.WriteLine(
                string.Create(CultureInfo.InvariantCulture, $"document {document} at byte {at}: {names[0]}"));
            int? length = names[0] == Guess.Frame ? PrintFrame(at) : PrintDocument(at, bytes.Length - at, names);
            if (length is null)
                return false;
            at += length.Value;
            if (bytes.AsSpan(at).Trim(" \t\r\n"u8).IsEmpty)
                break;
        }

        return true;
    }

    // Length of the frame, or null when it is bad.
    private int? PrintFrame(int at)
    {
        int headerLength = bytes.Length - at > LengthOffset ? bytes[at + LengthOffset] * WordSize : 0;
        headerLength = Math.Clamp(headerLength, Math.Min(FrameHeader.Size, bytes.Length - at), bytes.Length - at);
        ReadOnlySpan<byte> header = bytes.AsSpan(at, headerLength);
        int claimed = headerLength >= FrameHeader.Size ? HeaderText.PayloadLength(header) : 0;
        int payloadAt = at + headerLength;
        int payload = Math.Clamp(claimed, 0, bytes.Length - payloadAt);
        FrameOutcome outcome = FrameHeaderReader.Read(
            header, bytes.AsSpan(payloadAt, payload), FrameLimits.Default, out FrameHeader fields);
        if (headerLength >= FrameHeader.Size)
            HeaderText.Print(header, at, output);
        output.WriteLine($"frame: {outcome}");
        if (!outcome.IsOk)
            return null;
        if (payload == 0)
            return headerLength;
        string? name = fields.Content == MapContent ? Guess.Map : NameOf(fields.Content);
        if (name is null)
        {
            output.WriteLine(
                string.Create(CultureInfo.InvariantCulture, $"content {fields.Content} is not registered here"));
            return null;
        }

        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"payload at byte {payloadAt}: {name}"));
        return PrintDocument(payloadAt, payload, [name]) is null ? null : headerLength + payload;
    }

    private int? PrintDocument(int at, int length, string[] names)
    {
        var tokens = new TokenText(bytes.AsSpan(at, length), at, output);
        if (names[0] == Guess.Map)
            return tokens.Print() ? tokens.Position : null;
        int? read = Decode(names, at, length);
        if (names[0] is not (Guess.Json or Guess.Cbor or Guess.Protobuf))
            tokens.Print();
        if (read is not null)
            BlockText.Print(_block, output);
        return read;
    }

    // Of several formats that refuse it, the one that read furthest has the best reason.
    private int? Decode(string[] names, int at, int length)
    {
        DecodeOutcome furthest = default;
        foreach (string name in names)
        {
            DecodeOutcome outcome = Decode(registry.Create(name)!, bytes.AsSpan(at, length));
            if (outcome.IsOk)
            {
                output.WriteLine($"{name}: {outcome}");
                return (int)outcome.Offset;
            }

            if (furthest.Status == DecodeStatus.None || outcome.Offset > furthest.Offset)
                furthest = outcome;
        }

        output.WriteLine(furthest.ToString());
        if (furthest.Format?.Contains(" inside ", StringComparison.Ordinal) != true)
            HexText.PrintAround(bytes, at + furthest.Offset, output);
        return null;
    }

    // A document with others after it is refused with the offset of its end, and then read without them.
    private DecodeOutcome Decode(IBlockSerializer serializer, ReadOnlySpan<byte> rest)
    {
        DecodeOutcome outcome = serializer.Deserialize(rest, _block);
        return outcome.Status == DecodeStatus.TrailingBytes && outcome.Offset < rest.Length
            ? serializer.Deserialize(rest[..(int)outcome.Offset], _block)
            : outcome;
    }

    private string? NameOf(byte content) =>
        registry.Names.FirstOrDefault(name => registry.Create(name)!.ContentId == content);
}
