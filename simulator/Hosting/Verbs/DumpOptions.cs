using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace Simulator.Hosting.Verbs;

/// <summary>Options of the verb `dump`.</summary>
public sealed class DumpOptions
{
    /// <summary>Default of <see cref="Blocks"/>.</summary>
    public const int DefaultBlocks = 10;

    /// <summary>What is added to <see cref="Out"/> for the truth file.</summary>
    public const string TruthExtension = ".truth.jsonl";

    /// <summary>Blocks to write, from block 0 on. Ignored when <see cref="Seconds"/> is given.</summary>
    [Description("blocks to write")]
    [Range(1, 10_000_000)]
    public int Blocks { get; set; } = DefaultBlocks;

    /// <summary>Seconds of the run to write, in whole blocks, rounded up, up to a week; 0 = as <see cref="Blocks"/> says.</summary>
    [Description("seconds to write instead of a number of blocks")]
    [Range(0, 604_800)]
    public double Seconds { get; set; }

    /// <summary>The file; it is replaced. The truth goes into a file beside it, <see cref="TruthExtension"/>.</summary>
    [Description("file for the content 1 documents; the truth goes beside it")]
    [Required]
    public string Out { get; set; } = "";

    /// <summary>Blocks of a rig at this pace.</summary>
    public long BlocksAt(double blocksPerSecond) => Seconds > 0 ? (long)Math.Ceiling(Seconds * blocksPerSecond) : Blocks;
}
