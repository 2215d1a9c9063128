using System.Runtime.InteropServices;

namespace FuncLibs.Tests.Blocks.Serialization.Packed;

/// <summary>The golden bodies of ext 21: <c>packed-NAME.bin</c> and its points, <c>packed-NAME.f64</c>.</summary>
internal static class PackedGolden
{
    /// <summary>All of them; the number in front is the method.</summary>
    public static readonly string[] Names =
    [
        "0-constant", "1-hundredths", "1-counts", "1-exceptions", "2-walk", "2-counts-divided", "3-shuffle",
        "4-repeat", "5-trim",
    ];

    /// <summary>The points of a golden body, computed again. Only arithmetic that every machine rounds alike.</summary>
    public static double[] Points(string name) =>
        [.. Enumerable.Range(0, name == "1-hundredths" ? 6 : 75).Select(i => Point(name, i))];

    /// <summary>The golden body.</summary>
    public static byte[] Body(string name) => File.ReadAllBytes(PathOf(name, "bin"));

    /// <summary>The golden points.</summary>
    public static double[] Raw(string name) =>
        MemoryMarshal.Cast<byte, double>(File.ReadAllBytes(PathOf(name, "f64"))).ToArray();

    /// <summary>Path of the body beside the tests.</summary>
    public static string PathOf(string name, string extension) =>
        Path.Combine(AppContext.BaseDirectory, "Vectors", $"packed-{name}.{extension}");

    // Noise by a linear congruence, the same everywhere.
    private static int Noise(int i, int range) => (int)((((i + 1) * 1103515245L) + 12345) / 65536 % range);

    private static double Point(string name, int i) => name switch
    {
        "0-constant" => -0.0,
        "1-hundredths" => (125 + (25 * i)) / 100.0,
        "1-counts" => (Noise(i, 4096) - 2048) * 0.00030518043793392844,
        "1-exceptions" => i % 37 == 3 ? EdgeBlocks.Values[i % 15] : (Noise(i, 500) - 250) / 1000.0,
        "2-walk" => ((40 * i) + Noise(i, 4)) / 10.0,
        "2-counts-divided" => ((60 * i) + Noise(i, 3)) * 10 / 32767.0,
        "3-shuffle" =>
            BitConverter.Int64BitsToDouble(
                (0x400L << 52) + ((long)(i % 5 == 0 ? i : i - 1) * 0x0003_1234_0000_0000) - ((long)(i % 2) << 63)),
        "4-repeat" => Math.Sqrt(2 + (i / 20)),
        _ => BitConverter.Int64BitsToDouble(0x408F_FFFF_FF00_0000 + (Noise(i, 30000) * 0x7A31L)),
    };
}
