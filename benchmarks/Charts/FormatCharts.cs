using Benchmarks.Measuring;
using Benchmarks.Serialization.Data;
using FuncLibs.Hosting;

namespace Benchmarks.Charts;

/// <summary>
/// One picture for each kind of data, all with the same axes so that they can be held beside each other.
/// </summary>
public static class FormatCharts
{
    /// <summary>Draws <c>formats-KIND.svg</c> into the folder, which is made. Returns the exit code; a run with gaps
    /// draws nothing and reports what is missing.</summary>
    /// <param name="json">Figures of <c>benchmarks serialization --json</c>.</param>
    /// <param name="folder">Where the pictures go.</param>
    /// <param name="errors">Where faults go, one a line.</param>
    public static int Write(FileInfo json, DirectoryInfo folder, TextWriter errors)
    {
        IReadOnlyList<Metric>? metrics = MetricFile.Read(json, out string? fault);
        FormatTable? table = metrics is null ? null : new FormatTable(metrics);
        IReadOnlyList<string> faults = table?.Faults ?? [fault!];
        foreach (string line in faults)
            errors.WriteLine($"benchmarks charts: {json.FullName}: {line}");
        if (faults.Count > 0)
            return ExitCodes.CannotStart;
        Draw(table!, folder);
        return ExitCodes.Ok;
    }

    private static void Draw(FormatTable table, DirectoryInfo folder)
    {
        DataKind[] kinds = Enum.GetValues<DataKind>();
        FormatFigures[] all = [.. kinds.SelectMany(table.Get)];
        var picture = new FormatPicture(
            [.. all.SelectMany(f => (double[])[f.EncodeUs, f.DecodeUs])], [.. all.Select(f => f.Bytes)]);
        folder.Create();
        foreach (DataKind kind in kinds)
        {
            string title = $"Reference block, {DataKindNames.TitleOf(kind)}";
            File.WriteAllText(
                Path.Combine(folder.FullName, $"formats-{DataKindNames.NameOf(kind)}.svg"),
                picture.Draw(title, table.Get(kind)));
        }
    }
}
