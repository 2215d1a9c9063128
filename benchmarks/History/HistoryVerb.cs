using System.CommandLine;
using Benchmarks.Measuring;
using FuncLibs.Blocks;
using FuncLibs.Runtime.Timing;
using FuncLibs.Signals.Buckets;
using Simulator.Presets;
using Simulator.Rig;

namespace Benchmarks.History;

/// <summary><c>benchmarks history [--seconds N]</c>: what a block of the reference rig costs in the history,
/// and what reading all of it costs.</summary>
internal static class HistoryVerb
{
    private const int Blocks = 300;
    private const int History = 60;
    private const string Preset = "reference";

    public static Command Create()
    {
        var seconds =
            new Option<int>("--seconds") { Description = "How long is measured.", DefaultValueFactory = _ => 3 };
        var verb = new Command(
            "history", "Buckets of a block of the reference rig, checked sample by sample first.") { seconds };
        verb.SetAction(result => Run(TimeSpan.FromSeconds(result.GetValue(seconds))));
        return verb;
    }

    private static int Run(TimeSpan duration)
    {
        SimulatedRig rig = new(RigPresets.Find(Preset)!, 1);
        CDataBlock[] blocks = [.. Enumerable.Range(0, Blocks).Select(i => Filled(rig, i))];
        StreamBuckets buckets = new(new BucketPlan(rig.Description, History));
        BucketTable table = new();
        int[] columns = [.. Enumerable.Range(0, buckets.Plan.Signals.Length)];
        long next = 0;
        Candidate add = new("history.add", () => Add(rig, blocks, buckets, next++));
        Candidate read = new("history.read", () => Read(buckets, table, columns));
        for (int i = 0; i < Blocks; i++)
            add.Run();
        read.Run();
        if (Missing(buckets, table) is { } fault)
        {
            Console.Error.WriteLine($"benchmarks history: {fault}");
            return 1;
        }

        Comparison.Run([add, read], TimeSpan.FromSeconds(1), duration);
        var report = new MetricReport();
        report.Add("history.add", add.MedianUs, "us/block");
        report.Add("history.add.allocated", add.AllocatedBytes, "bytes/block");
        report.Add("history.read", read.MedianUs, "us");
        report.Add("history.signals", columns.Length, "signals");
        report.Add("history.memory", (double)buckets.Plan.Rows * columns.Length * Bucket.Bytes / (1 << 20), "MiB");
        return 0;
    }

    private static CDataBlock Filled(SimulatedRig rig, int index)
    {
        CDataBlock block = new(rig.Description.ToLayout());
        rig.Fill(block, index);
        return block;
    }

    // Time continues while the blocks come round again: their own first index stands for the same part of a second.
    private static void Add(SimulatedRig rig, CDataBlock[] blocks, StreamBuckets buckets, long index) =>
        buckets.Add(
            blocks[index % Blocks],
            SampleClock.NsOf(index * rig.Description.PointsPerBlock, rig.Description.BaseRateHz));

    private static void Read(StreamBuckets buckets, BucketTable table, int[] columns)
    {
        table.Reset(
            buckets.Plan.Grid, buckets.Read().NewestBucket - buckets.Plan.Rows + 1, buckets.Plan.Rows, columns.Length);
        buckets.AddTo(table, table.StartNs, table.EndNs, columns);
    }

    // Every sample of every signal must be in it once.
    private static string? Missing(StreamBuckets buckets, BucketTable table)
    {
        for (int column = 0; column < table.Columns; column++)
        {
            long found = Enumerable.Range(0, table.Buckets).Sum(b => table[b, column].Count);
            long put = (long)buckets.Plan.Signals[column].Points * Blocks;
            if (found != put)
                return $"{buckets.Plan.Signals[column].Name} has {found} samples, {put} were put in";
        }

        return null;
    }
}
