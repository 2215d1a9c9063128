using System.Collections.Immutable;
using FuncLibs.Blocks;

namespace Benchmarks.Serialization.Data;

/// <summary>What kind of numbers a block holds: formats differ more between these than between machines.</summary>
public enum DataKind
{
    /// <summary>Engineering units rounded to three decimals, slow, with noise of two steps.</summary>
    Decimals,

    /// <summary>Counts of a converter times its step in volts, slow, with noise of two steps.</summary>
    Adc,

    /// <summary>Slow with noise in every bit of the fraction: computed values.</summary>
    Full,

    /// <summary>Set points and idle inputs: most columns are constant.</summary>
    Constant,
}

/// <summary>What the kinds of data are called.</summary>
public static class DataKindNames
{
    /// <summary>The kind in the names of figures and files.</summary>
    public static string NameOf(DataKind kind) => kind switch
    {
        DataKind.Decimals => "decimals",
        DataKind.Adc => "adc",
        DataKind.Full => "full",
        _ => "constant",
    };

    /// <summary>The kind as people read it.</summary>
    public static string TitleOf(DataKind kind) => kind switch
    {
        DataKind.Decimals => "decimals with noise",
        DataKind.Adc => "ADC counts",
        DataKind.Full => "full-precision noise",
        _ => "mostly constant",
    };
}

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

    private static ImmutableArray<ChannelShape> Channels(int count, ChannelShape shape) =>
        [.. Enumerable.Repeat(shape, count)];
}
