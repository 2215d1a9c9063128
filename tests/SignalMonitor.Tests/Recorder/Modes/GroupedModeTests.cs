using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Hosting;
using FuncLibs.Journal.Segments;
using SignalMonitor.Recorder;
using SignalMonitor.Recorder.Modes;
using SignalMonitor.Recordings;
using SignalMonitor.Recordings.Verbs;

namespace SignalMonitor.Tests.Recorder.Modes;

public sealed class GroupedModeTests
{
    [Fact]
    public void Take_Groups_HaveAJournalEachWithTheirChannelsBitForBit()
    {
        using ModeRun run = new(Grouped());
        Random random = new(1);
        Dictionary<ulong, CDataBlock> sent = [];
        for (ulong sequence = 1; sequence <= 40; sequence++)
        {
            run.Send(sequence, block => Fill(block, random, sequence));
            sent[sequence] = Copy(run.Rig.Intake.Block);
        }

        run.End();

        RecordingDocument document = run.Rig.Document(ModeRun.Name);
        document.Publishers.Select(known => (known.Folder, known.Group, known.Mode)).ShouldBe(
            [("journal", null, "All"), ("journal-2", "slow", "Triggered"), ("journal-3", "in", "Cycles")]);
        Names(run, "journal").ShouldBe(
            [
                "servo1", .. Enumerable.Range(1, 8).Select(line => $"bitin{line}"), "bitout1", "bitout2", "bitout3",
            ]);
        Names(run, "journal-2").ShouldBe(["temp1", "ad2"]);
        Names(run, "journal-3").ShouldBe(["servo2", "ad1"]);
        run.Sequences().ShouldBe([.. sent.Keys]);
        run.Sequences("journal-2").ShouldBe([20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30]);
        run.Sequences("journal-3").ShouldBe([1, 2, 5, 10, 20]);
        foreach (string folder in (string[])["journal", "journal-2", "journal-3"])
        {
            foreach ((CDataBlock block, StreamDescription stream, ulong sequence, _) in run.Blocks(folder))
                AssertSame(sent[sequence], block, new StreamSignals(stream));
        }

        run.Verified.ShouldSatisfyAllConditions(
            summary => summary.IsWhole.ShouldBeTrue(string.Join('\n', summary.Problems)),
            summary => summary.NotKept.ShouldBe(29 + 35));
    }

    [Fact]
    public void Open_RecordingOfGroups_FindsTheirStreams()
    {
        using ModeRun run = new(Grouped());
        Random random = new(1);
        for (ulong sequence = 1; sequence <= 40; sequence++)
            run.Send(sequence, block => Fill(block, random, sequence));
        run.End();

        Recording.Open(run.Folder, out Recording? recording).ShouldBeNull();
        recording!.FindStream(null, out _).ShouldBe(
            "the journal has 3 streams; choose one with --stream: main, main-slow, main-in");
        recording.FindStream("main-slow", out StreamExtent[] kept).ShouldBeNull();
        (kept.Single().First, kept.Single().Last).ShouldBe((20UL, 30UL));
        recording.NotKeptNote!.ShouldContain("29 blocks were not kept on purpose (Recorder:Mode=Triggered)");
        RecordedRanges.Select(recording, kept, null, null, null, out var ranges).ShouldBeNull();
        using RecordedBlocks blocks = new(recording, ranges);
        int read = 0;
        while (blocks.MoveNext())
            read++;
        (read, blocks.Fault, blocks.Refused).ShouldBe((11, null, 0));
    }

    [Fact]
    public void Verify_Groups_SaysWhatBecameOfEach()
    {
        using ModeRun run = new(Grouped());
        Random random = new(1);
        for (ulong sequence = 1; sequence <= 40; sequence++)
            run.Send(sequence, block => Fill(block, random, sequence));
        run.End();
        using StringWriter output = new();

        RecordingVerb.Run(
            new() { Action = RecordingAction.Verify }, run.Rig.Root, output, TextWriter.Null, TimeProvider.System)
            .ShouldBe(ExitCodes.Ok);
        output.ToString().ShouldContain(
            "journal-2: group slow (temp*,ad2), triggered: 40 received = 11 stored + 29 not kept + 0 lost");
    }

    [Fact]
    public void Verify_AccountDoesNotClose_IsAProblem()
    {
        using ModeRun run = new(Grouped());
        run.Send(1, 40);
        run.End();
        RecordingDocument document = run.Rig.Document(ModeRun.Name);
        (document with
        {
            Accounts = [document.Accounts[0] with { Received = 41 }, .. document.Accounts.Skip(1)],
        }).Write(run.Folder);

        run.Verified.Problems.Single().ShouldStartWith("journal: the account does not close: 41 received = 40 stored");
    }

    [Fact]
    public void Take_GroupWithoutAChannel_IsSaidAndTheOthersAreRecorded()
    {
        using ModeRun run = new(new()
        {
            Groups = [new() { Name = "none", Channels = ["servo9"], Mode = RecorderMode.All }],
        });
        run.Send(1, 10);
        run.End();

        run.Sequences().ShouldBe([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        run.Said().ShouldContain("group none of the recorder has no channel: nothing matches servo9");
    }

    [Fact]
    public void Restart_OtherGroups_GetJournalsOfTheirOwn()
    {
        using ModeRun run = new(new() { Groups = [new() { Name = "g", Channels = ["ad*"] }] });
        run.Send(1, 10);
        run.WaitUntilSettled(10);
        run.Rig.Modes = new() { Groups = [new() { Name = "g", Channels = ["temp*"] }] };
        run.RestartAndResume();
        run.Send(11, 20);
        run.End();

        run.Rig.Document(ModeRun.Name).Publishers.Select(known => known.Channels).ShouldBe(
            [null, "ad*", "temp*"]);
        run.Sequences("journal-3").ShouldBe([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
        run.Verified.Damaged.ShouldBe(0);
    }

    [Fact]
    public void Take_BlockThatCannotBeRead_IsKeptByTheFirstGroupAndStatedForTheOthers()
    {
        using ModeRun run = new(Grouped());
        run.Send(1, 5);
        run.Rig.Intake.Undecodable(6);
        run.Send(7, 10);
        run.End();

        run.Sequences().ShouldBe([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
        run.Rig.Document(ModeRun.Name).NotKept.ShouldContain(
            new NotKeptRange("journal-2", 1, TestStream.Id, 6, 6, "Unreadable"));
        run.Verified.IsWhole.ShouldBeTrue();
    }

    private static RecorderOptions Grouped() => new()
    {
        CycleSignal = "servo1.count",
        Triggers = [new() { Name = "t", Signal = "servo1.force", Level = 50, PreMs = 0, PostMs = 1 }],
        Groups =
        [
            new() { Name = "slow", Channels = ["temp*", "ad2"], Mode = RecorderMode.Triggered },
            new() { Name = "in", Channels = ["servo2", "ad1"], Mode = RecorderMode.Cycles },
        ],
    };

    private static void Fill(CDataBlock block, Random random, ulong sequence)
    {
        for (int place = 0; place < block.ChannelCount(BlockGroup.AD); place++)
            Fill(block.Channel(BlockGroup.AD, place).Values, random);
        foreach (BlockGroup group in (BlockGroup[])[BlockGroup.Servo, BlockGroup.Temp])
        {
            for (int place = 0; place < block.ChannelCount(group); place++)
            {
                BlockChannel channel = block.Channel(group, place);
                channel.Count.Fill((long)sequence);
                Fill(channel.Command, random);
                Fill(channel.Sensor(0), random);
                Fill(channel.Sensor(1), random);
            }
        }

        block.Channel(BlockGroup.Servo, 0).Sensor(0).Fill(sequence == 20 ? 50 : 0);
        block.SetBit(BitGroup.Out, 1, sequence % 2 == 0);
    }

    private static void Fill(Span<double> values, Random random)
    {
        foreach (ref double value in values)
            value = random.Next(10) == 0 ? double.NaN : random.NextDouble();
    }

    private static CDataBlock Copy(CDataBlock block)
    {
        CDataBlock copy = new(BlockLayout.Empty);
        copy.CopyFrom(block);
        return copy;
    }

    private static IEnumerable<string> Names(ModeRun run, string folder) =>
        new StreamSignals(run.Blocks(folder)[0].Stream).All.Select(signal => signal.Name.Split('.')[0]).Distinct();

    private static void AssertSame(CDataBlock sent, CDataBlock stored, StreamSignals signals)
    {
        stored.FirstSampleIndex.ShouldBe(sent.FirstSampleIndex);
        foreach (SignalAddress address in signals.All.Select(signal => signal.Address))
        {
            if (address.IsBit)
            {
                BitGroup lines = address.Group == SignalGroup.BitIn ? BitGroup.In : BitGroup.Out;
                stored.Bit(lines, address.Channel).ShouldBe(sent.Bit(lines, address.Channel));
                continue;
            }

            Words(stored, address).ShouldBe(Words(sent, address));
        }
    }

    private static long[] Words(CDataBlock block, SignalAddress address)
    {
        BlockChannel channel = block.Channel((BlockGroup)address.Group, address.Channel);
        return address.IsInteger
            ? [.. address.Column == ColumnIndex.Count ? channel.Count : channel.ActiveCtrl]
            : [.. (address.Group == SignalGroup.AD ? channel.Values
                : address.Column == ColumnIndex.Command ? channel.Command
                : address.Column == ColumnIndex.Output ? channel.Output
                : channel.Sensor(address.Column - ColumnIndex.FirstSensor)).ToArray()
                .Select(BitConverter.DoubleToInt64Bits)];
    }
}
