namespace FuncLibs.Messaging.RigLink;

/// <summary>One received frame: a view into its reader's buffer, valid until the next read.</summary>
public readonly ref struct LinkFrame
{
    /// <summary>A view over a body.</summary>
    public LinkFrame(LinkFrameType type, ReadOnlySpan<byte> body)
    {
        Type = type;
        Body = body;
    }

    /// <summary>Its kind.</summary>
    public LinkFrameType Type { get; }

    /// <summary>What follows the type.</summary>
    public ReadOnlySpan<byte> Body { get; }
}
