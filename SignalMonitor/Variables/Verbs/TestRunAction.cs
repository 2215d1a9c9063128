namespace SignalMonitor.Variables.Verbs;

/// <summary>What the verb `testrun` does.</summary>
public enum TestRunAction
{
    /// <summary>Shows the newest test runs.</summary>
    Show,

    /// <summary>Begins one.</summary>
    Start,

    /// <summary>Changes what is given of the one that goes on.</summary>
    Set,

    /// <summary>Ends it.</summary>
    Stop,
}
