namespace FuncLibs.Messaging.RigLink;

/// <summary>
/// Result of a step on the controller link. Any but <see cref="Ok"/> and <see cref="Pending"/> closes the link.
/// </summary>
public enum LinkStatus : byte
{
    /// <summary>Not attempted: the value of <c>default</c>, never a success.</summary>
    None,

    /// <summary>Success.</summary>
    Ok,

    /// <summary>No complete frame yet; call again.</summary>
    Pending,

    /// <summary>The peer closed the connection.</summary>
    Closed,

    /// <summary>No complete frame arrived for <see cref="LinkProtocol.SilenceLimit"/>.</summary>
    Silent,

    /// <summary>A length field is 0 or above its limit.</summary>
    BadLength,

    /// <summary>Unknown type byte.</summary>
    BadType,

    /// <summary>A hello is missing, late or invalid.</summary>
    BadHello,

    /// <summary>The body of a frame does not match its type.</summary>
    BadBody,

    /// <summary>A block that the hello does not describe.</summary>
    NotDescribed,

    /// <summary>The peer does not read what is sent to it.</summary>
    Stalled,

    /// <summary>The operating system reported an error of the connection.</summary>
    Failed,

    /// <summary>
    /// No TLS with this peer: a certificate that is not trusted, no TLS at all, or no answer in time.
    /// </summary>
    NotSecure,
}

/// <summary>
/// Outcome of a step on the controller link. Creating one does not allocate; its text is built only on demand.
/// </summary>
/// <param name="Status">The status.</param>
/// <param name="Detail">Details, or null.</param>
/// <param name="Value">The offending number, or 0.</param>
public readonly record struct LinkOutcome(LinkStatus Status, string? Detail = null, long Value = 0)
{
    /// <summary>A success.</summary>
    public static LinkOutcome Ok => new(LinkStatus.Ok);

    /// <summary>No complete frame yet.</summary>
    public static LinkOutcome Pending => new(LinkStatus.Pending);

    /// <summary>True for a success.</summary>
    public bool IsOk => Status == LinkStatus.Ok;

    /// <summary>True when the link must be closed.</summary>
    public bool IsFatal => Status is not (LinkStatus.Ok or LinkStatus.Pending);

    /// <summary>The reason, for logs and for the peer.</summary>
    public override string ToString()
    {
        string text = Status switch
        {
            LinkStatus.Closed => "the peer closed the connection",
            LinkStatus.Silent => $"nothing was received for {LinkProtocol.SilenceLimit.TotalSeconds:0} s",
            LinkStatus.BadLength =>
                $"a frame length of {Value} bytes; allowed are 1 to {LinkProtocol.MaxLength} (maps: "
                    + $"{LinkProtocol.MaxMapLength})",
            LinkStatus.BadType => $"a frame of type {Value}; known are 1 to 5",
            LinkStatus.BadHello => "no valid hello",
            LinkStatus.BadBody => "a frame whose body does not match its type",
            LinkStatus.NotDescribed => "a block that the hello does not describe",
            LinkStatus.Stalled => "the peer does not read what is sent to it",
            LinkStatus.Failed => "the connection failed",
            LinkStatus.NotSecure => "no TLS with the peer",
            _ => Status.ToString(),
        };
        return Detail is null ? text : $"{text}: {Detail}";
    }
}
