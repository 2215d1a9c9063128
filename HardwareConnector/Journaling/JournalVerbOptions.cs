using System.ComponentModel;

namespace HardwareConnector.Journaling;

/// <summary>Options of the verb `journal`.</summary>
public sealed class JournalVerbOptions
{
    /// <summary>What to do.</summary>
    [Description("what to do; stands behind the verb")]
    public JournalAction Action { get; set; } = JournalAction.Info;

    /// <summary>Machine-readable output.</summary>
    [Description("one JSON object a line instead of text; may stand as --json")]
    public bool Json { get; set; }

    /// <summary>`dump`: only this stream.</summary>
    [Description("dump: only this stream; -1 = all")]
    public long Stream { get; set; } = -1;

    /// <summary>`dump`: only this epoch.</summary>
    [Description("dump: only this epoch; 0 = all")]
    public long Epoch { get; set; }
}
