using System.Buffers;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Journal;
using FuncLibs.Journal.Writing;
using FuncLibs.Runtime.Files;
using SignalMonitor.Recorder;
using SignalMonitor.Tests.Receiving;
using Testing;

namespace SignalMonitor.Tests.Recorder;

/// <summary>
/// What a saved position waits for. The test plays the recorder's thread, so nothing is durable before it says so.
/// </summary>
public sealed class ConnectionRecorderTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly List<PublisherJournal> _opened = [];
    private readonly ConnectionRecorder _connection;
    private readonly IntakeRig _intake;

    public ConnectionRecorderTests()
    {
        _connection = new ConnectionRecorder(Open);
        _intake = new IntakeRig(recorder: _connection);
        _intake.Catalogue(1);
        _connection.Begin(fromNs: 0, untilNs: long.MaxValue);
    }

    [Fact]
    public void Progress_BlocksNotDurable_IsNotSettled()
    {
        Record(1, 3);
        RecordingProgress progress = _connection.Progress;
        progress.IsSettled.ShouldBeFalse();

        _opened.Single().Finish(isOver: true);

        progress.IsSettled.ShouldBeTrue();
    }

    [Fact]
    public void Progress_RecordingEndedAndNotDurableYet_IsNotSettled()
    {
        Record(1, 3);
        _connection.End();
        RecordingProgress progress = _connection.Progress;
        progress.IsSettled.ShouldBeFalse();

        _opened.Single().Finish(isOver: true);

        progress.IsSettled.ShouldBeTrue();
    }

    [Fact]
    public void Progress_AnotherPublisherAndTheFirstNotDurableYet_IsNotSettled()
    {
        Record(1, 3);
        RecordOfAnother();
        RecordingProgress progress = _connection.Progress;
        _opened[1].Finish(isOver: true);
        progress.IsSettled.ShouldBeFalse();

        _opened[0].Finish(isOver: true);

        progress.IsSettled.ShouldBeTrue();
    }

    [Fact]
    public void TakeLast_RecordingNotDurable_LeavesTheMarkBefore()
    {
        Record(1, 3);
        _connection.End();

        _intake.Mark.TakeLast(_intake.Streams.All, "c").ShouldBeNull();
        _opened.Single().Finish(isOver: false);
        _intake.Mark.TakeLast(_intake.Streams.All, "c").ShouldNotBeNull().Streams.Single().Position.Next.ShouldBe(4UL);
    }

    public void Dispose()
    {
        _intake.Dispose();
        foreach (PublisherJournal journal in _opened)
            journal.Dispose();
        _folder.Dispose();
    }

    private void Open(ConnectionRecorder connection)
    {
        PublisherJournal journal = connection.Journal!;
        FrameArchive.Open(
            new DiskFiles(_folder.File($"journal{_opened.Count}")),
            new JournalOptions { RingBytes = 1 << 20, ReservedBytes = 0, QuotaBytes = long.MaxValue },
            journal.Publisher,
            TimeProvider.System,
            out FrameArchive? archive).IsOk.ShouldBeTrue();
        _opened.Add(journal);
        journal.Decide(archive, refusal: null);
    }

    private void Record(ulong first, ulong last)
    {
        for (ulong sequence = first; sequence <= last; sequence++)
        {
            _intake.Data(sequence).ShouldBeTrue();
            _intake.RunCompute();
        }
    }

    private void RecordOfAnother()
    {
        Guid publisher = Guid.NewGuid();
        ArrayBufferWriter<byte> catalogue = new();
        CatalogueCodec.Write(TestStream.Catalogue(1) with { Publisher = publisher }, catalogue);
        _intake.Intake.ReceiveCatalogue(catalogue.WrittenSpan);
        _intake.Data(IntakeRig.DataHeader(1) with { Publisher = publisher });
        _intake.RunCompute();
    }
}
