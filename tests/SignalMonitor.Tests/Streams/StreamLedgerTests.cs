using FuncLibs.Hosting.Certificates;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire;
using SignalMonitor.Streams;
using SignalMonitor.Tests.Receiving;

namespace SignalMonitor.Tests.Streams;

public sealed class StreamLedgerTests : IDisposable
{
    private static readonly StreamAccount Account = new ConsumerDelivery(new DeliverySettings(), TimeProvider.System)
        .Add(TestStream.Publisher, TestStream.Id).Account();

    private readonly StreamLedger _ledger = new();

    public void Dispose() => _ledger.Dispose();

    [Fact]
    public void Certify_NothingDelivered_IsEmpty() => Certify().ShouldBeEmpty();

    [Fact]
    public void Certify_CountsFromTheFirstDelivered()
    {
        Deliver(7, 8, 9);

        CertifiedStream entry = Certify().Single();
        (entry.First, entry.Last, entry.Expected, entry.Received, entry.SilentLoss).ShouldBe((7UL, 9UL, 3L, 3L, 0L));
    }

    [Fact]
    public void Certify_LaterEpoch_IsExpectedFromItsFirstBlock()
    {
        Deliver(7);
        _ledger.Lost(new LostRange(2, 1, 4, LossReason.Gone));
        _ledger.Delivered(IntakeRig.DataHeader(5, epoch: 2), replayed: true);

        CertifiedStream entry = Certify()[1];
        (entry.Expected, entry.Received, entry.Replayed, entry.Lost.Gone, entry.SilentLoss)
            .ShouldBe((5L, 1L, 1L, 4L, 0L));
    }

    [Fact]
    public void Certify_EndBeyondWhatCame_IsSilentLoss()
    {
        Deliver(1, 2);
        _ledger.Ended(1, last: 5, StreamEnd.Clean);

        Certify().Single().SilentLoss.ShouldBe(3);
    }

    [Fact]
    public void Certify_Missing_IsExpectedAndNotSilent()
    {
        Deliver(1, 2);

        CertifiedStream entry = _ledger.Certify(Account with { Epoch = 1, Missing = 4 }).Single();
        (entry.Last, entry.Expected, entry.Missing, entry.SilentLoss).ShouldBe((6UL, 6L, 4L, 0L));
    }

    [Fact]
    public void Certify_UnknownEnd_IsNeverComplete()
    {
        _ledger.Lost(new LostRange(1, 8, 7, LossReason.EndUnknown));
        _ledger.Delivered(IntakeRig.DataHeader(1, epoch: 2), replayed: false);
        _ledger.Ended(2, 1, StreamEnd.Clean);

        CertifiedStream[] entries = Certify();
        (entries[0].Epoch, entries[0].Expected, entries[0].SilentLoss, entries[0].End)
            .ShouldBe((1UL, 0L, 0L, StreamEnd.TailUnknown));
        new RunCertificate { Final = true, Streams = entries }.Verdict.ShouldBe(CertificateVerdict.Incomplete);
    }

    [Fact]
    public void Certify_LostAtTheRigBeforeTheFirstBlockOfAnEpoch_IsCertified()
    {
        Deliver(1);
        _ledger.LostBefore(2, 12);
        _ledger.Delivered(IntakeRig.DataHeader(1, epoch: 2), replayed: false);

        Certify()[1].LostBeforeSequence.ShouldBe(12);
    }

    [Fact]
    public void Certify_BlockBehindMissingSamplesOfUnknownNumber_IsAtLeastOne()
    {
        _ledger.Delivered(IntakeRig.DataHeader(1) with { Flags = FrameFlags.SamplesMissing }, replayed: true);

        (Certify()[0].LostBeforeSequence, Certify()[0].IsFlawed).ShouldBe((1, true));
    }

    [Fact]
    public void Certify_Undecodable_IsLostAndNotReceived()
    {
        Deliver(1, 2);
        _ledger.Undecodable();

        CertifiedStream entry = Certify().Single();
        (entry.Received, entry.Lost.Undecodable, entry.SilentLoss).ShouldBe((1L, 1L, 0L));
    }

    [Fact]
    public void Gaps_LiveBlocksAheadOfTheirTurn_AreCountedOnceEach()
    {
        Deliver(1);
        foreach (ulong sequence in (ulong[])[1, 2, 5, 6, 3, 9])
            _ledger.Heard(IntakeRig.DataHeader(sequence), cameNs: 0);

        Certify().Single().Gaps.ShouldBe(2);
    }

    [Fact]
    public void Gaps_NewEpochHeardFromItsFirstBlock_AreNone()
    {
        Deliver(1);
        for (ulong sequence = 1; sequence < 5; sequence++)
            _ledger.Heard(IntakeRig.DataHeader(sequence, epoch: 2), cameNs: 0);
        _ledger.Delivered(IntakeRig.DataHeader(1, epoch: 2), replayed: false);

        Certify()[1].Gaps.ShouldBe(0);
    }

    [Fact]
    public void Ended_CleanThenWord_StaysClean()
    {
        Deliver(1);
        _ledger.Ended(1, 1, StreamEnd.Clean);
        _ledger.Ended(1, 1, StreamEnd.TailUnknown);

        Certify().Single().End.ShouldBe(StreamEnd.Clean);
    }

    [Fact]
    public void Delivered_MoreEpochsThanAreKept_IsNotCertifiedAsGood()
    {
        for (ulong epoch = 1; epoch <= 5000; epoch++)
            _ledger.Delivered(IntakeRig.DataHeader(1, epoch), replayed: false);

        Certify()[^1].End.ShouldBe(StreamEnd.TailUnknown);
    }

    private CertifiedStream[] Certify() => _ledger.Certify(Account);

    private void Deliver(params ulong[] sequences)
    {
        foreach (ulong sequence in sequences)
        {
            FrameHeader header = IntakeRig.DataHeader(sequence);
            _ledger.Delivered(header, replayed: false);
        }
    }
}
