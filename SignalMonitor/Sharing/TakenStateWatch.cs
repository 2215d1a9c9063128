using FuncLibs.Hosting.State;
using FuncLibs.Hosting.Threads;

namespace SignalMonitor.Sharing;

/// <summary>
/// In the process of a shared station: ends it when its state was taken over: a file is in place of its folder, or its
/// lock was removed (<see cref="StationFolder"/>). The monitor that started it does so too, unless it stands still
/// itself. A folder that vanished with its root is not taken over.
/// </summary>
/// <param name="state">The state folder.</param>
/// <param name="root">The folder of all stations.</param>
/// <param name="errors">Ends the process.</param>
/// <param name="time">Clock.</param>
internal sealed class TakenStateWatch(StateFolder state, SharedRoot root, FatalErrorHandler errors, TimeProvider time)
    : PeriodicReport(time, EverySecond)
{
    private bool _isTold;

    /// <inheritdoc/>
    public override void Update()
    {
        if (_isTold || !IsTaken())
            return;
        _isTold = true;
        errors.Fail($"state folder {state.Path}, which another monitor took over", cause: null);
    }

    private bool IsTaken() => File.Exists(state.Path) || (!state.HasLock && root.IsThere);
}
