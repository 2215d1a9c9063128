namespace HardwareConnector.Consumers;

/// <summary>How a consumer does, as far as the connector can tell.</summary>
public enum ConsumerState : byte
{
    /// <summary>It said hello and never how it is: a viewer that keeps no account.</summary>
    Unreported,

    /// <summary>It follows.</summary>
    Keeping,

    /// <summary>It is more than a second of blocks behind, or loses blocks.</summary>
    Slow,

    /// <summary>It said how it is, and then nothing any more.</summary>
    Gone,
}
