namespace FuncLibs.Messaging.Wire.Control.Replay;

/// <summary>How a replay ended.</summary>
public enum ReplayResult : byte
{
    /// <summary>Not said, or a word that this version does not know.</summary>
    Unknown,

    /// <summary>Everything that was asked for was sent.</summary>
    Complete,

    /// <summary>Sent up to <see cref="EndAnswer.AvailableTo"/>: the rest is not written yet, or the replay was cancelled.</summary>
    Partial,

    /// <summary>What follows what was sent is not kept, up to <see cref="EndAnswer.FirstAvailable"/>; ask again from there.</summary>
    Gone,

    /// <summary>Not now: ask again after <see cref="EndAnswer.RetryAfterMs"/>.</summary>
    Busy,

    /// <summary>The disk refuses what follows what was sent, which may be whole: ask again after
    /// <see cref="EndAnswer.RetryAfterMs"/>. From
    /// <see cref="EndAnswer.FirstAvailable"/> on it can be asked for apart; 0 not known.</summary>
    Unavailable,
}

/// <summary>Names of <see cref="ReplayResult"/> on the wire.</summary>
internal static class ReplayResultText
{
    public static ReadOnlySpan<byte> ToUtf8(ReplayResult result) => result switch
    {
        ReplayResult.Complete => "complete"u8,
        ReplayResult.Partial => "partial"u8,
        ReplayResult.Gone => "gone"u8,
        ReplayResult.Busy => "busy"u8,
        ReplayResult.Unavailable => "unavailable"u8,
        _ => "unknown"u8,
    };

    public static ReplayResult Parse(ReadOnlySpan<byte> text)
    {
        for (ReplayResult result = ReplayResult.Complete; result <= ReplayResult.Unavailable; result++)
        {
            if (text.SequenceEqual(ToUtf8(result)))
                return result;
        }

        return ReplayResult.Unknown;
    }
}
