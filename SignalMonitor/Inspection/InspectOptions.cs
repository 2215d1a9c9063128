using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.Inspection;

/// <summary>Options of the verb `inspect`.</summary>
public sealed class InspectOptions
{
    /// <summary>The file to read, or `-` for standard input.</summary>
    [Description("file to read, or - for standard input; stands behind the verb")]
    [Required]
    public string File { get; set; } = "";

    /// <summary>Name of the format, or `map`; guessed from the first bytes when empty.</summary>
    [Description("format: a name of Content, or map; guessed when empty")]
    public string Content { get; set; } = "";
}
