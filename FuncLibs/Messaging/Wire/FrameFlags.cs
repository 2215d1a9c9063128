namespace FuncLibs.Messaging.Wire;

/// <summary>Byte 7 of the header. A reader ignores bits 0-5 that it does not know and refuses bits 6-7 that it does not know.</summary>
[Flags]
public enum FrameFlags : byte
{
    /// <summary>Nothing to say.</summary>
    None = 0,

    /// <summary>The source plays a recording.</summary>
    Recording = 1,

    /// <summary>Nothing follows in this epoch.</summary>
    EndOfStream = 2,

    /// <summary>First frame after an unclean stop.</summary>
    AfterUncleanStop = 4,

    /// <summary>Channels were trimmed to the live counts.</summary>
    Trimmed = 8,

    /// <summary>Samples are missing before this block; they never got a sequence.</summary>
    SamplesMissing = 16,

    /// <summary>The payload is encrypted.</summary>
    Encrypted = 64,
}
