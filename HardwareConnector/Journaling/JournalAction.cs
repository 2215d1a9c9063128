namespace HardwareConnector.Journaling;

/// <summary>What the verb `journal` does.</summary>
public enum JournalAction
{
    /// <summary>Says what is kept, by the indexes.</summary>
    Info,

    /// <summary>Checks every byte.</summary>
    Verify,

    /// <summary>Lists every record.</summary>
    Dump,
}
