using System.CommandLine;
using System.Diagnostics;
using Benchmarks.Measuring;
using FuncLibs.Blocks;
using Simulator.Presets;
using Simulator.Rig;

namespace Benchmarks.Rig;

/// <summary>
/// <c>benchmarks rig [--seconds N]</c>: how many times faster than real time the presets run on one thread.
/// </summary>
internal static class RigVerb
{
    private const double CheckedSeconds = 1;
    private const double WarmUpSeconds = 2;
    private const int ReferenceRate = 300;

    public static Command Create()
    {
        var seconds = new Option<int>("--seconds")
        {
            Description = "Seconds of the rig's time a preset.",
            DefaultValueFactory = _ => 20,
        };
        var verb =
            new Command("rig", "Real-time factor of the rig presets without a socket, checked first.") { seconds };
        verb.SetAction(result => Run(result.GetValue(seconds)));
        return verb;
    }

    private static int Run(int seconds)
    {
        var report = new MetricReport();
        foreach (RigPreset preset in RigPresets.All)
        {
            if (Fault(preset) is { } fault)
            {
                Console.Error.WriteLine($"benchmarks rig: {fault}");
                return 1;
            }

            (double factor, long bytes) = Measure(preset, seconds);
            report.Add($"rig.{preset.Name}", factor, "x real time");
            if (preset.Name != RigPresets.DefaultName)
                continue;
            report.Add($"rig.{preset.Name}.core", 100 / factor, $"% of a core at {ReferenceRate} blocks/s");
            report.Add($"rig.{preset.Name}.block", 1e6 / (factor * preset.BlocksPerSecond), "us/block");
            report.Add($"rig.{preset.Name}.allocated", bytes, "bytes");
        }

        return 0;
    }

    private static string? Fault(RigPreset preset)
    {
        int blocks = (int)(CheckedSeconds * preset.BlocksPerSecond);
        string first = RigHash.Compute(new SimulatedRig(preset, 1), blocks, out long samples);
        long expected = (long)blocks * preset.Servo.Channels * preset.Servo.Points;
        if (samples != expected)
            return $"{preset.Name}: {samples} servo samples in {blocks} blocks, not {expected}";
        return RigHash.Compute(new SimulatedRig(preset, 1), blocks, out _) == first
            ? null
            : $"{preset.Name}: two runs differ";
    }

    private static (double Factor, long Bytes) Measure(RigPreset preset, int seconds)
    {
        var rig = new SimulatedRig(preset, 1);
        var block = new CDataBlock(rig.Layout);
        long next = 0;
        for (; next < WarmUpSeconds * preset.BlocksPerSecond; next++)
            rig.Fill(block, next);
        long blocks = (long)(seconds * preset.BlocksPerSecond);
        long before = GC.GetAllocatedBytesForCurrentThread();
        long start = Stopwatch.GetTimestamp();
        for (long end = next + blocks; next < end; next++)
            rig.Fill(block, next);
        double elapsed = Stopwatch.GetElapsedTime(start).TotalSeconds;
        return (blocks / preset.BlocksPerSecond / elapsed, GC.GetAllocatedBytesForCurrentThread() - before);
    }
}
