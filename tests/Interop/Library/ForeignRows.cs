using MessagePack;

namespace Interop.Library;

/// <summary>The rows as a program of others declares them: from docs/wire-format.md, without a line of ours.</summary>
[MessagePackObject]
public sealed record ForeignRows(
    [property: Key(0)] ForeignChannel[]? Servo,
    [property: Key(1)] ForeignChannel[]? Temp,
    [property: Key(2)] ForeignInput[]? Analogue,
    [property: Key(3)] bool[]? BitIn,
    [property: Key(4)] bool[]? BitOut,
    [property: Key(5)] long FirstSampleIndex,
    [property: Key(6)] int ServoCount,
    [property: Key(7)] int TempCount,
    [property: Key(8)] int AnalogueCount,
    [property: Key(9)] int InCount,
    [property: Key(10)] int OutCount,
    [property: Key(11)] double SampleRate);

/// <summary>A channel: its points and its number.</summary>
[MessagePackObject]
public sealed record ForeignChannel([property: Key(0)] ForeignPoint[]? Points, [property: Key(1)] int Id);

/// <summary>A point of a channel.</summary>
[MessagePackObject]
public sealed record ForeignPoint(
    [property: Key(0)] short ActiveCtrl,
    [property: Key(1)] double Command,
    [property: Key(2)] double Output,
    [property: Key(3)] long Count,
    [property: Key(4)] double[]? Sensors);

/// <summary>An analogue input.</summary>
[MessagePackObject]
public sealed record ForeignInput([property: Key(0)] double[]? Values, [property: Key(1)] int Id);
