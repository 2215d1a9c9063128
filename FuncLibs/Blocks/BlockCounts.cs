namespace FuncLibs.Blocks;

/// <summary>The five counts of a block: how many channels and lines the rig says are live.
/// Taken from the rig as they are; <see cref="CountFilter"/> checks them.</summary>
/// <param name="Servo">Live servo channels.</param>
/// <param name="Temp">Live temperature channels.</param>
/// <param name="AD">Live analogue inputs.</param>
/// <param name="BitIn">Live digital inputs.</param>
/// <param name="BitOut">Live digital outputs.</param>
public readonly record struct BlockCounts(int Servo, int Temp, int AD, int BitIn, int BitOut);
