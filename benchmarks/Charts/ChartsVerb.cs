using System.CommandLine;

namespace Benchmarks.Charts;

/// <summary>
/// <c>benchmarks charts --json FILE [--out FOLDER]</c>: pictures of the figures that <c>benchmarks serialization --json
/// FILE</c> wrote; <c>benchmarks charts objects</c> does so for <c>benchmarks objects</c>, and <c>benchmarks charts
/// scale</c> for <c>benchmarks scale</c>.
/// </summary>
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
        Option<DirectoryInfo> folder = CreateFolder();
        var verb = new Command("charts", "Draws the figures of the block formats.")
        {
            json, folder, CreateObjects(), CreateScale(),
        };
        verb.SetAction(
            result => FormatCharts.Write(
                result.GetRequiredValue(json), result.GetRequiredValue(folder), Console.Error));
        return verb;
    }

    private static Command CreateObjects() => Create(
        "objects", "Draws the figures of the serializers of objects.", ObjectCharts.Write);

    private static Command CreateScale() => Create(
        "scale", "Draws the figures of many rigs through one broker.", ScaleCharts.Write);

    private static Command Create(
        string name, string description, Func<FileInfo[], DirectoryInfo, TextWriter, int> write)
    {
        Option<FileInfo[]> json = new("--json")
        {
            Description =
                $"The figures, as the verb {name} wrote them; several files where parts were run on their own.",
            Required = true,
            AllowMultipleArgumentsPerToken = true,
        };
        Option<DirectoryInfo> folder = CreateFolder();
        Command verb = new(name, description) { json, folder };
        verb.SetAction(
            words => write(words.GetRequiredValue(json), words.GetRequiredValue(folder), Console.Error));
        return verb;
    }

    private static Option<DirectoryInfo> CreateFolder() => new("--out")
    {
        Description = "Folder of the pictures.",
        DefaultValueFactory = _ => new DirectoryInfo(DefaultFolder),
    };
}
