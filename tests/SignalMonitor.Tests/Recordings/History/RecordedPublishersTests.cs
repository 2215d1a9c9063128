using System.Buffers;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue.Codec;
using SignalMonitor.History;
using SignalMonitor.Recordings.History;
using SignalMonitor.Tests.Receiving;
using SignalMonitor.Tests.Recorder;
using Testing;

namespace SignalMonitor.Tests.Recordings.History;

/// <summary>
/// A recording of two publishers, whose streams have one name: the second follows the first, as where a connector was
/// installed again during a run.
/// </summary>
public sealed class RecordedPublishersTests(RecordedPublishersTests.Recorded recorded)
    : IClassFixture<RecordedPublishersTests.Recorded>
{
    private const int Points = 3;
    private const long BlockNs = 300_000_000;
    private const ulong Blocks = 40;

    [Theory]
    [InlineData(2048)]
    [InlineData(60)]
    [InlineData(3)]
    public void Read_NameOfBoth_HasEverySampleOfBoth(int buckets)
    {
        HistoryView view = Read("main", buckets);

        (Samples(view), Extremes(view)).ShouldBe((2 * (long)Blocks * Points, (1, 7)));
    }

    [Fact]
    public void Read_NoName_IsTheStreamOfBoth() => Samples(Read(null, 60)).ShouldBe(2 * (long)Blocks * Points);

    [Theory]
    [InlineData("journal/main", 1)]
    [InlineData("journal-2/main", 7)]
    public void Read_JournalAndName_IsOneOfThem(string stream, double value)
    {
        HistoryView view = Read(stream, 60);

        (Samples(view), Extremes(view)).ShouldBe(((long)Blocks * Points, (value, value)));
    }

    [Fact]
    public void Read_JournalThatIsNot_SaysWhichStreamsThereAre()
    {
        RecordedHistory.Open(recorded.Folder, out RecordedHistory? history).ShouldBeNull();
        using (history)
        {
            history!.Read(new HistoryWindow("journal-3/main", "*", null, null, 60), CancellationToken.None, out _)
                .ShouldBe("the recording of test run A has no stream journal-3/main; it has main");
        }
    }

    [Fact]
    public void Find_NameOfBoth_HasAPartOfEachJournal()
    {
        RecordedHistory.Open(recorded.Folder, out RecordedHistory? history).ShouldBeNull();
        using (history)
        {
            history!.Find("main", out _, out RecordedPart[] parts).ShouldBeNull();

            parts.Length.ShouldBe(2);
            parts.Select(part => part.Journal).ShouldBe(["journal", "journal-2"]);
            parts[0].Span!.Value.ToNs.ShouldBeLessThanOrEqualTo(parts[1].Span!.Value.FromNs);
        }
    }

    private HistoryView Read(string? stream, int buckets)
    {
        RecordedHistory.Open(recorded.Folder, out RecordedHistory? history).ShouldBeNull();
        using (history)
        {
            history!.Read(
                new HistoryWindow(stream, "servo1.force", null, null, buckets),
                CancellationToken.None,
                out HistoryView? view).ShouldBeNull();
            return view!;
        }
    }

    private static long Samples(HistoryView view) =>
        Enumerable.Range(0, view.Table.Buckets).Sum(row => view.Table[row, 0].Count);

    private static (double Min, double Max) Extremes(HistoryView view)
    {
        int[] rows = [.. Enumerable.Range(0, view.Table.Buckets).Where(row => view.Table[row, 0].Count > 0)];
        return (rows.Min(row => view.Table[row, 0].Min), rows.Max(row => view.Table[row, 0].Max));
    }

    /// <summary>The recording, made once.</summary>
    public sealed class Recorded : IDisposable
    {
        private readonly RecorderRig _rig = new();

        public Recorded()
        {
            _rig.Take(RecorderRig.Run("A"));
            _rig.Intake.Catalogue(2, TestStream.Description with { BaseRateHz = 10 });
            Send(TestStream.Publisher, value: 1, fromBlock: 0);
            Guid other = Guid.NewGuid();
            ArrayBufferWriter<byte> catalogue = new();
            CatalogueCodec.Write(
                TestStream.Catalogue(2, TestStream.Description with { BaseRateHz = 10 }) with { Publisher = other },
                catalogue);
            _rig.Intake.Intake.ReceiveCatalogue(catalogue.WrittenSpan);
            Send(other, value: 7, fromBlock: Blocks);
            _rig.Take(RecorderRig.Run("A", stopped: RecorderRig.Started.AddHours(1)));
            _rig.WaitFor(status => status.Run is null && _rig.Certified.Count == 1);
            Eventually.True(() => _rig.Pyramids!.Open == 0, "the pyramids are completed");
            _rig.Stop();
        }

        public string Folder => _rig.PathOf("A");

        public void Dispose() => _rig.Dispose();

        private void Send(Guid publisher, double value, ulong fromBlock)
        {
            CDataBlock block = _rig.Intake.Block;
            block.SampleRateHz = 10;
            block.Channel(BlockGroup.Servo, 0).Sensor(0).Fill(value);
            for (ulong i = 0; i < Blocks; i++)
            {
                block.FirstSampleIndex = (long)i * Points;
                _rig.Intake.Data(IntakeRig.DataHeader(i + 1, revision: 2) with
                {
                    Publisher = publisher,
                    AcquiredNs = TestStream.AcquiredNs + ((long)(fromBlock + i) * BlockNs),
                }).ShouldBeTrue();
                _rig.Intake.RunCompute();
            }
        }
    }
}
