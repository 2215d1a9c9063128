namespace SignalMonitor.Variables.Verbs;

/// <summary>What is said of one row: which one, and what shall become of it. What is null was not given, and stays as it is.</summary>
public interface IRowWords
{
    /// <summary>Which one.</summary>
    string? Name { get; }

    /// <summary>The revision that the edit was made from; null = whatever is there.</summary>
    long? Revision { get; }
}
