using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.GroundTruth.Writing;

namespace Simulator.Hosting;

/// <summary>Section `Truth`: the truth of the run as JSON lines.</summary>
public sealed class TruthOptions
{
    /// <summary>The file; it is replaced. Empty = none.</summary>
    [Description("file for the truth of the run, JSON lines; empty = none")]
    public string File { get; set; } = "";

    /// <summary>Largest file in bytes, 4096 to 2^40; what comes behind is counted.</summary>
    [Description("largest truth file, bytes")]
    [Range(TruthWriterOptions.LeastMaxBytes, 1L << 40)]
    public long MaxBytes { get; set; } = TruthWriterOptions.DefaultMaxBytes;
}
