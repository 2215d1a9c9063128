using Benchmarks.Measuring;
using Benchmarks.Serialization.Data;
using Benchmarks.Serialization.Formats;
using Benchmarks.Serialization.Native;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization.Columns;

namespace Benchmarks.Serialization;

/// <summary>Every format on one block: checked bit for bit, then raced against each other, then reported.</summary>
internal sealed class FormatBenchmark(DataKind kind, string prefix, MetricReport report)
{
    private const string Encode = ".encode";
    private const string Decode = ".decode";
    private const string Packed = "columns-packed";

    private static readonly string[] Lz4Formats = ["rows-lz4array", "rows-lz4block", "columns-lz4array"];

    /// <summary>Checks, races and reports.</summary>
    /// <param name="shape">Shape of the block.</param>
    /// <param name="warmUp">Time before the samples, over the whole mix.</param>
    /// <param name="duration">Time for the samples.</param>
    /// <param name="isLong">Adds GB/s, collections and their pauses.</param>
    public void Run(DataShape shape, TimeSpan warmUp, TimeSpan duration, bool isLong)
    {
        CDataBlock block = BlockData.Create(kind, shape);
        BlockFormat[] formats = [.. ObjectFormats.All(block), .. RegisteredFormats.All(block), RawCopy.Create(block)];
        BlockFormat[] library = [.. ObjectFormats.Library(block)];
        BlockFormat[] native =
            NativeLz4.IsAvailable ? [.. Lz4Formats.Select(name => NativeLz4Format.Create(name, block))] : [];
        foreach (BlockFormat format in (BlockFormat[])[.. formats, .. library, .. native])
        {
            int bytes = format.Encode();
            format.Decode();
            format.Check();
            report.Add(NameOf(format) + ".bytes", bytes, "B");
        }

        // What a packed column costs when its method is never searched again.
        BlockFormat kept = RegisteredFormats.Create(Packed, ColumnsSerializer.Packed(searchEvery: int.MaxValue), block);
        Candidate chosen = new(Packed, () => kept.Encode());
        Candidate[] candidates = [.. formats.Concat(library).Concat(native).SelectMany(Candidates)];
        Comparison.Repeat([.. candidates, chosen], warmUp, duration);
        foreach (Candidate candidate in candidates)
            Report(candidate, block, isLong);
        Dictionary<string, Repeats> times = candidates.ToDictionary(c => c.Name, c => new Repeats(c.MediansUs));
        Dictionary<string, double> us = times.ToDictionary(time => time.Key, time => time.Value.Median);
        ReportRatios(formats, times);
        ReportLibrary(us);
        ReportLz4(native, us);
        report.Add(prefix + Packed + ".sticky", us[prefix + Packed + Encode] / new Repeats(chosen.MediansUs).Median, "x");
        if (isLong)
            new PauseRun(report).Run(candidates.Where(c => c.AllocatedBytes > 0));
    }

    private Candidate[] Candidates(BlockFormat format) =>
        [new(NameOf(format) + Encode, () => format.Encode()), new(NameOf(format) + Decode, format.Decode)];

    private string NameOf(BlockFormat format) => prefix + format.Name;

    private void Report(Candidate candidate, CDataBlock block, bool isLong)
    {
        Repeats times = new(candidate.MediansUs);
        times.AddTo(report, candidate.Name + ".us", "us");
        report.Add(candidate.Name + ".alloc", candidate.AllocatedBytes, "B");
        if (isLong)
            report.Add(
                candidate.Name + ".rate", block.Layout.ValueCount * sizeof(double) / times.Median / 1e3, "GB/s");
    }

    private void ReportRatios(BlockFormat[] formats, Dictionary<string, Repeats> times)
    {
        foreach (string baseline in (string[])[ObjectFormats.Baseline, "rows-lz4array"])
        {
            foreach (BlockFormat format in formats.Where(f => f.Name != baseline))
            {
                foreach (string way in (string[])[Encode, Decode])
                {
                    string name = NameOf(format) + way;
                    Claim claim = Claim.OfTimes(name, times[name], baseline, times[prefix + baseline + way]);
                    report.Add($"{name}.vs-{baseline}", claim.Ratio, "x");
                    report.Add($"{name}.vs-{baseline}.p", claim.P, "");
                }
            }
        }
    }

    // How many times as long as MessagePack for C# with its standard options.
    private void ReportLibrary(Dictionary<string, double> us)
    {
        foreach (string way in (string[])[Encode, Decode])
        {
            double plain = us[prefix + ObjectFormats.PlainRows + way];
            report.Add(
                $"{prefix}{ObjectFormats.Rows}{way}.over-library", us[prefix + ObjectFormats.Rows + way] / plain, "x");
        }
    }

    // How many times as long as the same with liblz4 called directly.
    private void ReportLz4(BlockFormat[] native, Dictionary<string, double> us)
    {
        if (native.Length == 0)
        {
            Console.WriteLine(NativeLz4.MissingText);
            return;
        }

        foreach (string name in Lz4Formats)
        {
            foreach (string way in (string[])[Encode, Decode])
                report.Add(
                    $"{prefix}{name}{way}.over-liblz4",
                    us[prefix + name + way] / us[$"{prefix}liblz4.{name}{way}"],
                    "x");
        }
    }
}
