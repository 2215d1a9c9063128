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

/// <summary>
/// A group of digital lines of a block; one value a line and block, valid at the block's first sample.
/// </summary>
public enum BitGroup : byte
{
    /// <summary>Digital inputs.</summary>
    In,

    /// <summary>Digital outputs.</summary>
    Out,
}

/// <summary>Capacity of one channel.</summary>
/// <param name="Points">Points each of its columns can hold.</param>
/// <param name="Sensors">Sensor columns; 0 for an AD channel.</param>
public readonly record struct ChannelShape(int Points, int Sensors = 0);

/// <summary>
/// Position of a column inside its channel, in buffer order. Servo and temperature channels hold ActiveCtrl, Count,
/// Command, Output and then their sensors; an AD channel holds its values alone.
/// </summary>
public static class ColumnIndex
{
    /// <summary>Int64 column: the number of the control mode that is active at a point; fits int16.</summary>
    public const int ActiveCtrl = 0;

    /// <summary>Int64 column: cycle or segment count.</summary>
    public const int Count = 1;

    /// <summary>Float64 column: the set point of the controller.</summary>
    public const int Command = 2;

    /// <summary>Float64 column: what the controller sends to the valve or heater.</summary>
    public const int Output = 3;

    /// <summary>First of the Float64 sensor columns.</summary>
    public const int FirstSensor = 4;

    /// <summary>The one Float64 column of an AD channel.</summary>
    public const int Values = 0;
}
