namespace SignalMonitor.Recorder;

/// <summary>Which blocks of a test run are recorded.</summary>
public enum RecorderMode
{
    /// <summary>All.</summary>
    All,

    /// <summary>Those of the cycles 1, 2, 5, 10, 20, 50 and so on.</summary>
    Cycles,
}
