namespace SignalMonitor.Reporting;

/// <summary>Tells when a test that runs gets no blocks any more, goes on, begins or ends. One thread.</summary>
/// <param name="stoppedAfter">Time without a block after which the test counts as stopped.</param>
/// <param name="time">Clock.</param>
internal sealed class TestWatch(TimeSpan stoppedAfter, TimeProvider time)
{
    private string? _run;
    private long _blocks;
    private long _movedAt = time.GetTimestamp();
    private bool _isStopped;

    /// <summary>Looks once.</summary>
    /// <param name="run">Name of the open test run; null none.</param>
    /// <param name="blocks">Blocks that were delivered so far, over all streams.</param>
    /// <returns>What is to be told; null nothing.</returns>
    public TestChange? Look(string? run, long blocks)
    {
        if (blocks != _blocks || run != _run)
            _movedAt = time.GetTimestamp();
        string? before = _run;
        bool moved = blocks != _blocks;
        (_blocks, _run) = (blocks, run);
        if (before is not null && run != before)
        {
            _isStopped = false;
            return new TestChange(TestState.Ended, before, TimeSpan.Zero);
        }

        if (run is null)
            return null;
        if (_isStopped && moved)
        {
            _isStopped = false;
            return new TestChange(TestState.GoesOn, run, TimeSpan.Zero);
        }

        TimeSpan silent = time.GetElapsedTime(_movedAt);
        if (_isStopped || silent < stoppedAfter)
            return null;
        _isStopped = true;
        return new TestChange(TestState.Stopped, run, silent);
    }
}

/// <summary>A change of a test.</summary>
/// <param name="State">How it is since.</param>
/// <param name="Run">Name of the test run.</param>
/// <param name="Silent">Time without a block, where it stopped.</param>
internal readonly record struct TestChange(TestState State, string Run, TimeSpan Silent);

/// <summary>How a test is.</summary>
internal enum TestState
{
    /// <summary>Unknown: no change.</summary>
    None,

    /// <summary>No blocks come, and the run is open.</summary>
    Stopped,

    /// <summary>Blocks come again.</summary>
    GoesOn,

    /// <summary>The run was stopped.</summary>
    Ended,
}
