using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;
using Testing.Journal;

namespace FuncLibs.Tests.Journal;

/// <summary>
/// The power goes while the journal writes, and of what no fsync covered any page is there or not, in any order, some
/// torn at a sector. What was said to be durable is there; what is there is whole.
/// </summary>
public sealed class PowerCutTests
{
    private const int Seeds = 200;

    [Fact]
    public void Power_CutWithAnyPagesLost_KeepsAllThatIsDurable()
    {
        int lost = 0;
        for (int seed = 0; seed < Seeds; seed++)
        {
            Random random = new(seed);
            using JournalRig rig = new();
            ulong durable = Live(rig, random);
            ulong published = rig.Last(1);
            Cut(rig, random);
            rig.Start();

            lost += CheckRun(rig, JournalRig.FirstEpoch, durable, published, $"seed {seed}");
        }

        lost.ShouldBeGreaterThan(Seeds);
    }

    [Fact]
    public void Power_CutAgainWhileRecovering_KeepsAllThatIsDurable()
    {
        for (int seed = 0; seed < Seeds; seed++)
        {
            Random random = new(seed);
            using JournalRig rig = new();
            ulong durable = Live(rig, random);
            ulong published = rig.Last(1);
            Cut(rig, random);
            rig.Start();
            Cut(rig, random);
            rig.Start();

            CheckRun(rig, JournalRig.FirstEpoch, durable, published, $"seed {seed}");
        }
    }

    [Fact]
    public void Power_CutInEachOfFiveRuns_KeepsWhatIsDurableOfAll()
    {
        for (int seed = 0; seed < Seeds / 5; seed++)
        {
            Random random = new(seed);
            using JournalRig rig = new();
            List<(ulong Epoch, ulong Durable, ulong Published)> runs = [];
            for (int run = 0; run < 5; run++)
            {
                ulong durable = Live(rig, random);
                runs.Add((rig.Epoch, durable, rig.Last(1)));
                Cut(rig, random);
                rig.Start();
            }

            foreach ((ulong epoch, ulong durable, ulong published) in runs)
                CheckRun(rig, epoch, durable, published, $"seed {seed} epoch {epoch}");
        }
    }

    // What a reader of the next run was given stays, whatever happens to that life: recovery has made it durable.
    [Fact]
    public void Power_CutAfterRecovery_TakesNothingThatWasRecovered()
    {
        for (int seed = 0; seed < Seeds; seed++)
        {
            Random random = new(seed);
            using JournalRig rig = new();
            Live(rig, random);
            ulong published = rig.Last(1);
            rig.Kill();
            rig.Start();
            ulong[] recovered = rig.Read(1, 1, published, JournalRig.FirstEpoch).Frames;
            Cut(rig, random);
            rig.Start();

            rig.Read(1, 1, published, JournalRig.FirstEpoch).Frames.ShouldBe(recovered, $"seed {seed}");
        }
    }

    [Fact]
    public void Power_Cut_DamageIsOnlyBehindWhatIsDurable()
    {
        for (int seed = 0; seed < Seeds; seed++)
        {
            Random random = new(seed);
            using JournalRig rig = new();
            Live(rig, random);
            var durable = rig.SegmentPaths().ToDictionary(path => Path.GetFileName(path), DurableBytes);
            Cut(rig, random);

            foreach (DamagedRange range in rig.Verify().Ranges)
                range.Offset.ShouldBeGreaterThanOrEqualTo(durable[range.Segment], $"seed {seed}: {range}");

            // Every frame says by its own number whether it is durable.
            long DurableBytes(string path) =>
                RecordsUpTo(rig, Path.GetFileName(path), rig.Journal.Watermarks(1)!.Durable);
        }
    }

    private static ulong Live(JournalRig rig, Random random)
    {
        for (int i = random.Next(1, 80); i >= 0; i--)
        {
            for (int frames = random.Next(4); frames >= 0; frames--)
                rig.Publish(1, random.Next(600));
            rig.Turn(TimeSpan.FromMilliseconds(random.Next(12)));
        }

        return rig.Journal.Watermarks(1)!.Durable;
    }

    private static void Cut(JournalRig rig, Random random)
    {
        rig.Kill();
        rig.Files.CutPower(random, PageLoss.Any);
    }

    // Read checks every byte of what it gives.
    private static int CheckRun(JournalRig rig, ulong epoch, ulong durable, ulong published, string what)
    {
        (ulong[] frames, ulong[] missing) = rig.Read(1, 1, published, epoch);
        frames.Concat(missing).Order().ShouldBe(Enumerable.Range(1, (int)published).Select(i => (ulong)i), what);
        missing.ShouldAllBe(sequence => sequence > durable, what);
        return missing.Length;
    }

    private static long RecordsUpTo(JournalRig rig, string segment, ulong durable)
    {
        using RecordCursor cursor = new JournalFolder(rig.Files, rig.Options, TestFrames.Publisher).NewCursor();
        long end = 0;
        while (cursor.Next() != ScanStep.End)
        {
            if (cursor.Segment == segment && cursor.Header.Sequence <= durable)
                end = cursor.Offset + cursor.Length;
        }

        return end;
    }
}
