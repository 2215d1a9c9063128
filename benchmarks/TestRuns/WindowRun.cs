using System.Collections.Immutable;
using System.Diagnostics;
using Benchmarks.Exporting;
using Benchmarks.Measuring;
using FuncLibs.Blocks;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Buckets;
using SignalMonitor.History;
using SignalMonitor.Recordings;
using SignalMonitor.Recordings.History;
using SignalMonitor.Variables.Definitions;
using Simulator.Presets;

namespace Benchmarks.TestRuns;

/// <summary>
/// All of a long recording as buckets of one channel, as a plot of 2000 pixels wants it. The recording is made of the
/// blocks of the simulated rig, its pyramid by the code of `recording repair`; the buckets are compared with a fold of
/// every sample before a call is timed.
/// </summary>
/// <param name="repository">Where there is room.</param>
/// <param name="presetName">Preset of the rig.</param>
/// <param name="seconds">Length of the recording in seconds of the rig's time.</param>
/// <param name="pack">True: blocks are stored as columns-packed.</param>
/// <param name="report">Receives the figures.</param>
internal sealed class WindowRun(string repository, string presetName, int seconds, bool pack, MetricReport report)
{
    private const int Pixels = 2000;
    private const int Calls = 200;
    private const int ColdCalls = 20;
    private const string Channel = "servo1.force";

    /// <summary>Does it.</summary>
    /// <exception cref="InvalidDataException">A bucket is wrong, or the recording cannot be made.</exception>
    public void Run(CancellationToken stop)
    {
        string folder = Path.Combine(repository, ".run", $"window-{Guid.NewGuid():N}");
        try
        {
            RecordingDocument document = Create(folder);
            long begun = Stopwatch.GetTimestamp();
            if (!RecordedPyramids.Repair(folder, document, _ => { }))
                throw new InvalidDataException("the pyramid could not be made");
            double building = Stopwatch.GetElapsedTime(begun).TotalSeconds;
            long frames = Bytes(folder, "journal");
            long pyramid = Bytes(folder, "pyramid");
            Add("frames", frames / 1e6, "MB");
            Add("pyramid.bytes", 100.0 * pyramid / frames, "% of the frames");
            Add("pyramid.build", frames / building / 1e6, "MB/s of frames");
            Check(folder, Read(folder, stop));
            Time("warm", folder, Calls, () => { }, stop);
            string[] files = Directory.GetFiles(Path.Combine(folder, "pyramid"));
            Time("cold", folder, ColdCalls, () => Array.ForEach(files, LeaveCache), stop);
        }
        finally
        {
            if (Directory.Exists(folder))
                Directory.Delete(folder, recursive: true);
        }
    }

    private RecordingDocument Create(string folder)
    {
        string journal = Path.Combine(folder, "journal");
        RigPreset preset = RigPresets.Find(presetName)
            ?? throw new InvalidDataException($"there is no preset {presetName}");
        RecordedRig.Record(journal, preset, seconds, pack ? "columns-packed" : "columns");
        if (Recording.Open(journal, out Recording? recording) is { } fault)
            throw new InvalidDataException(fault);
        RecordingDocument document = new()
        {
            Format = RecordingDocument.CurrentFormat,
            Station = "lab/rig1",
            Run = RecordedRun.From(new TestRun
            {
                Station = "lab/rig1",
                Name = "window",
                StartedUtc = TimeProvider.System.GetUtcNow(),
            }),
            Publishers = [new RecordedPublisher(recording!.Publisher, "journal")],
        };
        document.Write(folder);
        return document;
    }

    // As a request finds it that is the first of its recording: opened, read, closed.
    private static HistoryView Read(string folder, CancellationToken stop)
    {
        string? fault = RecordedHistory.Open(folder, out RecordedHistory? history);
        using (history)
        {
            HistoryView? view = null;
            fault ??= history!.Read(new HistoryWindow(null, Channel, null, null, Pixels), stop, out view);
            return view ?? throw new InvalidDataException(fault);
        }
    }

    // Sample by sample, without the pyramid and its code.
    private static void Check(string folder, HistoryView view)
    {
        BucketGrid grid = view.Table.Grid;
        Dictionary<long, Bucket> expected = [];
        Recording.Open(Path.Combine(folder, "journal"), out Recording? recording);
        recording!.FindStream(null, out StreamExtent[] kept);
        Recording.Select(kept, null, out ImmutableArray<FrameRange> ranges);
        using RecordedBlocks blocks = new(recording, ranges);
        while (blocks.MoveNext())
        {
            ReadOnlySpan<double> force = blocks.Block.Channel(BlockGroup.Servo, 0).Sensor(0);
            for (int i = 0; i < force.Length; i++)
            {
                long ns = blocks.Header.AcquiredNs
                    + SampleClock.NsOf(blocks.Block.FirstSampleIndex + i, blocks.Description.BaseRateHz)
                    - SampleClock.NsOf(blocks.Block.FirstSampleIndex, blocks.Description.BaseRateHz);
                long bucket = ns / grid.WidthNs;
                expected[bucket] = expected.GetValueOrDefault(bucket).Append(Bucket.From(force[i]));
            }
        }

        for (int row = 0; row < view.Table.Buckets; row++)
        {
            if (view.Table[row, 0] != expected.GetValueOrDefault(view.Table.First + row))
                throw new InvalidDataException(
                    $"bucket {row} is {view.Table[row, 0]}, not {expected.GetValueOrDefault(view.Table.First + row)}");
        }
    }

    private void Time(string name, string folder, int calls, Action before, CancellationToken stop)
    {
        double[] times = new double[calls];
        int buckets = 0;
        for (int i = 0; i < calls; i++)
        {
            before();
            long begun = Stopwatch.GetTimestamp();
            buckets = Read(folder, stop).Table.Buckets;
            times[i] = Stopwatch.GetElapsedTime(begun).TotalMilliseconds;
        }

        Array.Sort(times);
        Add($"{name}.p50", times[calls / 2], $"ms, {buckets} buckets");
        Add($"{name}.p95", times[calls * 95 / 100], $"ms, {calls} calls");
    }

    // dd drops the pages of a file from the cache, without rights.
    private static void LeaveCache(string file)
    {
        using Process process = Process.Start(
            new ProcessStartInfo("dd", [$"if={file}", "iflag=nocache", "count=0"]) { RedirectStandardError = true })!;
        process.WaitForExit();
    }

    private static long Bytes(string folder, string name) =>
        new DirectoryInfo(Path.Combine(folder, name)).EnumerateFiles().Sum(file => file.Length);

    private void Add(string name, double value, string unit) =>
        report.Add($"recorder.window.{presetName}{(pack ? ".packed" : "")}.{name}", value, unit);
}
