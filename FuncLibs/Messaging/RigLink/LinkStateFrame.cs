using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Maps;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Messaging.RigLink;

/// <summary>State that the rig reports.</summary>
public enum LinkCondition : byte
{
    /// <summary>Not reported.</summary>
    Unknown,

    /// <summary>The rig sends blocks.</summary>
    Online,

    /// <summary>The rig sends no blocks, for the given reason.</summary>
    Offline,

    /// <summary>The rig restarts: sample indices and counts begin again.</summary>
    Restart,
}

/// <summary>A state frame: <c>{state: online|offline|restart, reason}</c>.</summary>
/// <param name="Condition">The state.</param>
/// <param name="Reason">Why, for people; may be empty. At most 256 UTF-8 bytes are read.</param>
public readonly record struct LinkStateFrame(LinkCondition Condition, string Reason)
{
    private const int MaxReasonBytes = 256;

    /// <summary>Writes the state into a frame.</summary>
    public void Write(LinkFrameWriter frame)
    {
        frame.Begin(LinkFrameType.State);
        var writer = new MessagePackWriter(frame);
        writer.WriteMapHeader(2);
        writer.Write("state");
        writer.Write(NameOf(Condition));
        writer.Write("reason");
        writer.Write(Reason.Length <= MaxReasonBytes / 4 ? Reason : Shortened(Reason));
        writer.Flush();
        frame.End();
    }

    /// <summary>Reads a state frame.</summary>
    public static LinkOutcome Read(ReadOnlySpan<byte> body, out LinkStateFrame state)
    {
        state = default;
        var reader = new MapReader(body);
        if (!reader.OpenDocument(CatalogueLimits.Default.Depth, out MapScope map)
            || !reader.Read(map, "state", CatalogueLimits.Default.NameBytes, out string name)
            || !reader.Read(map, "reason", MaxReasonBytes, out string reason))
        {
            return new LinkOutcome(LinkStatus.BadBody, $"state: {reader.Fault}");
        }

        LinkCondition condition = name switch
        {
            "online" => LinkCondition.Online,
            "offline" => LinkCondition.Offline,
            "restart" => LinkCondition.Restart,
            _ => LinkCondition.Unknown,
        };
        state = new LinkStateFrame(condition, reason);
        return condition != LinkCondition.Unknown
            ? LinkOutcome.Ok
            : new LinkOutcome(LinkStatus.BadBody, $"state '{name}'; known are online, offline, restart");
    }

    private static string NameOf(LinkCondition condition) => condition switch
    {
        LinkCondition.Online => "online",
        LinkCondition.Restart => "restart",
        _ => "offline",
    };

    // A UTF-16 unit takes up to 3 UTF-8 bytes (a surrogate pair 4), so a third of the limit always fits.
    private static string Shortened(string reason)
    {
        int length = Math.Min(reason.Length, MaxReasonBytes / 3);
        return reason[..(char.IsHighSurrogate(reason[length - 1]) ? length - 1 : length)];
    }
}
