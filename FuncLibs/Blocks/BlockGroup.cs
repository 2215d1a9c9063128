namespace FuncLibs.Blocks;

/// <summary>A group of channels of a block, in the order of the wire.</summary>
public enum BlockGroup : byte
{
    /// <summary>Servo-hydraulic control channels; their rate is the base clock.</summary>
    Servo,

    /// <summary>Temperature control channels, shaped like servo channels.</summary>
    Temp,

    /// <summary>Plain analogue inputs: one column a channel.</summary>
    AD,
}

/// <summary>A group of digital lines of a block; one value a line and block, valid at the block's first sample.</summary>
public enum BitGroup : byte
{
    /// <summary>Digital inputs.</summary>
    In,

    /// <summary>Digital outputs.</summary>
    Out,
}
