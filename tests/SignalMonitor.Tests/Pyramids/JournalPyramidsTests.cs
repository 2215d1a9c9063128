using FuncLibs.Blocks;
using FuncLibs.Signals.Buckets;
using SignalMonitor.History;
using SignalMonitor.Pyramids;
using SignalMonitor.Recordings;
using SignalMonitor.Recordings.Verbs;
using SignalMonitor.Variables.Definitions;
using Testing.Journal;
using static SignalMonitor.Tests.CalculatedChannels.VariableRig;

namespace SignalMonitor.Tests.Pyramids;

/// <summary>
/// A pyramid that is written while its test run is recorded, and everything that may come between: each time the
/// answers of the history are compared with a fold of every sample.
/// </summary>
public sealed class JournalPyramidsTests
{
    private static readonly SignalVariable[] Calculated =
        [Variable("c_twice", "2 * servo1.force"), Variable("c_sum", "integ(servo1.force)")];

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    public void Close_AnyWindowAndWidth_EqualsAFoldOfEverySample(int seed)
    {
        using PyramidRig rig = new(seed);
        rig.Add(1500);
        rig.Close();

        Verify(rig).Pyramids.ShouldHaveSingleItem().Complete.ShouldBeTrue();
        rig.ShouldBeEverySample();
    }

    [Fact]
    public void Close_CalculatedChannels_AreFoldsOfEverySampleAtEachZoom()
    {
        using PyramidRig rig = new();
        rig.Define(Calculated);
        rig.Add(1500);
        rig.Close();

        rig.ShouldBeEverySample();
        rig.ShouldBeEverySample(rig.Read(buckets: 40, pattern: "c_*"));
        double peak = PeakOf(rig.Read(pattern: "c_twice"));
        peak.ShouldBeGreaterThan(1000);
        foreach (int buckets in (int[])[2, 5, 17, 100, 900])
            PeakOf(rig.Read(buckets: buckets, pattern: "c_twice")).ShouldBe(peak);
    }

    [Fact]
    public void Read_CalculatedChannelInAFineWindow_HasTheFinestBucketsOfThePyramid()
    {
        using PyramidRig rig = new();
        rig.Define(Calculated);
        rig.Add(100);
        rig.Close();
        long from = rig.Read().Table.StartNs;

        HistoryView view = rig.Read(from, from + 3_000_000_000, pattern: "c_*");

        view.Table.Grid.WidthNs.ShouldBe(BucketGrid.FinestNs);
        view.Names.ShouldBe(["c_twice", "c_sum"]);
        rig.ShouldBeEverySample(view);
        rig.Read(from, from + 3_000_000_000, pattern: "servo1.force").Table.Grid.WidthNs
            .ShouldBeLessThan(BucketGrid.FinestNs);
    }

    [Fact]
    public void Read_AnotherFormulaInTheRun_HasBothStretches()
    {
        using PyramidRig rig = new();
        rig.Define(Variable("c_twice", "2 * servo1.force"));
        rig.Add(300);
        rig.Define(Variable("c_twice", "3 * servo1.force", revision: 2), Variable("c_new", "abs(servo1.force)"));
        rig.Add(300);
        rig.Close();

        rig.ShouldBeEverySample();
        rig.Read(pattern: "c_new").Table.ShouldSatisfyAllConditions(
            table => table[0, 0].Count.ShouldBe(0), table => table[table.Buckets - 1, 0].Count.ShouldBeGreaterThan(0));
    }

    [Fact]
    public void Repair_RecordingWithDefinitions_HasTheCalculatedChannelsAgain()
    {
        using PyramidRig rig = new();
        rig.Define(Calculated);
        rig.Add(400);
        rig.Close();
        Directory.Delete(rig.PyramidFolder, recursive: true);

        rig.ShouldBeEverySample(rig.Read(pattern: "c_*"));
        RecordedPyramids.Repair(rig.Folder, RecordingDocument.Read(rig.Folder, out _)!, _ => { }).ShouldBeTrue();
        rig.ShouldBeEverySample(rig.Read(buckets: 60, pattern: "c_*"));
        rig.ShouldBeEverySample(rig.Read(pattern: "c_*"));
    }

    [Fact]
    public void Read_TwiceTheWidth_IsTheFoldOfTheNarrowerBuckets()
    {
        using PyramidRig rig = new();
        rig.Add(800);
        rig.Close();
        HistoryView narrow = rig.Read(buckets: 2048, pattern: "servo*");
        for (int buckets = 1024; buckets >= 4; buckets /= 2)
        {
            HistoryView wide = rig.Read(narrow.Table.StartNs, narrow.Table.EndNs, buckets, "servo*");
            if (wide.Table.Grid == narrow.Table.Grid)
                continue;
            wide.Table.Grid.WidthNs.ShouldBe(2 * narrow.Table.Grid.WidthNs);
            BucketTable folded = new();
            folded.Reset(wide.Table.Grid, wide.Table.First, wide.Table.Buckets, wide.Names.Length);
            for (int column = 0; column < narrow.Names.Length; column++)
            {
                for (int row = 0; row < narrow.Table.Buckets; row++)
                    folded.Add(narrow.Table.Grid.StartOf(narrow.Table.First + row), column, narrow.Table[row, column]);
                for (int row = 0; row < folded.Buckets; row++)
                    wide.Table[row, column].ShouldBe(folded[row, column]);
            }

            narrow = wide;
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Step_RecordedBlocksThatThePublisherLostBeforeTheMonitorCameBack_AreMendedFromTheFrames(bool isNextEpoch)
    {
        using PyramidRig rig = new();
        rig.Add(100);
        rig.IsNotComputed = true;
        rig.Add(40);
        rig.Kill();
        rig.IsNotComputed = false;
        rig.Again(40, gone: 15);
        if (isNextEpoch)
            rig.NextEpoch();
        rig.Add(50);
        rig.Rows.HandOver();
        rig.Turn();

        rig.Notes.ShouldBeEmpty();
        rig.ShouldBeEverySample(rig.Read(isLive: true));
    }

    // An epoch of a few blocks has no entry in the index of its segment as long as that is open.
    [Fact]
    public void Step_ShortEpochBetweenTwoThatWasNotComputed_IsMendedFromTheFrames()
    {
        using PyramidRig rig = new();
        rig.Add(100);
        rig.NextEpoch();
        rig.IsNotComputed = true;
        rig.Add(40);
        rig.NextEpoch();
        rig.IsNotComputed = false;
        rig.Add(50);
        rig.Rows.HandOver();
        rig.Turn();

        rig.Notes.ShouldBeEmpty();
        rig.ShouldBeEverySample(rig.Read(isLive: true));
    }

    [Fact]
    public void Step_WhileItIsRecorded_HasAllThatWasHandedOver()
    {
        using PyramidRig rig = new();
        rig.Add(700);
        rig.Rows.HandOver();
        rig.Turn();

        rig.Rows.Settled.ShouldBe(rig.Rows.Handed);
        rig.ShouldBeEverySample(rig.Read(isLive: true));
    }

    [Theory]
    [InlineData(3, 2)]
    [InlineData(90, 60)]
    [InlineData(700, 33)]
    public void Open_AfterAKill_ContinuesAndCountsEachBlockOnce(int blocks, int again)
    {
        using PyramidRig rig = new(blocks);
        rig.Add(blocks);
        rig.Rows.HandOver();
        rig.Turn();
        rig.Kill();
        rig.Again((ulong)again);
        rig.Add(400);
        rig.Kill();
        rig.Again((ulong)again);
        rig.Add(100);
        rig.Close();

        rig.Notes.ShouldBeEmpty();
        rig.ShouldBeEverySample();
    }

    [Theory]
    [InlineData(PyramidIdentity.Ending, 0.5)]
    [InlineData(PyramidIdentity.Ending, 0.999)]
    [InlineData(PyramidIdentity.RowsEnding, 0.7)]
    public void Open_TruncatedFile_IsMadeAgainOfTheFrames(string ending, double kept)
    {
        using PyramidRig rig = new();
        rig.Add(600);
        rig.Kill(() => Cut(Path.ChangeExtension(rig.PyramidPath, ending), kept));
        rig.Add(100);
        rig.Close();

        rig.ShouldBeEverySample();
    }

    [Fact]
    public void Open_HeadOfARecordDamaged_IsCutAndSaid()
    {
        using PyramidRig rig = new();
        rig.Add(600);
        rig.Kill(() => Flip(rig.PyramidPath, SecondRecord(rig.PyramidPath)));
        rig.Add(100);
        rig.Close();

        rig.Notes.ShouldHaveSingleItem().ShouldContain("damaged or torn at byte");
        rig.ShouldBeEverySample();
    }

    [Fact]
    public void Open_ForeignFile_IsPutAsideAndSaid()
    {
        using PyramidRig rig = new();
        rig.Add(100);
        rig.Kill(() => File.WriteAllText(rig.PyramidPath, "a text that somebody kept here"));
        rig.Add(100);
        rig.Close();

        rig.Notes.ShouldHaveSingleItem().ShouldContain("put aside");
        File.Exists(rig.PyramidPath + ".aside").ShouldBeTrue();
        rig.ShouldBeEverySample();
    }

    [Fact]
    public void Read_ColumnOfAChunkDamaged_IsAnsweredFromTheFramesAndFoundByVerify()
    {
        using PyramidRig rig = new();
        rig.Add(1500);
        rig.Close();
        Flip(rig.PyramidPath, (new FileInfo(rig.PyramidPath).Length / 2) + 1);

        rig.ShouldBeEverySample();
        RecordingSummary summary = Verify(rig);
        summary.PyramidProblems.ShouldHaveSingleItem().ShouldContain("damaged");
        summary.IsWhole.ShouldBeFalse();
        (summary.Blocks, summary.Damaged).ShouldBe((1500, 0));
    }

    [Fact]
    public void Repair_DamagedPyramid_IsMadeAgain()
    {
        using PyramidRig rig = new();
        rig.Add(1500);
        rig.Close();
        Flip(rig.PyramidPath, (new FileInfo(rig.PyramidPath).Length / 2) + 1);

        List<string> notes = [];
        RecordedPyramids.Repair(rig.Folder, RecordingDocument.Read(rig.Folder, out _)!, notes.Add).ShouldBeTrue();

        notes.ShouldHaveSingleItem().ShouldContain("made of the frames");
        Verify(rig).IsWhole.ShouldBeTrue();
        rig.ShouldBeEverySample();
    }

    [Fact]
    public void Repair_RecordingWithoutAPyramid_IsMadeOfTheFrames()
    {
        using PyramidRig rig = new();
        rig.Add(300);
        rig.Close();
        Directory.Delete(rig.PyramidFolder, recursive: true);

        rig.ShouldBeEverySample();
        RecordedPyramids.Repair(rig.Folder, RecordingDocument.Read(rig.Folder, out _)!, _ => { }).ShouldBeTrue();
        Verify(rig).Pyramids.ShouldHaveSingleItem().Complete.ShouldBeTrue();
        rig.ShouldBeEverySample();
    }

    [Fact]
    public void Repair_RunThatWasNeverStopped_IsCompletedFromTheFrames()
    {
        using PyramidRig rig = new();
        rig.Add(300);
        rig.Leave();

        RecordedPyramids.Repair(rig.Folder, RecordingDocument.Read(rig.Folder, out _)!, _ => { }).ShouldBeTrue();

        Verify(rig).Pyramids.ShouldHaveSingleItem().Complete.ShouldBeTrue();
        rig.ShouldBeEverySample();
    }

    [Fact]
    public void Add_NoOneWrites_DropsCountsAndMendsFromTheFrames()
    {
        using PyramidRig rig = new() { IsStalled = true };
        rig.Add(600);
        rig.Rows.Dropped.ShouldBeGreaterThan(0);
        rig.IsStalled = false;
        rig.Add(200);
        rig.Close();

        rig.ShouldBeEverySample();
    }

    [Fact]
    public void HandOver_NewestRowsFoundNoSlotAndNoBlockFollows_AreMendedFromTheFrames()
    {
        using PyramidRig rig = new() { IsStalled = true };
        rig.Add(600);
        rig.IsStalled = false;
        rig.Turn();
        rig.Rows.Dropped.ShouldBeGreaterThan(0);
        rig.Rows.HandOver();
        rig.Turn();

        rig.Rows.Settled.ShouldBe(rig.Rows.Handed);
        rig.ShouldBeEverySample(rig.Read(isLive: true));
    }

    [Fact]
    public void Add_BlocksBeforeTheRunWasSeen_AreMendedFromTheFrames()
    {
        using PyramidRig rig = new() { IsNotComputed = true };
        rig.Add(100);
        rig.IsNotComputed = false;
        rig.Add(300);
        rig.Close();

        rig.ShouldBeEverySample();
    }

    [Theory]
    [InlineData(-400_000_000)]
    [InlineData(-70_000_000_000)]
    [InlineData(3_600_000_000_000)]
    public void Add_ClockStepInARun_LosesNoPeakAndNoSample(long stepNs)
    {
        using PyramidRig rig = new();
        rig.Add(500);
        rig.StepNs = stepNs;
        rig.Add(500);
        rig.Close();

        rig.ShouldBeEverySample(rig.Read(), comparesEnds: false);
        rig.ShouldBeEverySample(rig.Read(buckets: 20), comparesEnds: false);
    }

    [Theory]
    [InlineData(3_600_000_000_000)]
    [InlineData(-70_000_000_000)]
    public void Read_WindowOverAClockStep_LosesNoPeakAndNoSample(long stepNs)
    {
        using PyramidRig rig = new();
        rig.Add(400);
        rig.StepNs = stepNs;
        rig.Add(400);
        rig.Close();
        long stepped = TestStream.AcquiredNs + (400 * 300_000_000L);

        // From before both stretches of an equal time to after them.
        long from = stepped - 90_000_000_000;
        long to = stepped + Math.Max(stepNs, 0) + 20_000_000_000;
        rig.ShouldBeEverySample(rig.Read(from, to), comparesEnds: false);
        rig.ShouldBeEverySample(rig.Read(from, to, buckets: 9), comparesEnds: false);
        rig.ShouldBeEverySample(rig.Read(stepped - 5_000_000_000, stepped + 5_000_000_000, 90), comparesEnds: false);
    }

    [Fact]
    public void Read_WindowWithinAGap_HasNoSample()
    {
        using PyramidRig rig = new();
        rig.Add(100);
        rig.Lose(200);
        rig.Add(100);
        rig.Close();
        long gap = TestStream.AcquiredNs + (110 * 300_000_000L);

        foreach (int buckets in (int[])[2, 50, 2048])
        {
            HistoryView view = rig.Read(gap, gap + 30_000_000_000, buckets);
            rig.ShouldBeEverySample(view);
            if (buckets > 2)
                Enumerable.Range(0, view.Table.Buckets).Sum(row => view.Table[row, 0].Count).ShouldBe(0);
        }
    }

    [Fact]
    public void Add_RestartOfTheConnectorAndAnotherCatalogue_AreOneHistory()
    {
        using PyramidRig rig = new();
        rig.Add(300);
        rig.Description = rig.Description with { BitIn = ["door", "", "", "", "", "", "", ""] };
        rig.Add(100);
        rig.NextEpoch();
        rig.Add(300);
        rig.Kill();
        rig.Again(50);
        rig.Add(50);
        rig.Close();

        rig.ShouldBeEverySample(rig.Read());
        rig.ShouldBeEverySample(rig.Read(buckets: 30));
    }

    [Fact]
    public void Step_DiskFull_IsSaidAndMendedWhenThereIsRoomAgain()
    {
        FaultyFiles? disk = null;
        using PyramidRig rig = new(files: real => disk = new FaultyFiles(real.Folder));
        rig.Add(100);
        (disk!.Failure, disk.FailAt, disk.FailCount) = (DiskFailure.Full, disk.Operations + 1, 1_000_000);
        rig.Add(100);
        rig.Pyramids.Fault.ShouldNotBeNull().ShouldContain("Full");
        rig.Notes.ShouldHaveSingleItem().ShouldContain("blocks are recorded all the same");
        disk.FailAt = 0;
        rig.Close();

        rig.Pyramids.Fault.ShouldBeNull();
        rig.Notes.Count.ShouldBe(2);
        rig.ShouldBeEverySample();
    }

    [Fact]
    public void Add_WarmedUp_DoesNotAllocate()
    {
        using PyramidRig rig = new();
        rig.Add(100);
        PyramidFold fold = new(rig.Rows, PyramidPoint.Beginning);
        CDataBlock block = TestStream.Block();
        for (ulong i = 1; i < 50; i++)
            Fold(i);
        long before = GC.GetAllocatedBytesForCurrentThread();
        for (ulong i = 50; i < 60; i++)
            Fold(i);
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBe(0);

        void Fold(ulong sequence)
        {
            fold.Add(block, Receiving.IntakeRig.DataHeader(sequence), rig.Description, null);
            if (sequence % 8 == 0)
                fold.HandOver();
        }
    }

    private static RecordingSummary Verify(PyramidRig rig) =>
        RecordingSummary.Create(rig.Folder, RecordingDocument.Read(rig.Folder, out _)!, verify: true);

    private static long SecondRecord(string path)
    {
        byte[] bytes = File.ReadAllBytes(path);
        return PyramidHead.Size + BitConverter.ToInt64(bytes, 16) + 30;
    }

    private static void Cut(string path, double kept)
    {
        using FileStream file = File.OpenWrite(path);
        file.SetLength((long)(file.Length * kept));
    }

    private static void Flip(string path, long at)
    {
        using FileStream file = new(path, FileMode.Open, FileAccess.ReadWrite);
        file.Position = at;
        int old = file.ReadByte();
        file.Position = at;
        file.WriteByte((byte)(old ^ 0xFF));
    }

    private static double PeakOf(HistoryView view) =>
        Enumerable.Range(0, view.Table.Buckets).Max(row => view.Table[row, 0].Count == 0 ? 0 : view.Table[row, 0].Max);
}
