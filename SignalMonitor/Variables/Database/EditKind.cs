namespace SignalMonitor.Variables.Database;

/// <summary>What an edit does.</summary>
public enum EditKind
{
    /// <summary>Adds the row, or gives it new content.</summary>
    Put,

    /// <summary>Removes it.</summary>
    Remove,
}
