using FuncLibs.Blocks.Serialization.Packed.Fields;

namespace FuncLibs.Blocks.Serialization.Packed.Scaling;

/// <summary>A few points spread over a column, to reject most scales without a look at all points.</summary>
internal static class ScaleSamples
{
    /// <summary>Most samples of a column.</summary>
    public const int Count = 16;

    // Of every 4 samples one may be an exception, as in the column.
    private const int SamplesAMiss = 4;

    /// <summary>Takes finite points other than 0, ascending by magnitude; returns how many there are.</summary>
    public static int Take(ReadOnlySpan<double> points, Span<double> samples)
    {
        int taken = 0;
        for (int i = 0; i < samples.Length; i++)
        {
            double point = points[(int)((long)i * points.Length / samples.Length)];
            if (double.IsFinite(point) && point != 0)
                samples[taken++] = point;
        }

        samples[..taken].Sort(static (a, b) => Math.Abs(a).CompareTo(Math.Abs(b)));
        return taken;
    }

    /// <summary>True when the scale holds enough of the samples.</summary>
    public static bool Fit(Scale scale, ReadOnlySpan<double> samples) =>
        Hits(scale, samples) >= samples.Length - (samples.Length / SamplesAMiss);

    /// <summary>Samples that return bit for bit from the nearest integer.</summary>
    public static int Hits(Scale scale, ReadOnlySpan<double> samples)
    {
        int hits = 0;
        foreach (double sample in samples)
        {
            double k = Math.Round(sample * scale.ToInteger);
            hits += Math.Abs(k) < PackedFormat.Bound && scale.Apply(k) == sample ? 1 : 0;
        }

        return hits;
    }
}
