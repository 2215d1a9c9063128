namespace FuncLibs.Messaging.Wire;

/// <summary>What a reader takes at most.</summary>
/// <param name="MaxPayloadBytes">Longest payload in bytes.</param>
public readonly record struct FrameLimits(int MaxPayloadBytes)
{
    /// <summary>Longest payload unless configured otherwise: 4 MiB, thirty times the reference block.</summary>
    public const int DefaultMaxPayloadBytes = 4 << 20;

    /// <summary>The limits that hold unless configured otherwise.</summary>
    public static FrameLimits Default => new(DefaultMaxPayloadBytes);
}
