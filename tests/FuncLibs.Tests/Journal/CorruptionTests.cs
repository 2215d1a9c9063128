using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Records;
using FuncLibs.Runtime.Checksums;

namespace FuncLibs.Tests.Journal;

public sealed class CorruptionTests
{
    private const int Records = 12;

    // Payloads of 0 to 88 bytes: records with and without zeros after them.
    private static JournalRig OneSegment()
    {
        JournalRig rig = new();
        for (int i = 0; i < Records; i++)
            rig.Publish(1, 8 * i + (i % 3));
        rig.Stop();
        return rig;
    }

    [Fact]
    public void Verify_EveryByteFlipped_FindsAllOtherRecordsAndNamesTheRange()
    {
        using JournalRig rig = OneSegment();
        string path = rig.SegmentPaths().Single();
        byte[] whole = File.ReadAllBytes(path);
        for (int at = 0; at < whole.Length; at++)
        {
            byte[] bytes = [.. whole];
            bytes[at] ^= 0x55;
            File.WriteAllBytes(path, bytes);

            VerifyReport report = rig.Verify();

            (report.Damaged, report.Torn).ShouldBe((1, 0), $"byte {at}");
            DamagedRange range = report.Ranges[0];
            (range.Offset <= at && at < range.Offset + range.Length).ShouldBeTrue($"byte {at} is not in {range}");
            report.Records.ShouldBe(range.Cause == DamageCause.Padding ? Records : Records - 1, $"byte {at}");
            report.Lost.Count.ShouldBe(range.Cause == DamageCause.Padding ? 0 : 1, $"byte {at}");
        }
    }

    [Fact]
    public void Read_EveryByteFlipped_GivesEachSequenceOnce()
    {
        using JournalRig rig = OneSegment();
        string path = rig.SegmentPaths().Single();
        byte[] whole = File.ReadAllBytes(path);
        for (int at = 0; at < whole.Length; at++)
        {
            byte[] bytes = [.. whole];
            bytes[at] ^= 0x55;
            File.WriteAllBytes(path, bytes);
            rig.Start();

            (ulong[] frames, ulong[] missing) = rig.Read(1, 1, Records, JournalRig.FirstEpoch);

            rig.Stop();
            missing.Length.ShouldBeLessThanOrEqualTo(1, $"byte {at}");
            frames.Concat(missing).Order().ShouldBe(Enumerable.Range(1, Records).Select(i => (ulong)i), $"byte {at}");
        }
    }

    [Fact]
    public void Open_EveryLengthOfAnUncleanSegment_CutsOnlyTheTornRecord()
    {
        using JournalRig rig = OneSegment();
        string path = rig.SegmentPaths().Single();
        byte[] whole = File.ReadAllBytes(path);
        for (int length = 0; length < whole.Length; length++)
        {
            File.Delete(Path.ChangeExtension(path, ".idx"));
            File.WriteAllBytes(path, whole[..length]);
            VerifyReport before = rig.Verify();
            rig.Start();
            rig.Stop();
            VerifyReport after = rig.Verify();

            (before.Damaged, after.Damaged, after.Torn).ShouldBe((0, 0, 0), $"{length} bytes");
            after.Records.ShouldBe(before.Records, $"{length} bytes");
            before.Torn.ShouldBeLessThanOrEqualTo(1, $"{length} bytes");
        }
    }

    [Fact]
    public void Verify_ZeroedRange_LosesOnlyWhatItTouches()
    {
        using JournalRig rig = OneSegment();
        string path = rig.SegmentPaths().Single();
        byte[] bytes = File.ReadAllBytes(path);
        bytes.AsSpan(100, 300).Clear();
        File.WriteAllBytes(path, bytes);

        VerifyReport report = rig.Verify();

        report.Damaged.ShouldBe(1);
        ((long)report.Lost.Single().To - (long)report.Lost.Single().From + 1 + report.Records).ShouldBe(Records);
    }

    [Fact]
    public void Verify_ClosedSegmentCutShort_IsDamagedAndReportsWhatIsLost()
    {
        using JournalRig rig = OneSegment();
        string path = rig.SegmentPaths().Single();
        using (FileStream file = File.OpenWrite(path))
            file.SetLength(file.Length - 100);

        VerifyReport report = rig.Verify();

        report.Damaged.ShouldBeGreaterThan(0);
        report.Lost.ShouldBe([new FrameRange(JournalRig.FirstEpoch, 1, Records, Records)]);
    }

    [Fact]
    public void Open_SegmentOfAnotherPublisher_IsLeftAlone()
    {
        using JournalRig rig = OneSegment();
        byte[] payload = TestFrames.Payload(1, 900, 1, 64);
        byte[] foreign = [.. TestFrames.Header(1, 900, 1, payload, publisher: Guid.NewGuid()), .. payload];
        string path = Path.Combine(rig.Files.Folder, "0000000000000384-00000001.seg");
        File.WriteAllBytes(path, foreign);

        rig.Start();

        rig.Journal.Recovery.Skipped.ShouldBe([Path.GetFileName(path)]);
        rig.Journal.Recovery.Damaged.Single().Cause.ShouldBe(DamageCause.Foreign);
        File.ReadAllBytes(path).ShouldBe(foreign);
    }

    [Fact]
    public void Open_SegmentOfALaterVersion_IsLeftAlone()
    {
        using JournalRig rig = OneSegment();
        byte[] header = TestFrames.Header(1, 5000, 1, []);
        header[4] = 2;
        BitConverter.TryWriteBytes(header.AsSpan(76), Crc32C.Compute(header.AsSpan(0, 76)));
        string path = Path.Combine(rig.Files.Folder, "0000000000001388-00000001.seg");
        File.WriteAllBytes(path, header);

        rig.Start();

        RecoveryReport recovery = rig.Journal.Recovery;
        (recovery.Skipped.Single(), recovery.Damaged.Single().Cause).ShouldBe(
            (Path.GetFileName(path), DamageCause.Newer));
        File.ReadAllBytes(path).ShouldBe(header);
        rig.Read(1, 1, Records, JournalRig.FirstEpoch).Frames.Length.ShouldBe(Records);
    }

    [Fact]
    public void Open_IndexDamagedAtEveryByte_IsMadeAgain()
    {
        using JournalRig rig = new();
        rig.PublishAndRun(1, 40);
        rig.Stop();
        string path = Path.ChangeExtension(rig.SegmentPaths()[0], ".idx");
        byte[] whole = File.ReadAllBytes(path);
        for (int at = 0; at < whole.Length; at++)
        {
            byte[] bytes = [.. whole];
            bytes[at] ^= 0x55;
            File.WriteAllBytes(path, bytes);
            rig.Start();
            rig.Stop();

            File.ReadAllBytes(path).ShouldBe(whole, $"byte {at}");
        }
    }

    [Fact]
    public void Open_NoIndexes_KeepsEverything()
    {
        using JournalRig rig = new();
        rig.PublishAndRun(1, 40);
        rig.Kill();
        foreach (string index in Directory.GetFiles(rig.Files.Folder, "*.idx"))
            File.Delete(index);
        rig.Start();

        rig.Journal.Recovery.Scanned.ShouldBe(rig.Journal.Recovery.Segments);
        rig.Read(1, 1, 40, JournalRig.FirstEpoch).Frames.Length.ShouldBe(40);
    }

    [Fact]
    public void Verify_GarbageFullOfMagic_IsReadOnce()
    {
        using JournalRig rig = OneSegment();
        byte[] garbage = new byte[4 << 20];
        for (int i = 0; i < garbage.Length; i += 8)
            "CDB1"u8.CopyTo(garbage.AsSpan(i));
        File.WriteAllBytes(Path.Combine(rig.Files.Folder, "0000000000001388-00000001.seg"), garbage);

        VerifyReport report = rig.Verify();

        (report.Records, report.Torn).ShouldBe((Records, 1));
    }
}
