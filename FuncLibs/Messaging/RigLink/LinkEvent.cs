using System.Text;
using System.Text.Unicode;
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
/// <param name="Channel">Channel or sensor, as in <c>servo1.stroke</c>; empty = the whole rig. At most 64 bytes.</param>
/// <param name="Text">One line for people; may be empty. At most 256 bytes.</param>
public sealed record LinkEvent(
    string Name, uint Stream, long SampleIndex, long UtcNs, EventSeverity Severity = EventSeverity.Info, string Channel = "", string Text = "")
{
    /// <summary>Largest map in bytes that a reader accepts; a larger one is refused unread.</summary>
    public const int MaxBytes = 2048;

    /// <summary>Longest channel name in UTF-8 bytes.</summary>
    public const int MaxChannelBytes = 64;

    /// <summary>Longest text in UTF-8 bytes.</summary>
    public const int MaxTextBytes = 256;

    /// <summary>Writes the event into a frame.</summary>
    public void Write(LinkFrameWriter frame)
    {
        frame.Begin(LinkFrameType.Event);
        var map = new MapWriter(frame);
        map.Map(7);
        map.Write("name"u8, Name);
        map.Write("stream"u8, (ulong)Stream);
        map.Write("sampleIndex"u8, SampleIndex);
        map.Write("utcNs"u8, UtcNs);
        map.WriteText("severity"u8, EventSeverityText.ToUtf8(Severity));
        map.Write("channel"u8, Channel);
        map.Write("text"u8, Text);
        map.Flush();
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

        var map = new MapReader(body);
        LinkEvent? read = Read(ref map);
        if (read is null)
            fault = map.Fault.ToString();
        return read;
    }

    private static LinkEvent? Read(ref MapReader map)
    {
        LinkEvent found = new("", 0, 0, 0);
        bool hasStream = false;
        bool hasIndex = false;
        bool ok = map.Map("event", out int pairs);
        for (int i = 0; ok && i < pairs; i++)
        {
            ok = map.Key("event", out ReadOnlySpan<byte> key);
            hasStream |= key.SequenceEqual("stream"u8);
            hasIndex |= key.SequenceEqual("sampleIndex"u8);
            ok = ok && TryReadMember(ref map, key, ref found);
        }

        ok = ok && map.Require("name", found.Name.Length > 0) && map.Require("stream", hasStream)
            && map.Require("sampleIndex", hasIndex) && map.End("event");
        return ok ? found : null;
    }

    private static bool TryReadMember(ref MapReader map, ReadOnlySpan<byte> key, ref LinkEvent found)
    {
        bool ok;
        if (key.SequenceEqual("name"u8))
            (ok, found) = (TryReadName(ref map, out string name), found with { Name = name });
        else if (key.SequenceEqual("stream"u8))
            (ok, found) = (map.Read("stream", out uint stream), found with { Stream = stream });
        else if (key.SequenceEqual("sampleIndex"u8))
            (ok, found) = (map.Read("sampleIndex", out long index), found with { SampleIndex = index });
        else if (key.SequenceEqual("utcNs"u8))
            (ok, found) = (map.Read("utcNs", out long utcNs), found with { UtcNs = utcNs });
        else if (key.SequenceEqual("severity"u8))
            (ok, found) = (map.Read("severity", out ReadOnlySpan<byte> severity), found with { Severity = EventSeverityText.Parse(severity) });
        else if (key.SequenceEqual("channel"u8))
            (ok, found) = (TryReadText(ref map, "channel", MaxChannelBytes, out string channel), found with { Channel = channel });
        else if (key.SequenceEqual("text"u8))
            (ok, found) = (TryReadText(ref map, "text", MaxTextBytes, out string text), found with { Text = text });
        else
            ok = map.Skip("event");
        return ok;
    }

    private static bool TryReadName(ref MapReader map, out string name)
    {
        name = "";
        if (!map.Read("name", out ReadOnlySpan<byte> utf8))
            return false;
        if (TopicName.FaultOf(utf8) is not null)
            return map.Refuse("name");
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
