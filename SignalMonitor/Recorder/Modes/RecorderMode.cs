namespace SignalMonitor.Recorder.Modes;

/// <summary>Which blocks of a test run are recorded.</summary>
public enum RecorderMode
{
    /// <summary>All.</summary>
    All,

    /// <summary>Those of the cycles 1, 2, 5, 10, 20, 50 and so on.</summary>
    Cycles,

    /// <summary>Those that hold a sample of the time around a trigger.</summary>
    Triggered,

    /// <summary>All at a lower rate: the smallest and the largest sample of each interval.</summary>
    Reduced,
}
