using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.Captures;

/// <summary>What the verb `capture` does.</summary>
public enum CaptureAction
{
    /// <summary>Prints a file of samples around a break.</summary>
    Show,
}

/// <summary>Options of the verb `capture`.</summary>
public sealed class CaptureVerbOptions
{
    /// <summary>What to do.</summary>
    [Description("show; given after the verb")]
    public CaptureAction Action { get; set; } = CaptureAction.Show;

    /// <summary>The file.</summary>
    [Description("the file; given after the action")]
    [Required]
    public string File { get; set; } = "";

    /// <summary>JSON.</summary>
    [Description("one object, with an array for each column; may be given as --json")]
    public bool Json { get; set; }

    /// <summary>CSV.</summary>
    [Description("a line for each sample: index, seconds from the break, and the columns; may be given as --csv")]
    public bool Csv { get; set; }
}
