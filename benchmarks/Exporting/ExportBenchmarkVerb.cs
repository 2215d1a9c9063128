using System.CommandLine;
using System.Diagnostics;
using Benchmarks.Measuring;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;
using SignalMonitor.Exporting.Formats;
using SignalMonitor.Hosting;
using Simulator.Presets;

namespace Benchmarks.Exporting;

/// <summary>
/// <c>benchmarks export [--seconds N] [--folder F] [--only FORMAT] [--json FILE]</c>: how many MB of raw float64
/// samples `export` writes a second, of the reference rig from the cache, with start and fsync.
/// </summary>
internal static class ExportBenchmarkVerb
{
    private const int Rounds = 3;
    private const string Channels = "servo*.force,servo*.stroke,servo*.command,servo*.output";

    public static Command Create()
    {
        var seconds = new Option<int>("--seconds")
        {
            Description = "Seconds of the rig's time that are exported.",
            DefaultValueFactory = _ => 30,
        };
        var folder = new Option<DirectoryInfo?>("--folder")
        {
            Description = "Where journal and exports are (default: the folder for temporary files).",
        };
        var only = new Option<string?>("--only") { Description = "Only this format." };
        var json = new Option<FileInfo?>("--json")
        {
            Description = "Also writes the figures to this file, as [{name, value, unit}].",
        };
        var verb =
            new Command("export", "MB of float64 samples a second, for each format.") { seconds, folder, only, json };
        verb.SetAction((result, _) => RunAsync(
            result.GetValue(seconds), result.GetValue(folder), result.GetValue(only), result.GetValue(json)));
        return verb;
    }

    private static async Task<int> RunAsync(int seconds, DirectoryInfo? where, string? only, FileInfo? json)
    {
        string folder = Path.Combine(where?.FullName ?? Path.GetTempPath(), $"export-{Guid.NewGuid():N}");
        string journal = Path.Combine(folder, "journal");
        MetricReport report = new();
        try
        {
            RigPreset preset = RigPresets.All.Single(each => each.Name == RigPresets.DefaultName);
            long blocks = RecordedRig.Record(journal, preset, seconds, "columns");
            const int ColumnsOfAChannel = 4;
            long values = blocks * preset.Servo.Channels * preset.Servo.Points * ColumnsOfAChannel;
            IEnumerable<string> formats = ExportFormats.All.Select(each => each.Name);
            foreach (string format in formats.Where(each => only is null || each == only))
            {
                List<double> times = [];
                for (int round = 0; round < Rounds; round++)
                    times.Add(await MeasureAsync(journal, Path.Combine(folder, $"out-{round}.{format}"), format));
                report.Add($"export.{format}", values * sizeof(double) / 1e6 / times.Min(), "MB/s of float64");
            }
        }
        catch (InvalidDataException e)
        {
            await Console.Error.WriteLineAsync($"benchmarks export: {e.Message}");
            return 1;
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }

        if (json is not null)
            report.WriteTo(json);
        return 0;
    }

    private static async Task<double> MeasureAsync(string journal, string path, string format)
    {
        using StringWriter output = new();
        using StringWriter errors = new();
        long begun = Stopwatch.GetTimestamp();
        int code = await HostProgram.RunAsync(
            ["export", "--source", journal, "--format", format, "--channels", Channels, "--out", path],
            MonitorHost.Definition,
            new ConfigurationInputs(AppContext.BaseDirectory, new Dictionary<string, string>()),
            new ProcessStreams(Stream.Null, output, errors));
        double elapsed = Stopwatch.GetElapsedTime(begun).TotalSeconds;
        if (code != 0 || !Path.Exists(path))
            throw new InvalidDataException($"{format}: {errors}");
        if (Directory.Exists(path))
            Directory.Delete(path, recursive: true);
        else
            File.Delete(path);
        return elapsed;
    }
}
