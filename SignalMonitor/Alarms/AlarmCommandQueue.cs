using FuncLibs.Runtime.Rings;

namespace SignalMonitor.Alarms;

/// <summary>
/// Takes commands to the alarms of one stream from any thread and has them executed by the compute thread at a block
/// border, which never waits. Bounded: a command that does not fit is answered as busy at once, one that
/// is not executed in time is withdrawn.
/// </summary>
/// <param name="engine">Executes them.</param>
internal sealed class AlarmCommandQueue(AlarmEngine engine) : IDisposable
{
    /// <summary>Commands that may wait.</summary>
    public const int Capacity = 64;

    /// <summary>How long a command may wait; then it is withdrawn and has no effect.</summary>
    public static readonly TimeSpan Timeout = TimeSpan.FromSeconds(2);

    private readonly Lock _gate = new();
    private readonly SpscRing<Request> _ring = new(Capacity);

    /// <summary>
    /// Any thread: requests a command. The answer comes with the next block, or the next look of an idle compute
    /// thread.
    /// </summary>
    /// <param name="command">The command.</param>
    /// <param name="time">Clock for <see cref="Timeout"/>.</param>
    /// <param name="stop">Withdraws it.</param>
    public async Task<AlarmCommandResult> Submit(AlarmCommand command, TimeProvider time, CancellationToken stop)
    {
        if (command.Fault is { } fault)
            return new AlarmCommandResult(AlarmCommandStatus.Refused, fault);
        Request request = new(command, engine.SeenOf(command.Limit));

        // The ring has one producer: the holder of the gate.
        lock (_gate)
        {
            if (!_ring.TryWrite(request))
                return new AlarmCommandResult(AlarmCommandStatus.Busy, $"{Capacity} commands wait; try again");
        }

        try
        {
            return await request.Answer.WaitAsync(Timeout, time, stop);
        }
        catch (Exception e) when (e is TimeoutException or OperationCanceledException)
        {
            // What the compute thread has begun is answered at once.
            return request.TryWithdraw()
                ? new AlarmCommandResult(
                    AlarmCommandStatus.Busy, "the compute thread did not come to it; it was withdrawn, try again")
                : await request.Answer;
        }
    }

    /// <summary>Compute, between blocks: executes what waits. Without a command it reads one number.</summary>
    public void Serve()
    {
        while (_ring.TryRead(out Request request))
            request.Execute(engine);
    }

    /// <inheritdoc/>
    public void Dispose() => _ring.Dispose();

    private sealed class Request(AlarmCommand command, AlarmSeen seen)
    {
        // Continuations run elsewhere: the compute thread only leaves the answer.
        private readonly TaskCompletionSource<AlarmCommandResult> _answer =
            new(TaskCreationOptions.RunContinuationsAsynchronously);
        private int _isTaken;

        public Task<AlarmCommandResult> Answer => _answer.Task;

        /// <summary>For the requester: false when it is executed already.</summary>
        public bool TryWithdraw() => Interlocked.Exchange(ref _isTaken, 1) == 0;

        public void Execute(AlarmEngine engine)
        {
            if (Interlocked.Exchange(ref _isTaken, 1) == 0)
                _answer.SetResult(engine.Execute(command, seen));
        }
    }
}
