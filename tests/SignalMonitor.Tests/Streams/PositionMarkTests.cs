using FuncLibs.Messaging.Delivery;
using FuncLibs.Runtime.Rings;
using SignalMonitor.Streams;
using SignalMonitor.Tests.Receiving;
using Testing;

namespace SignalMonitor.Tests.Streams;

/// <summary>The position that is taken while frames are on their way.</summary>
public sealed class PositionMarkTests : IDisposable
{
    private readonly IntakeRig _rig = new(GapPolicy.Replay);

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void TryTake_FramesNotComputedYet_WaitsForThem()
    {
        Deliver(1, 2, 3);
        _rig.NotePosition();
        _rig.Mark.Reach(computed: 2);
        _rig.Mark.TryTake("c").ShouldBeNull();
        _rig.RunCompute();

        SavedStream saved = _rig.Mark.TryTake("c")!.Streams.Single();
        (saved.Position.Epoch, saved.Position.Next, saved.Position.Account.Delivered).ShouldBe((1UL, 4UL, 3L));
        saved.Fault.ShouldBeNull();
    }

    [Fact]
    public void TryTake_FramesBehindTheMark_DoNotCount()
    {
        Deliver(1);
        _rig.Undecodable(2);
        _rig.NotePosition();
        _rig.Undecodable(3);
        Deliver(4);
        _rig.RunCompute();

        SavedStream saved = _rig.Mark.TryTake("c")!.Streams.Single();
        (saved.Position.Next, saved.Undecodable, saved.BadFrames[(int)BadFrame.Decode]).ShouldBe((3UL, 1L, 1L));
        _rig.Stream.Account().DeclaredLost.ShouldBe(2);
    }

    [Fact]
    public void Request_WhileOneIsPending_ChangesNothing()
    {
        Deliver(1);
        _rig.NotePosition();
        Deliver(2);
        _rig.NotePosition();
        _rig.RunCompute();

        _rig.Mark.TryTake("c")!.Streams.Single().Position.Next.ShouldBe(2UL);
        _rig.Mark.TryTake("c").ShouldBeNull();
    }

    [Fact]
    public void TakeLast_OneIsOnItsWay_TakesTheEndInstead()
    {
        Deliver(1);
        _rig.NotePosition();
        Deliver(2);
        _rig.RunCompute();

        _rig.Mark.TakeLast(_rig.Streams.All, "c")!.Streams.Single().Position.Next.ShouldBe(3UL);
    }

    [Fact]
    public void Note_Warm_DoesNotAllocate()
    {
        Deliver(1);
        _rig.RunCompute();
        long place = _rig.Feed.Ring.Written;
        var mark = new PositionMark();

        Allocation.OfWarm(() =>
        {
            mark.Request();
            mark.Note(_rig.Streams.All, place);
            mark.Reach(place);
        }).ShouldBe(0);
    }

    // Two real threads over the real ring: whatever they do meanwhile, a mark is met exactly at its place.
    [Fact]
    public void Reach_ProducerAndConsumerAtFullSpeed_IsExactlyAtItsPlace()
    {
        const int Items = 300_000;
        using var ring = new SpscRing<int>(64);
        var mark = new PositionMark();
        long noted = -1;
        long handled = 0;
        int marks = 0;
        List<(long Noted, long Handled)> wrong = [];
        var producer = new Thread(() =>
        {
            for (int i = 0; i < Items;)
            {
                if (mark.IsRequested)
                {
                    Volatile.Write(ref noted, ring.Written);
                    mark.Note([], ring.Written);
                }

                i += ring.TryWrite(i) ? 1 : 0;
            }
        });
        producer.Start();
        while (handled < Items)
        {
            mark.Request();
            bool any = ring.TryRead(out _, milliseconds: 1);
            mark.Reach(ring.Taken - (any ? 1 : 0));
            if (mark.TryTake("c") is not null)
            {
                marks++;
                if (Volatile.Read(ref noted) != handled)
                    wrong.Add((noted, handled));
            }

            handled += any ? 1 : 0;
        }

        producer.Join();
        wrong.ShouldBeEmpty();
        marks.ShouldBeGreaterThan(100);
    }

    private void Deliver(params ulong[] sequences)
    {
        _rig.Catalogue(1);
        Array.ForEach(sequences, sequence => _rig.Data(sequence).ShouldBeTrue());
    }
}
