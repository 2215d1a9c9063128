namespace FuncLibs.Blocks.Catalogue.Names;

/// <summary>The part of a block in which a signal is.</summary>
public enum SignalGroup : byte
{
    /// <summary>A column of a servo channel.</summary>
    Servo,

    /// <summary>A column of a temperature channel.</summary>
    Temp,

    /// <summary>An analogue input.</summary>
    AD,

    /// <summary>A digital input.</summary>
    BitIn,

    /// <summary>A digital output.</summary>
    BitOut,
}

/// <summary>Where a signal is in the blocks of its stream.</summary>
/// <param name="Group">The part of the block.</param>
/// <param name="Channel">Index of the channel in its group, or of the digital line; from 0.</param>
/// <param name="Column">A <see cref="ColumnIndex"/>; 0 for a digital line.</param>
public readonly record struct SignalAddress(SignalGroup Group, int Channel, int Column)
{
    /// <summary>True for a digital line: one value a block.</summary>
    public bool IsBit => Group >= SignalGroup.BitIn;

    /// <summary>True for the Int64 columns, active control mode and count.</summary>
    public bool IsInteger => Group <= SignalGroup.Temp && Column is ColumnIndex.ActiveCtrl or ColumnIndex.Count;
}
