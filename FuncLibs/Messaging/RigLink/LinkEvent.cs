using System.Text;
using System.Text.Unicode;
using FuncLibs.Blocks.Maps;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;

namespace FuncLibs.Messaging.RigLink;

/// <summary>
/// An event frame: something happened at the rig that its values do not show.
/// <code>{name, stream, sampleIndex, utcNs, severity?, channel?, text?}</code>
/// </summary>
/// <param name="Name">What happened: 1 to 24 of a-z 0-9 _ -, as in <c>interlock</c>.</param>
/// <param name="Stream">Number of its stream in the hello.</param>
/// <param name="SampleIndex">First base sample to which it applies.</param>
/// <param name="UtcNs">Due time of that sample by the rig's clock, UTC ns since the Unix epoch.</param>
/// <param name="Severity">Severity.</param>
/// <param name="Channel">Channel or sensor, as in <c>servo1.stroke</c>; empty = the whole rig. At most 64
/// bytes.</param>
/// <param name="Text">One line for people; may be empty. At most 256 bytes.</param>
public sealed record LinkEvent(
    string Name,
    uint Stream,
    long SampleIndex,
    long UtcNs,
    EventSeverity Severity = EventSeverity.Info,
    string Channel = "",
    string Text = "")
{
    /// <summary>Largest map in bytes that a reader accepts; a larger one is refused unread.</summary>
    public const int MaxBytes = 2048;

    /// <summary>Longest channel name in UTF-8 bytes.</summary>
    public const int MaxChannelBytes = 64;

    /// <summary>Longest text in UTF-8 bytes.</summary>
    public const int MaxTextBytes = 256;

    private static readonly MapSchema<LinkEvent> Schema = new MapSchema<LinkEvent>("event", new LinkEvent("", 0, 0, 0))
        .Add(
            "name",
            new MapCodec<string>(WriteText, TryReadName),
            e => e.Name,
            (ref e, value) => e = e with { Name = value })
        .Add("stream", MapCodec.UInt32, e => e.Stream, (ref e, value) => e = e with { Stream = value })
        .Add("sampleIndex", MapCodec.Int64, e => e.SampleIndex, (ref e, value) => e = e with { SampleIndex = value })
        .Add("utcNs", MapCodec.Int64, e => e.UtcNs, (ref e, value) => e = e with { UtcNs = value })
        .Add("severity", EventSeverityText.Codec, e => e.Severity, (ref e, value) => e = e with { Severity = value })
        .Add("channel", TextOfAtMost(MaxChannelBytes), e => e.Channel, (ref e, value) => e = e with { Channel = value })
        .Add("text", TextOfAtMost(MaxTextBytes), e => e.Text, (ref e, value) => e = e with { Text = value })
        .Require("name")
        .Require("stream")
        .Require("sampleIndex");

    /// <summary>Writes the event into a frame.</summary>
    public void Write(LinkFrameWriter frame)
    {
        frame.Begin(LinkFrameType.Event);
        Schema.Write(frame, this);
        frame.End();
    }

    /// <summary>Reads an event frame. A faulty event does not close the link, because its frame is intact.</summary>
    /// <returns>Null for a faulty event; <paramref name="fault"/> then gives the reason in one line.</returns>
    public static LinkEvent? Read(ReadOnlySpan<byte> body, out string fault)
    {
        fault = "";
        if (body.Length > MaxBytes)
        {
            fault = $"{body.Length} bytes; an event has {MaxBytes} at most";
            return null;
        }

        if (Schema.TryRead(body, out LinkEvent read, out MapFault why))
            return read;
        fault = why.ToString();
        return null;
    }

    private static MapCodec<string> TextOfAtMost(int maxBytes) => new(
        WriteText, (ref map, member, out value) => TryReadText(ref map, member, maxBytes, out value));

    private static void WriteText(ref MapWriter map, ReadOnlySpan<byte> key, string value) => map.Write(key, value);

    private static bool TryReadName(ref MapReader map, string member, out string name)
    {
        name = "";
        if (!map.Read(member, out ReadOnlySpan<byte> utf8))
            return false;
        if (TopicName.FindFault(utf8) is not null)
            return map.Refuse(member);
        name = Encoding.ASCII.GetString(utf8);
        return true;
    }

    // The length is checked before the text is allocated. Texts go to logs and terminals, so control characters become
    // spaces.
    private static bool TryReadText(ref MapReader map, string member, int maxBytes, out string text)
    {
        text = "";
        if (!map.Read(member, out ReadOnlySpan<byte> utf8))
            return false;
        if (utf8.Length > maxBytes || !Utf8.IsValid(utf8))
            return map.Refuse(member);
        text = Encoding.UTF8.GetString(utf8);
        if (text.Any(char.IsControl))
            text = string.Concat(text.Select(c => char.IsControl(c) ? ' ' : c));
        return true;
    }
}
