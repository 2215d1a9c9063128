namespace FuncLibs.Blocks;

/// <summary>Capacity of one channel.</summary>
/// <param name="Points">Points each of its columns can hold.</param>
/// <param name="Sensors">Sensor columns; 0 for an AD channel.</param>
public readonly record struct ChannelShape(int Points, int Sensors = 0);
