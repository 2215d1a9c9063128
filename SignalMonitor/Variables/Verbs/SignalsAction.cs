namespace SignalMonitor.Variables.Verbs;

/// <summary>What the verb `signals` does.</summary>
public enum SignalsAction
{
    /// <summary>Shows all definitions of a station.</summary>
    List,

    /// <summary>Adds a variable.</summary>
    Add,

    /// <summary>Changes what is given of a variable.</summary>
    Set,

    /// <summary>Removes a variable.</summary>
    Remove,

    /// <summary>Judges all definitions of a station.</summary>
    Check,

    /// <summary>Reads a file of definitions.</summary>
    Import,

    /// <summary>Writes one.</summary>
    Export,
}
