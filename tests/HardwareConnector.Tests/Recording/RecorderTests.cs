using FuncLibs.Hosting.State;
using FuncLibs.Journal;
using FuncLibs.Journal.Position;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using HardwareConnector.Recording;
using Testing;
using Testing.Journal;

namespace HardwareConnector.Tests.Recording;

public sealed class RecorderTests : IDisposable
{
    private static readonly byte[] Payload = new byte[64];
    private readonly TemporaryFolder _folder = new();
    private readonly FaultyFiles _files;
    private readonly StateFolder _state;
    private Guid _publisher;

    public RecorderTests()
    {
        _files = new FaultyFiles(_folder.Path);
        _state = StateFolder.Open(_folder.Path, _files);
    }

    public void Dispose()
    {
        _state.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Begin_StateDiskIsFull_TheStateIsNotSaved()
    {
        using Recorder recorder = BeginOnAFullDisk();

        (recorder.PositionOutcome.Fault, recorder.StateOutcome.Fault).ShouldBe((FileFault.Full, FileFault.Full));
    }

    [Fact]
    public void SaveState_DiskHasRoomAgain_BeginsThePositionWithWhatWasSentBefore()
    {
        using (Recorder recorder = BeginOnAFullDisk())
        {
            Record(recorder, stream: 1, sequence: 5);
            _files.FailAt = 0;
            recorder.SaveState();
            recorder.StateOutcome.IsOk.ShouldBeTrue();
            Record(recorder, stream: 2, sequence: 9);
        }

        PublisherPositionFile.Read(_files, out PositionSnapshot? left, out _).IsOk.ShouldBeTrue();
        left!.Streams.Select(stream => (stream.Stream, stream.Last)).ShouldBe([(1U, 5UL), (2U, 9UL)]);
    }

    [Fact]
    public void Begin_PositionIsOfAnEarlierEpoch_IsAfterAnUncleanStop()
    {
        using (Recorder clean = Begin())
            clean.MarkClean();
        using (Recorder full = BeginOnAFullDisk())
        {
        }

        _files.FailAt = 0;
        using Recorder recorder = Begin();
        recorder.IsAfterUncleanStop.ShouldBeTrue();
    }

    [Fact]
    public void Begin_AfterACleanStop_IsNotAfterAnUncleanOne()
    {
        using (Recorder clean = Begin())
            clean.MarkClean();

        using Recorder recorder = Begin();
        recorder.IsAfterUncleanStop.ShouldBeFalse();
    }

    private void Record(Recorder recorder, uint stream, ulong sequence)
    {
        byte[] bytes = new byte[FrameHeader.Size];
        FrameHeader header = new()
        {
            Kind = FrameKind.Data,
            Stream = stream,
            Sequence = sequence,
            Publisher = _publisher,
            Epoch = recorder.Journal.Epoch,
        };
        header = header.WithPayload(Payload);
        header.Write(bytes);
        recorder.Record(header, bytes, Payload);
    }

    private Recorder BeginOnAFullDisk()
    {
        PublisherState state = PublisherState.Open(_state, TimeProvider.System);
        (_files.FailAt, _files.FailCount) = (_files.Operations + 1, 1_000);
        return Begin(state);
    }

    private Recorder Begin() => Begin(PublisherState.Open(_state, TimeProvider.System));

    private Recorder Begin(PublisherState state)
    {
        _publisher = state.Publisher;
        JournalOptions options = new() { RingBytes = 4 << 20 };
        return Recorder.Open(_state, state, options, Path.Combine(_folder.Path, "journal"), TimeProvider.System);
    }
}
