using System.Buffers;
using FuncLibs.Signals.Stateful;

namespace SignalMonitor.CalculatedChannels;

/// <summary>
/// Copies the state of a table, such as rainflow classes, between two blocks. The caller allocates the memory; the
/// compute thread copies into it and never waits. One request at a time.
/// </summary>
internal sealed class TableCopier
{
    /// <summary>How long a request may wait; then it is withdrawn.</summary>
    public static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);

    private Request? _requested;

    /// <summary>Any thread: the bytes that <see cref="ISignalState.Save"/> of the table writes; null when the plan is
    /// no longer in force, or the compute thread did not come to it in time, or somebody else asks at this
    /// moment.</summary>
    /// <param name="plan">The plan in force.</param>
    /// <param name="place">Place of the table in its program.</param>
    /// <param name="time">Clock for <see cref="Patience"/>.</param>
    /// <param name="stop">Withdraws it.</param>
    public async Task<ReadOnlyMemory<byte>?> Copy(
        VariablePlan plan, int place, TimeProvider time, CancellationToken stop)
    {
        if (plan.Program.Table(place) is not { } table)
            return null;
        Request request = new(plan, place, checked((int)table.MaxBytes));
        if (Interlocked.CompareExchange(ref _requested, request, null) is not null)
            return null;
        try
        {
            return await request.Answer.WaitAsync(Patience, time, stop)
                ? request.Bytes
                : default(ReadOnlyMemory<byte>?);
        }
        catch (Exception e) when (e is TimeoutException or OperationCanceledException)
        {
            // What the compute thread has begun is answered at once.
            bool isWithdrawn = Interlocked.CompareExchange(ref _requested, null, request) == request;
            return !isWithdrawn && await request.Answer ? request.Bytes : default(ReadOnlyMemory<byte>?);
        }
    }

    /// <summary>Compute, between blocks. Without a request it reads one reference.</summary>
    /// <param name="plan">The plan in force.</param>
    public void Serve(VariablePlan plan)
    {
        if (Volatile.Read(ref _requested) is not null)
            Interlocked.Exchange(ref _requested, null)?.Fill(plan);
    }

    private sealed class Request
    {
        // Beyond the state: what a buffer keeps free for its next word.
        private const int Spare = 64;

        // Continuations run elsewhere: the compute thread only leaves the answer.
        private readonly TaskCompletionSource<bool> _answer = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly ArrayBufferWriter<byte> _bytes;
        private readonly StateWriter _writer;
        private readonly VariablePlan _plan;
        private readonly int _place;

        public Request(VariablePlan plan, int place, int maxBytes)
        {
            (_plan, _place) = (plan, place);
            _bytes = new ArrayBufferWriter<byte>(maxBytes + Spare);
            _writer = new StateWriter(_bytes);
        }

        public Task<bool> Answer => _answer.Task;

        public ReadOnlyMemory<byte> Bytes => _bytes.WrittenMemory;

        public void Fill(VariablePlan plan)
        {
            bool isSame = ReferenceEquals(plan, _plan);
            if (isSame)
                plan.Program.Table(_place)?.Save(_writer);
            _answer.SetResult(isSame);
        }
    }
}
