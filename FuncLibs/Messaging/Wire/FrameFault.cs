namespace FuncLibs.Messaging.Wire;

/// <summary>Why a frame was refused. The values index counters; <see cref="None"/> is not a success by itself.</summary>
public enum FrameFault : byte
{
    /// <summary>Nothing was found wrong.</summary>
    None,

    /// <summary>The header does not begin with "CDB1".</summary>
    Magic,

    /// <summary>A version that this reader does not know.</summary>
    Version,

    /// <summary>Lengths disagree, or the message is not exactly three frames.</summary>
    Length,

    /// <summary>The header was damaged.</summary>
    HeaderCrc,

    /// <summary>The payload was damaged.</summary>
    PayloadCrc,

    /// <summary>A flag that must not be ignored, or an encryption algorithm without its flag.</summary>
    Flags,

    /// <summary>The payload is longer than the limit.</summary>
    Oversize,

    /// <summary>A kind that this reader does not know.</summary>
    Kind,
}
