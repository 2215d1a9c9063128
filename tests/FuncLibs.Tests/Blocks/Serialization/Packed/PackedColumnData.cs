namespace FuncLibs.Tests.Blocks.Serialization.Packed;

/// <summary>Columns as rigs make them, by seed.</summary>
internal static class PackedColumnData
{
    /// <summary>Every kind of column there is here.</summary>
    public static readonly string[] Kinds =
    [
        "decimals", "adc", "adc-whole", "adc-binary", "integers", "walk", "mostly-constant", "constant", "full",
        "one-sign", "bits", "outliers", "specials", "wide", "float32",
    ];

    /// <summary>A column of a kind.</summary>
    public static double[] Create(string kind, int points, int seed)
    {
        var random = new Random(seed);
        double[] column = new double[points];
        double level = random.Next(-5000, 5000);
        double walk = 0;
        for (int i = 0; i < points; i++)
        {
            double slow = level + (1000 * Math.Sin(i * 0.01));
            walk += random.Next(-3, 4);
            column[i] = kind switch
            {
                "decimals" => Math.Round(slow + random.Next(-2, 3)) / 1000,
                "adc" => Math.Round(slow + random.Next(-2, 3)) * 0.00030518043793392844,
                "adc-whole" => Math.Round(slow + random.Next(-2, 3)) * 10 / 32767,
                "adc-binary" => Math.Round(slow + random.Next(-2, 3)) * (20.0 / 65536),
                "integers" => Math.Round(slow),
                "walk" => (1e6 + walk) / 100,
                "mostly-constant" => random.Next(50) == 0 || i == 0 ? random.NextDouble() : column[i - 1],
                "constant" => level / 7,
                "full" => random.NextDouble() - 0.5,
                "one-sign" => 100 + random.NextDouble(),
                "bits" => BitConverter.Int64BitsToDouble(random.NextInt64(long.MinValue, long.MaxValue)),
                "specials" =>
                    random.Next(40) == 0
                        ? EdgeBlocks.Values[random.Next(EdgeBlocks.Values.Length)]
                        : Math.Round(slow) / 10,
                "outliers" => random.Next(40) == 0 ? Special(random) : Math.Round(slow) / 10,
                "wide" => random.NextInt64(-(1L << 50), 1L << 50) / 1e4,
                "float32" => (float)(slow * 1.1),
                _ => throw new ArgumentException(kind),
            };
        }

        return column;
    }

    // What no decimal is: -0.0, infinities, NaN with payloads, pi.
    private static double Special(Random random) => EdgeBlocks.Values[new[] { 1, 6, 7, 8, 9, 10 }[random.Next(6)]];
}
