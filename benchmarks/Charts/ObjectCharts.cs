using Benchmarks.Measuring;
using FuncLibs.Hosting;

namespace Benchmarks.Charts;

/// <summary>
/// Pictures of what <c>benchmarks objects --json FILE</c> wrote, one for each part that the files have.
/// </summary>
public static class ObjectCharts
{
    private static readonly (string Part, string File, string Title)[] Shapes =
    [
        ("stock.1000", "objects-stock.svg", "List of 1,000 Stock records"),
        ("record23", "objects-record23.svg", "Record of 23 members"),
    ];

    /// <summary>Draws into the folder, which is made. Returns the exit code; figures with gaps draw nothing.</summary>
    /// <param name="files">Figures; several files where parts were run on their own.</param>
    /// <param name="folder">Where the pictures go.</param>
    /// <param name="errors">Where faults go, one a line.</param>
    public static int Write(IReadOnlyList<FileInfo> files, DirectoryInfo folder, TextWriter errors)
    {
        List<string> faults = [];
        IReadOnlyList<Metric> metrics = MetricFile.Read(files, faults);
        Dictionary<string, string> pictures = faults.Count > 0 ? [] : Draw(metrics, faults);
        if (faults.Count == 0 && pictures.Count == 0)
            faults.Add("no figure of threads, stock.1000 or record23 among them");
        foreach (string line in faults)
            errors.WriteLine($"benchmarks charts objects: {line}");
        if (faults.Count > 0)
            return ExitCodes.CannotStart;
        folder.Create();
        foreach ((string file, string picture) in pictures)
            File.WriteAllText(Path.Combine(folder.FullName, file), picture);
        return ExitCodes.Ok;
    }

    private static Dictionary<string, string> Draw(IReadOnlyList<Metric> metrics, List<string> faults)
    {
        Dictionary<string, string> pictures = [];
        ThreadTable threads = new(metrics);
        faults.AddRange(threads.Faults);
        if (!threads.IsEmpty && faults.Count == 0)
            pictures["objects-threads.svg"] = ThreadPicture.Draw("Writing an Employee on many threads", threads);
        foreach ((string part, string file, string title) in Shapes)
        {
            ObjectTable table = new(part, metrics);
            faults.AddRange(table.Faults);
            if (table.IsEmpty || faults.Count > 0)
                continue;
            IReadOnlyList<FormatFigures> figures = table.Figures;
            FormatPicture picture = new(
                [.. figures.SelectMany(f => (double[])[f.EncodeUs, f.DecodeUs])], [.. figures.Select(f => f.Bytes)]);
            pictures[file] = picture.Draw(title, figures);
        }

        return pictures;
    }
}
