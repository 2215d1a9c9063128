using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace Simulator.Hosting;

/// <summary>Options of the verb `dump`.</summary>
public sealed class DumpOptions
{
    /// <summary>Default of <see cref="Blocks"/>.</summary>
    public const int DefaultBlocks = 10;

    /// <summary>Blocks to write, from block 0 on.</summary>
    [Description("blocks to write")]
    [Range(1, 10_000_000)]
    public int Blocks { get; set; } = DefaultBlocks;

    /// <summary>The file; it is replaced.</summary>
    [Description("file for the content 1 documents")]
    [Required]
    public string Out { get; set; } = "";
}
