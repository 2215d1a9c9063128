using System.Collections.Immutable;
using FuncLibs.Blocks;

namespace Benchmarks.Serialization.Data;

/// <summary>Channels, points and sensors of a block; the bits are 32 each way.</summary>
/// <param name="Servo">Servo channels.</param>
/// <param name="ServoPoints">Points of each.</param>
/// <param name="Temp">Temperature channels.</param>
/// <param name="TempPoints">Points of each.</param>
/// <param name="AD">Analogue inputs.</param>
/// <param name="ADPoints">Points of each.</param>
public sealed record DataShape(int Servo, int ServoPoints, int Temp, int TempPoints, int AD, int ADPoints)
{
    private const int ServoSensors = 8;
    private const int TempSensors = 4;
    private const int Bits = 32;

    /// <summary>The reference block of docs/architecture.md: 13,000 float64 and 2,200 integers.</summary>
    public static DataShape Reference { get; } = new(8, 100, 6, 50, 16, 200);

    /// <summary>8.8 KB as JSON of decimals.</summary>
    public static DataShape Small { get; } = new(2, 26, 1, 8, 4, 25);

    /// <summary>170 KB as JSON of decimals.</summary>
    public static DataShape Large { get; } = new(8, 110, 6, 57, 16, 225);

    /// <summary>A layout that just holds it.</summary>
    public BlockLayout Layout() => new(
        Channels(Servo, new ChannelShape(ServoPoints, ServoSensors)),
        Channels(Temp, new ChannelShape(TempPoints, TempSensors)),
        Channels(AD, new ChannelShape(ADPoints)),
        Bits,
        Bits);

    private static ImmutableArray<ChannelShape> Channels(int count, ChannelShape shape) => [.. Enumerable.Repeat(shape, count)];
}
