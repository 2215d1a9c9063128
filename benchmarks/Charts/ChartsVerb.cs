using System.CommandLine;

namespace Benchmarks.Charts;

/// <summary><c>benchmarks charts --json FILE [--out FOLDER]</c>: pictures of the figures that <c>benchmarks
/// serialization --json FILE</c> wrote.</summary>
internal static class ChartsVerb
{
    private const string DefaultFolder = "docs/charts";

    public static Command Create()
    {
        var json = new Option<FileInfo>("--json")
        {
            Description = "The figures, as the verb serialization wrote them.",
            Required = true,
        };
        var folder = new Option<DirectoryInfo>("--out")
        {
            Description = "Folder of the pictures, one SVG file for each kind of data.",
            DefaultValueFactory = _ => new DirectoryInfo(DefaultFolder),
        };
        var verb = new Command("charts", "Draws the figures of the block formats.") { json, folder };
        verb.SetAction(
            result => FormatCharts.Write(
                result.GetRequiredValue(json), result.GetRequiredValue(folder), Console.Error));
        return verb;
    }
}
