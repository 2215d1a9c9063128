using Benchmarks.Measuring;
using FuncLibs.Hosting;

namespace Benchmarks.Charts;

/// <summary>Pictures of what <c>benchmarks scale --json FILE</c> wrote, one for each series of runs.</summary>
public static class ScaleCharts
{
    /// <summary>Draws <c>scale-SERIES.svg</c> into the folder, which is made. Returns the exit code; figures with gaps
    /// draw nothing.</summary>
    /// <param name="files">Figures; several files where series were run on their own.</param>
    /// <param name="folder">Where the pictures go.</param>
    /// <param name="errors">Where faults go, one a line.</param>
    public static int Write(IReadOnlyList<FileInfo> files, DirectoryInfo folder, TextWriter errors)
    {
        List<string> faults = [];
        IReadOnlyList<Metric> metrics = MetricFile.Read(files, faults);
        ScaleTable table = new(metrics);
        faults.AddRange(table.Faults);
        if (faults.Count == 0 && table.Series.Count == 0)
            faults.Add("no figure scale.<series>.<rigs>.holds among them");
        foreach (string line in faults)
            errors.WriteLine($"benchmarks charts scale: {line}");
        if (faults.Count > 0)
            return ExitCodes.CannotStart;
        folder.Create();
        foreach (string series in table.Series)
        {
            File.WriteAllText(
                Path.Combine(folder.FullName, $"scale-{series}.svg"),
                ScalePicture.Draw($"Rigs through one broker: {TitleOf(series)}", table.Get(series)));
        }

        return ExitCodes.Ok;
    }

    private static string TitleOf(string series)
    {
        const string Shared = "-shared";
        return series.EndsWith(Shared, StringComparison.Ordinal)
            ? $"{series[..^Shared.Length]}, all rigs in one connector"
            : $"{series}, a connector for each rig";
    }
}
