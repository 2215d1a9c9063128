using FuncLibs.Rings;

namespace SignalMonitor.Alarms.Commands;

/// <summary>
/// Takes commands from any thread and has them executed by the compute thread at a block border, which never waits for anybody. Bounded:
/// a command that finds no room is answered as busy at once.
/// </summary>
internal sealed class AlarmDesk : IDisposable
{
    /// <summary>Commands that may wait.</summary>
    public const int Capacity = 64;

    private readonly Lock _gate = new();
    private readonly SpscRing<Request> _ring = new(Capacity);

    /// <summary>Anybody: asks for a command. The answer comes with the next block, or the next look of an idle compute thread; wait for
    /// it with a timeout.</summary>
    public Task<AlarmAnswer> Submit(AlarmCommand command)
    {
        if (command.Fault is { } fault)
            return Task.FromResult(new AlarmAnswer(AlarmAnswerStatus.Refused, fault));
        Request request = new(command);

        // The ring has one producer: whoever holds the gate.
        lock (_gate)
        {
            if (!_ring.TryWrite(request))
                return Task.FromResult(new AlarmAnswer(AlarmAnswerStatus.Busy, $"{Capacity} commands wait; try again"));
        }

        return request.Answer.Task;
    }

    /// <summary>Compute, between blocks: executes what waits. Without a command it reads one number.</summary>
    public void Serve(AlarmEngine engine)
    {
        while (_ring.TryRead(out Request request))
            request.Answer.SetResult(engine.Execute(request.Command));
    }

    /// <inheritdoc/>
    public void Dispose() => _ring.Dispose();

    private sealed class Request(AlarmCommand command)
    {
        public AlarmCommand Command { get; } = command;

        // Continuations run elsewhere: the compute thread only leaves the answer.
        public TaskCompletionSource<AlarmAnswer> Answer { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }
}
