namespace FuncLibs.Messaging.RigLink;

/// <summary>How a step on the controller link ended. Anything but <see cref="Ok"/> and <see cref="Pending"/> closes it.</summary>
public enum LinkStatus : byte
{
    /// <summary>Nothing was tried: the value of <c>default</c>, never a success.</summary>
    None,

    /// <summary>All is well.</summary>
    Ok,

    /// <summary>No whole frame is there yet; ask again.</summary>
    Pending,

    /// <summary>The peer closed the connection.</summary>
    Closed,

    /// <summary>No whole frame came for <see cref="LinkProtocol.SilenceLimit"/>.</summary>
    Silent,

    /// <summary>A length field is 0 or above its limit.</summary>
    BadLength,

    /// <summary>A type byte is not known.</summary>
    BadType,

    /// <summary>A hello is missing, late or not valid.</summary>
    BadHello,

    /// <summary>The body of a frame is not what its type says.</summary>
    BadBody,

    /// <summary>A block that the hello does not describe.</summary>
    NotDescribed,

    /// <summary>The peer does not take what is sent to it.</summary>
    Stuck,

    /// <summary>The operating system reported an error of the connection.</summary>
    Failed,
}

/// <summary>Outcome of a step on the controller link. Making one takes no memory; the text is put together when somebody asks.</summary>
/// <param name="Status">How it ended.</param>
/// <param name="Detail">More about it, or null.</param>
/// <param name="Value">The offending number, or 0.</param>
public readonly record struct LinkOutcome(LinkStatus Status, string? Detail = null, long Value = 0)
{
    /// <summary>A success.</summary>
    public static LinkOutcome Ok => new(LinkStatus.Ok);

    /// <summary>No whole frame yet.</summary>
    public static LinkOutcome Pending => new(LinkStatus.Pending);

    /// <summary>True when all is well.</summary>
    public bool IsOk => Status == LinkStatus.Ok;

    /// <summary>True when the link has to be closed.</summary>
    public bool IsFatal => Status is not (LinkStatus.Ok or LinkStatus.Pending);

    /// <summary>The reason as a person, and the peer, should read it.</summary>
    public override string ToString()
    {
        string text = Status switch
        {
            LinkStatus.Closed => "the peer closed the connection",
            LinkStatus.Silent => $"nothing was received for {LinkProtocol.SilenceLimit.TotalSeconds:0} s",
            LinkStatus.BadLength =>
                $"a frame length of {Value} bytes; allowed are 1 to {LinkProtocol.MaxLength} (maps: {LinkProtocol.MaxMapLength})",
            LinkStatus.BadType => $"a frame of type {Value}; known are 1 to 5",
            LinkStatus.BadHello => "no valid hello",
            LinkStatus.BadBody => "a frame whose body is not what its type says",
            LinkStatus.NotDescribed => "a block that the hello does not describe",
            LinkStatus.Stuck => "the peer does not take what is sent to it",
            LinkStatus.Failed => "the connection failed",
            _ => Status.ToString(),
        };
        return Detail is null ? text : $"{text}: {Detail}";
    }
}
