using System.Buffers;
using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Hosting.State;
using FuncLibs.Journal;
using FuncLibs.Messaging.Wire;
using HardwareConnector.Recording;
using Testing;

namespace HardwareConnector.Tests.Recording;

/// <summary>A backup of the state folder was put back, whole or in part: nothing is given twice.</summary>
public sealed class RestoredStateTests : IDisposable
{
    private const long Now = 1_700_000_000_000;
    private readonly TemporaryFolder _folder = new();

    private string StatePath => _folder.File(PublisherState.FileName);

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Begin_StateOfTheSameRun_AssignsNoStreamOrRevisionTwice()
    {
        byte[] backup = [];
        Live(Now, run =>
        {
            run.Describe("main");
            backup = File.ReadAllBytes(StatePath);
            run.Describe("main", "aux");
        });
        File.WriteAllBytes(StatePath, backup);

        Live(Now + 10, run =>
        {
            run.Recorder.Restored.ShouldBe(new RestoredState(Now, Now, PublisherState.RevisionsAhead, 1));
            (run.State.StreamId("aux"), run.State.StreamId("new")).ShouldBe((2u, 3u));
            run.State.NextCatalogueRevision().ShouldBe(PublisherState.RevisionsAhead + 1);
        });
    }

    [Fact]
    public void Begin_StateOfAnEarlierRunAndTheClockBack_TakesANewEpoch()
    {
        Live(Now, run => run.Describe("main"));
        byte[] backup = File.ReadAllBytes(StatePath);
        Live(Now + 1000, run => run.Describe("main"));
        File.WriteAllBytes(StatePath, backup);

        Live(Now + 5, run =>
        {
            run.Recorder.Restored!.RecordedEpoch.ShouldBe(Now + 1000UL);
            (run.State.Epoch, run.Recorder.Journal.Epoch).ShouldBe((Now + 1001UL, Now + 1001UL));
            run.Recorder.Epochs.NewlyClosed.Select(epoch => epoch.Epoch).ShouldBe([Now + 1000UL]);
        });
    }

    [Fact]
    public void Begin_AfterTheMending_IsAnOrdinaryStart()
    {
        Begin_StateOfAnEarlierRunAndTheClockBack_TakesANewEpoch();

        Live(Now + 6, run => (run.Recorder.Restored, run.State.Epoch).ShouldBe((null, Now + 1002UL)));
    }

    [Fact]
    public void Begin_JournalMovedAwayAndTheClockBack_OutlivesThePosition()
    {
        Live(Now, run => run.Describe("main"));
        byte[] backup = File.ReadAllBytes(StatePath);
        Live(Now + 1000, run => run.Describe("main"));
        File.WriteAllBytes(StatePath, backup);
        Directory.Delete(_folder.File("journal"), recursive: true);

        Live(Now + 5, run =>
        {
            run.State.Epoch.ShouldBe(Now + 1001UL);
            run.Recorder.Restored!.RecordedEpoch.ShouldBe(Now + 1000UL);
        });
    }

    [Fact]
    public void Begin_WholeFolderOfOneMoment_IsAnOrdinaryStart()
    {
        Live(Now, run => run.Describe("main"));
        using TemporaryFolder backup = new();
        Copy(_folder.Path, backup.Path);
        Live(Now + 1000, run => run.Describe("main", "aux"));
        Directory.Delete(_folder.Path, recursive: true);
        Copy(backup.Path, _folder.Path);

        Live(Now + 2000, run =>
        {
            (run.Recorder.Restored, run.State.Epoch).ShouldBe((null, Now + 2000UL));
            run.Recorder.Epochs.NewlyClosed.Select(epoch => epoch.Epoch).ShouldBe([(ulong)Now]);
        });
    }

    [Fact]
    public void Begin_JournalOfAnotherPublisher_IsLeftAlone()
    {
        Live(Now + 1000, run => run.Describe("main"));
        string[] theirs = Directory.GetFiles(_folder.File("journal"), "*.seg");
        byte[] segment = File.ReadAllBytes(theirs.Single());
        File.Delete(StatePath);

        Live(Now, run =>
        {
            (run.Recorder.Restored, run.State.Epoch, run.State.CatalogueRevision).ShouldBe((null, (ulong)Now, 0u));
            run.Recorder.Journal.Recovery.Skipped.ShouldBe([Path.GetFileName(theirs.Single())]);
        });
        File.ReadAllBytes(theirs.Single()).ShouldBe(segment);
    }

    [Fact]
    public void Begin_StreamWhoseCatalogueIsGone_KeepsItsNumber()
    {
        byte[] backup = [];
        Live(Now, run =>
        {
            run.Describe("main");
            backup = File.ReadAllBytes(StatePath);
            run.State.StreamId("aux");
            run.State.NextCatalogueRevision();
            run.Append(2, FrameKind.Data, []);
        });
        File.WriteAllBytes(StatePath, backup);

        Live(Now + 10, run =>
        {
            run.State.Streams.ShouldBe([new StateStream(1, "main"), new StateStream(2, "unknown-2")]);
            run.State.StreamId("next").ShouldBe(3u);
        });
    }

    [Fact]
    public void Begin_StreamGivenWhileTheStateCouldNotBeSaved_KeepsItsNumber()
    {
        byte[] saved = [];
        Live(Now, run =>
        {
            run.Describe("main");
            run.State.Save();
            saved = File.ReadAllBytes(StatePath);
            run.Describe("aux");
        });
        File.WriteAllBytes(StatePath, saved);

        Live(Now + 10, run => (run.State.StreamId("aux"), run.State.StreamId("next")).ShouldBe((2u, 3u)));
    }

    private static void Copy(string from, string to)
    {
        foreach (string folder in Directory.GetDirectories(from, "*", SearchOption.AllDirectories).Prepend(from))
            Directory.CreateDirectory(Path.Combine(to, Path.GetRelativePath(from, folder)));
        foreach (string file in Directory.GetFiles(from, "*", SearchOption.AllDirectories))
            File.Copy(file, Path.Combine(to, Path.GetRelativePath(from, file)));
    }

    private void Live(long unixMs, Action<ConnectorRun> check)
    {
        using ConnectorRun run = new(_folder.Path, unixMs);
        check(run);
    }

    /// <summary>A run of a publisher that records catalogues; it ends cleanly.</summary>
    private sealed class ConnectorRun : IDisposable
    {
        private readonly StateFolder _folder;
        private readonly Dictionary<uint, ulong> _last = [];

        public ConnectorRun(string folder, long unixMs)
        {
            FixedTime time = new(unixMs);
            _folder = StateFolder.Open(folder);
            State = PublisherState.Open(_folder, time);
            Recorder = Recorder.Open(
                _folder, State, new JournalOptions { RingBytes = 1 << 20 }, Path.Combine(folder, "journal"), time);
        }

        public PublisherState State { get; }

        public Recorder Recorder { get; }

        /// <summary>As a connector does: ids, then a revision, then its catalogue, then blocks.</summary>
        public void Describe(params string[] streams)
        {
            State.Prepare(streams);
            ImmutableArray<StreamDescription> described =
                [.. streams.Select(name => TestRig.Stream with { Id = State.StreamId(name), Name = name })];
            var catalogue =
                new PublisherCatalogue(State.NextCatalogueRevision(), State.Publisher, "lab", "rig1", [], described);
            ArrayBufferWriter<byte> payload = new();
            CatalogueCodec.Write(catalogue, payload);
            Append(FrameHeader.ControlStream, FrameKind.Catalogue, payload.WrittenSpan);
            Append(described[0].Id, FrameKind.Data, []);
        }

        public void Append(uint stream, FrameKind kind, ReadOnlySpan<byte> payload)
        {
            byte[] bytes = new byte[FrameHeader.Size];
            FrameHeader header = new FrameHeader
            {
                Kind = kind,
                Publisher = State.Publisher,
                Stream = stream,
                Epoch = State.Epoch,
                Sequence = _last[stream] = _last.GetValueOrDefault(stream) + 1,
                CatalogueRevision = State.CatalogueRevision,
            }.WithPayload(payload);
            header.Write(bytes);
            Recorder.Record(header, bytes, payload);
        }

        public void Dispose()
        {
            Recorder.Journal.Finish();
            Recorder.MarkClean();
            Recorder.Dispose();
            _folder.Dispose();
        }
    }

    private sealed class FixedTime(long unixMs) : TimeProvider
    {
        public override DateTimeOffset GetUtcNow() => DateTimeOffset.FromUnixTimeMilliseconds(unixMs);
    }
}
