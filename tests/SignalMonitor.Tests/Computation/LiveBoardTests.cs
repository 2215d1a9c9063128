using FuncLibs.Signals;
using SignalMonitor.Computation;

namespace SignalMonitor.Tests.Computation;

public sealed class LiveBoardTests
{
    private readonly LiveBoard _board = new(new SignalPlan(TestStream.Description, new ComputeOptions()));

    [Fact]
    public void Read_BeforeTheFirstBlock_IsInvalid()
    {
        StreamSnapshot snapshot = _board.Read();

        snapshot.Sequence.ShouldBe(0UL);
        snapshot.Values.ShouldAllBe(value => double.IsNaN(value));
        snapshot.Qualities.ShouldAllBe(quality => quality == Quality.Invalid);
    }

    [Fact]
    public void Read_WhileWritten_IsOfOneBlock()
    {
        using var stop = new CancellationTokenSource();
        Write(1);
        var writer = new Thread(() =>
        {
            // A writer without any pause would never let a reader finish; the real one pauses for milliseconds.
            for (ulong sequence = 2; !stop.IsCancellationRequested; sequence++)
            {
                Write(sequence);
                Thread.SpinWait(5000);
            }
        });
        writer.Start();

        for (int i = 0; i < 5000; i++)
        {
            StreamSnapshot snapshot = _board.Read();
            snapshot.Values.AsSpan().ContainsAnyExcept((double)snapshot.Sequence).ShouldBeFalse();
            snapshot.Derived.AsSpan().ContainsAnyExcept((double)snapshot.Sequence).ShouldBeFalse();
            snapshot.DueNs.ShouldBe((long)snapshot.Sequence);
        }

        stop.Cancel();
        writer.Join();
    }

    private void Write(ulong sequence)
    {
        _board.Begin();
        for (int signal = 0; signal < _board.Plan.Signals.Length; signal++)
        {
            _board.Write(signal, sequence, Quality.Good);
            for (int function = 0; function < _board.Plan.Functions.Length; function++)
                _board.WriteDerived(signal, function, sequence);
        }

        _board.End(sequence, (long)sequence);
    }
}
