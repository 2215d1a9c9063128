using System.Globalization;

namespace SignalMonitor.Sharing;

/// <summary>
/// Calls to a shared folder, one at a time: a mount that does not answer blocks a thread of the pool, and not the task
/// that asks. One task asks.
/// </summary>
/// <param name="time">Clock.</param>
internal sealed class FolderCalls(TimeProvider time)
{
    /// <summary>A call that does not move for so long is given up.</summary>
    public static readonly TimeSpan SilenceLimit = TimeSpan.FromSeconds(10);

    private Task _last = Task.CompletedTask;
    private long _movedAt;

    /// <summary>True while a call runs.</summary>
    public bool IsBusy => !_last.IsCompleted;

    /// <summary>How long the call that runs did not move; zero without one.</summary>
    public TimeSpan Busy => IsBusy ? time.GetElapsedTime(Volatile.Read(ref _movedAt)) : TimeSpan.Zero;

    /// <summary>From the call: it moves. A long copy is no silence.</summary>
    public void Moves() => Volatile.Write(ref _movedAt, time.GetTimestamp());

    /// <summary>Starts a call.</summary>
    /// <exception cref="IOException">The last one has not ended.</exception>
    public Task<T> Start<T>(Func<T> call)
    {
        if (IsBusy)
            throw NoAnswer(Busy);
        Moves();
        Task<T> started = Task.Run(call);
        _last = started;
        return started;
    }

    /// <summary>Makes a call, and waits for it for a limited time.</summary>
    /// <exception cref="IOException">Of the call; or it, or the last one, has not ended.</exception>
    public async Task<T> RunAsync<T>(Func<T> call, TimeSpan limit, CancellationToken stop)
    {
        try
        {
            return await Start(call).WaitAsync(limit, time, stop);
        }
        catch (TimeoutException)
        {
            throw NoAnswer(limit);
        }
    }

    /// <summary>The fault of a folder that does not answer.</summary>
    public static IOException NoAnswer(TimeSpan after) => new(
        string.Create(CultureInfo.InvariantCulture, $"it does not answer for {after.TotalSeconds:F0} s; see to its mount"));
}
