using FuncLibs.Hosting.Summaries;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire;
using SignalMonitor.Streams;
using SignalMonitor.Tests.Receiving;

namespace SignalMonitor.Tests.Streams;

public sealed class StreamRunAccountTests
{
    private readonly StreamRunAccount _run = new(1);

    [Fact]
    public void Entries_BeforeTheEndOfWarmUp_AreNone()
    {
        Deliver(1);

        _run.Entries(0).ShouldBeEmpty();
    }

    [Fact]
    public void Entries_CountFromTheFirstDeliveredAfterWarmUp()
    {
        Deliver(4);
        _run.Begin(0);
        _run.OnDeclared(new LostRange(1, 5, 6, LossReason.Gap));
        Deliver(7);
        _run.OnDeclared(new LostRange(1, 8, 9, LossReason.Gap));
        Deliver(10);

        DeliveredStream entry = _run.Entries(0).Single();
        (entry.First, entry.Delivered, entry.DeclaredLost).ShouldBe((7UL, 2L, 2L));
    }

    [Fact]
    public void Entries_NewEpoch_CountsItFromItsFirstSequence()
    {
        _run.Begin(0);
        Deliver(7);
        _run.OnDeclared(new LostRange(2, 1, 3, LossReason.Gap));
        Deliver(4, epoch: 2);

        DeliveredStream[] entries = [.. _run.Entries(0)];
        entries.Select(entry => (entry.Epoch, entry.First, entry.Delivered, entry.DeclaredLost)).ShouldBe(
            [(1UL, 7UL, 1L, 0L), (2UL, 1UL, 1L, 3L)]);
    }

    [Fact]
    public void Entries_LateWordOfAnOlderEpoch_GoesToItsEntry()
    {
        _run.Begin(0);
        Deliver(7);
        Deliver(1, epoch: 2);
        _run.OnDeclared(new LostRange(1, 8, 9, LossReason.UncleanStop));
        Deliver(2, epoch: 2);

        _run.Entries(0).Select(entry => (entry.Delivered, entry.DeclaredLost)).ShouldBe([(1L, 2L), (2L, 0L)]);
    }

    [Fact]
    public void Entries_Undecodable_AreDeclaredInTheNewestEpoch()
    {
        _run.Begin(undecodable: 5);
        Deliver(1);
        Deliver(2);
        Deliver(3);

        DeliveredStream entry = _run.Entries(undecodable: 7).Single();
        (entry.Delivered, entry.DeclaredLost).ShouldBe((1L, 2L));
    }

    [Fact]
    public void Entries_End_CarryTheLastSequence()
    {
        _run.Begin(0);
        Deliver(1);
        _run.OnEnd(1, 9);

        DeliveredStream entry = _run.Entries(0).Single();
        (entry.EndSeen, entry.EndLast).ShouldBe((true, 9UL));
    }

    [Fact]
    public void Seconds_AreThoseOfTheRig()
    {
        _run.Begin(0);
        Deliver(1);
        Deliver(2);
        Deliver(3);

        _run.Seconds.ShouldBe(2);
    }

    private void Deliver(ulong sequence, ulong epoch = 1)
    {
        FrameHeader header = IntakeRig.DataHeader(sequence, epoch);
        _run.OnDelivered(header with { AcquiredNs = TestStream.AcquiredNs + ((long)sequence * 1_000_000_000) });
    }
}
