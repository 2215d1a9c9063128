using System.Diagnostics;
using System.Text.Json;
using Benchmarks.Measuring;
using Benchmarks.Outages;
using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Runtime.Files;

namespace Benchmarks.TestRuns;

/// <summary>
/// A simulated rig, a connector and a monitor as processes: a window without a test run, then one that is recorded.
/// </summary>
/// <param name="repository">Where the built programs are.</param>
/// <param name="preset">Preset of the rig.</param>
/// <param name="seconds">Length of the window that is recorded; the one before it has a minute at most.</param>
/// <param name="mode">What is recorded.</param>
/// <param name="pack">True: blocks are stored as columns-packed.</param>
/// <param name="report">Receives the figures.</param>
internal sealed class RecorderRun(
    string repository, string preset, double seconds, RecordedMode mode, bool pack, MetricReport report)
{
    private const string Run = "benchmark";
    private const double MaxSecondsWithout = 60;
    private const double HoursOfSixWeeks = 6 * 7 * 24;
    private static readonly TimeSpan Settle = TimeSpan.FromSeconds(5);
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(30);
    private static readonly string[] Threads = ["receive", "compute", "recorder", "pyramid"];

    /// <summary>GB an hour; 0 before it was measured.</summary>
    public double PerHour { get; private set; }

    /// <summary>Does it.</summary>
    /// <exception cref="InvalidDataException">A block is missing or broken, or a process died: nothing was
    /// measured.</exception>
    public async Task RunAsync(CancellationToken stop)
    {
        string folder = Path.Combine(repository, ".run", $"recorder-{Guid.NewGuid():N}");
        try
        {
            await using RunningRig rig = await RunningRig.StartAsync(
                repository, folder, preset, monitors: 1, stop,
                [.. pack ? (string[])["--Recorder:Pack", "true"] : [], .. OptionsOf(mode)]);
            RunningMonitor monitor = rig.Monitors[0];
            await Task.Delay(Settle, stop);
            double[] without = await MeasureAsync(monitor, Math.Min(seconds, MaxSecondsWithout), stop);
            await rig.RunVerbAsync(monitor, "testrun", "start", Run);
            await Task.Delay(Settle, stop);
            double[] with = await MeasureAsync(monitor, seconds, stop);
            await rig.RunVerbAsync(monitor, "testrun", "stop");
            await CloseAsync(rig, monitor, stop);
            rig.CheckAlive();
            for (int i = 0; i < Threads.Length; i++)
            {
                Add($"{Threads[i]}.without", without[i], "% of a core");
                Add($"{Threads[i]}.with", with[i], "% of a core");
            }

            Add("cost", with.Sum() - without.Sum(), "% of a core");
            Check(JsonDocument.Parse(await rig.RunVerbAsync(monitor, "recording", "verify", "--json")).RootElement);
            Read(Path.Combine(
                rig.StateOf(monitor), "recordings", "lab", "rig1", Run, "journal"));
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }
    }

    private static async Task<double[]> MeasureAsync(
        RunningMonitor monitor, double seconds, CancellationToken stop)
    {
        int process = monitor.Process.Id;
        double[] before = [.. Threads.Select(thread => ThreadTimes.SecondsOf(process, thread))];
        long begun = Stopwatch.GetTimestamp();
        await Task.Delay(TimeSpan.FromSeconds(seconds), stop);
        double elapsed = Stopwatch.GetElapsedTime(begun).TotalSeconds;
        return
        [
            .. Threads.Select(
                (thread, i) => 100 * (ThreadTimes.SecondsOf(process, thread) - before[i]) / elapsed),
        ];
    }

    private static async Task CloseAsync(RunningRig rig, RunningMonitor monitor, CancellationToken stop)
    {
        long begun = Stopwatch.GetTimestamp();
        while (true)
        {
            using JsonDocument info =
                JsonDocument.Parse(await rig.RunVerbAsync(monitor, "recording", "info", "--json"));
            if (info.RootElement.GetProperty("closed").GetBoolean())
                return;
            if (Stopwatch.GetElapsedTime(begun) > Limit)
                throw new InvalidDataException($"the recording is not closed after {Limit.TotalSeconds} s");
            await Task.Delay(100, stop);
        }
    }

    private void Check(JsonElement found)
    {
        long blocks = found.GetProperty("blocks").GetInt64();
        if (blocks == 0 || found.GetProperty("gaps").GetInt64() != 0 || found.GetProperty("damaged").GetInt64() != 0)
            throw new InvalidDataException($"the recording is not whole: {found}");
        double bytes = found.GetProperty("bytes").GetInt64();
        double hours = (found.GetProperty("to").GetDateTimeOffset() - found.GetProperty("from").GetDateTimeOffset())
            .TotalHours;
        if (found.GetProperty("pyramidProblems").GetArrayLength() != 0)
            throw new InvalidDataException($"the pyramid is damaged: {found}");
        double pyramid = found.GetProperty("pyramids").EnumerateArray()
            .Sum(one => one.GetProperty("bytes").GetInt64());
        Add("blocks", blocks, "blocks");
        Add("pyramid.bytes", 100 * pyramid / bytes, "% of the frames");
        Add("per-block", bytes / blocks, "B");
        PerHour = bytes / hours / 1e9;
        Add("per-hour", PerHour, "GB");
        Add("six-weeks", bytes / hours * HoursOfSixWeeks / 1e12, "TB, extrapolated");
        Add(
            "six-weeks.files",
            Math.Ceiling(bytes / hours * HoursOfSixWeeks / JournalOptions.DefaultSegmentBytes),
            "segments, extrapolated");
    }

    private void Read(string journal)
    {
        var files = new DiskFiles(journal);
        long begun = Stopwatch.GetTimestamp();
        var folder = new JournalFolder(files, JournalOptions.Default, Guid.Empty);
        Add("open", Stopwatch.GetElapsedTime(begun).TotalMilliseconds, $"ms, {folder.Report.Segments} segments");
        begun = Stopwatch.GetTimestamp();
        VerifyReport verified = JournalVerifier.Verify(files, JournalOptions.Default, Guid.Empty);
        Add("verify", verified.Bytes / Stopwatch.GetElapsedTime(begun).TotalSeconds / 1e9, "GB/s");
    }

    private void Add(string name, double value, string unit) =>
        report.Add($"recorder.{preset}{NameOf(mode)}{(pack ? ".packed" : "")}.{name}", value, unit);

    private static string NameOf(RecordedMode mode) =>
        mode == RecordedMode.All ? "" : "." + mode.ToString().ToLowerInvariant();

    // A tenth of a second around each rising zero of the force; min and max of fifths of a second.
    private static string[] OptionsOf(RecordedMode mode) => mode switch
    {
        RecordedMode.Triggered =>
        [
            "--Recorder:Mode", "Triggered", "--Recorder:Triggers:0:Name", "zero", "--Recorder:Triggers:0:Kind", "Edge",
            "--Recorder:Triggers:0:Signal", "servo1.force", "--Recorder:Triggers:0:PreMs", "50",
            "--Recorder:Triggers:0:PostMs", "50",
        ],
        RecordedMode.Reduced => ["--Recorder:Mode", "Reduced", "--Recorder:Rate", "10"],
        _ => [],
    };
}

/// <summary>What is recorded.</summary>
internal enum RecordedMode
{
    /// <summary>Every block.</summary>
    All,

    /// <summary>The time around each rising zero of the force.</summary>
    Triggered,

    /// <summary>Ten samples a second, minima and maxima.</summary>
    Reduced,
}
