using Benchmarks.Measuring;
using Benchmarks.Serialization.Data;

namespace Benchmarks.Serialization;

/// <summary>One chart for each kind of data and way: microseconds of every format, shortest bar first.</summary>
internal static class FormatCharts
{
    public static void Write(DirectoryInfo folder, MetricReport report)
    {
        folder.Create();
        foreach (DataKind kind in Enum.GetValues<DataKind>())
        {
            string prefix = $"block.{SerializationVerb.NameOf(kind)}.";
            Write(folder, report, prefix, ".encode.us", "encode, us a block");
            Write(folder, report, prefix, ".decode.us", "decode, us a block");
            Write(folder, report, prefix, ".bytes", "bytes a block");
        }
    }

    private static void Write(DirectoryInfo folder, MetricReport report, string prefix, string suffix, string title)
    {
        Metric[] bars =
        [
            .. report.Metrics
                .Where(m => m.Name.StartsWith(prefix, StringComparison.Ordinal) && m.Name.EndsWith(suffix, StringComparison.Ordinal))
                .Select(m => m with { Name = m.Name[prefix.Length..^suffix.Length] })
                .OrderBy(m => m.Value),
        ];
        string name = prefix.Trim('.') + suffix.Replace(".us", "", StringComparison.Ordinal);
        File.WriteAllText(Path.Combine(folder.FullName, name.Replace('.', '-') + ".svg"), SvgBars.Draw($"{prefix.Trim('.')}: {title} (logarithmic)", bars));
    }
}
