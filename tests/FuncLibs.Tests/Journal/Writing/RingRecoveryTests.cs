using System.Buffers.Binary;
using System.Text;
using FuncLibs.Journal.Segments;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Checksums;
using FuncLibs.Runtime.Files;
using Testing;
using Testing.Journal;

namespace FuncLibs.Tests.Journal.Writing;

public sealed class RingRecoveryTests : IDisposable
{
    private const int HeadBytes = 4096;
    private const int TakenOffset = 128;
    private const int AppendedOffset = 256;
    private readonly TemporaryFolder _folder = new();
    private readonly FaultyFiles _rings;
    private readonly JournalRig _rig;

    public RingRecoveryTests()
    {
        _rings = new FaultyFiles(_folder.File("rings"));
        _rings.CreateFolder();
        _rig = new JournalRig(rings: _rings);
    }

    public void Dispose()
    {
        _rig.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Open_AfterAKill_WritesWhatWaited()
    {
        _rig.PublishAndRun(1, 10);
        Publish(20);
        _rig.Kill();
        _rig.Start();

        (_rig.Journal.Recovery.Ring.Epoch, _rig.Journal.Recovery.Ring.Records, _rig.Journal.Recovery.Ring.Lost)
            .ShouldBe(
            (JournalRig.FirstEpoch, 20, 0));
        _rig.Journal.Recovery.Extents.Single().ShouldBe(new StreamExtent(JournalRig.FirstEpoch, 1, 1, 30, 30));
        _rig.Read(1, 1, 30, JournalRig.FirstEpoch).Frames.Length.ShouldBe(30);
        (_rig.Verify().Ranges.Count, _rig.Verify().Lost.Count).ShouldBe((0, 0));
    }

    [Fact]
    public void Open_RingOfTheEpochBeforeTheLast_IsReadInItsPlace()
    {
        _rig.PublishAndRun(1, 10);
        Publish(20);
        _rig.Kill();
        _rig.Start(withRing: false);
        _rig.PublishAndRun(1, 5);
        _rig.Stop();
        _rig.Start();

        _rig.Read(1, 1, 30, JournalRig.FirstEpoch).Frames.Length.ShouldBe(30);
        _rig.Read(1, 1, 5, JournalRig.FirstEpoch + 1).Missing.ShouldBeEmpty();
    }

    [Fact]
    public void Open_KilledBeforeTheFirstTurn_WritesEverything()
    {
        _rig.Publish(FrameHeader.ControlStream, 40, FrameKind.Catalogue);
        Publish(5);
        _rig.Kill();
        _rig.Start();

        _rig.Read(1, 1, 5, JournalRig.FirstEpoch).Missing.ShouldBeEmpty();
        _rig.Read(FrameHeader.ControlStream, 1, 1, JournalRig.FirstEpoch).Missing.ShouldBeEmpty();
        _rig.Journal.Recovery.NewestRevision.ShouldBe(1U);
    }

    [Fact]
    public void Open_RingThatBeginsWithACatalogue_CountsIt()
    {
        _rig.PublishAndRun(1, 3);
        _rig.Publish(FrameHeader.ControlStream, 40, FrameKind.Catalogue);
        Publish(5);
        _rig.Kill();
        _rig.Start();

        _rig.Read(FrameHeader.ControlStream, 1, 1, JournalRig.FirstEpoch).Frames.ShouldBe([1UL]);
        _rig.Verify().Records.ShouldBe(9);
    }

    [Fact]
    public void Open_KilledInALaterLap_WritesBothEndsOfTheRing()
    {
        // 64 KiB: the lap ends in the middle of what waits.
        for (int i = 0; i < 50; i++)
        {
            _rig.Publish(1, 1000);
            _rig.Turn();
        }

        for (int i = 0; i < 30; i++)
            _rig.Publish(1, 1000).ShouldBeTrue();
        _rig.Kill();
        _rig.Start();

        _rig.Journal.Recovery.Ring.Records.ShouldBe(30);
        _rig.Read(1, 1, 80, JournalRig.FirstEpoch).Missing.ShouldBeEmpty();
    }

    [Fact]
    public void Open_HeadBehindWhatWasWritten_TakesNothingTwice()
    {
        _rig.PublishAndRun(1, 10);
        Publish(1);
        ChangeRing(ring => BinaryPrimitives.WriteInt64LittleEndian(ring.AsSpan(TakenOffset), 0));
        _rig.Kill();
        _rig.Start();

        _rig.Journal.Recovery.Ring.Records.ShouldBe(1);
        (_rig.Verify().Records, _rig.Verify().Ranges.Count).ShouldBe((11, 0));
    }

    [Fact]
    public void Open_TornRecordInTheRing_SkipsOnlyIt()
    {
        Publish(9);
        ChangeRing(ring => ring[HeadBytes + (4 * 280) + 200] ^= 1);
        _rig.Kill();
        _rig.Start();

        _rig.Journal.Recovery.Ring.DamagedBytes.ShouldBe(280);
        _rig.Read(1, 1, 9, JournalRig.FirstEpoch).Missing.ShouldBe([5UL]);
    }

    [Fact]
    public void Open_RingOfAnotherBoot_IsIgnored()
    {
        Publish(9);
        ChangeRing(ring =>
        {
            ring[40] ^= 1;
            Seal(ring);
        });
        _rig.Kill();
        _rig.Start();

        (_rig.Journal.Recovery.Ring.Epoch, _rig.Journal.Recovery.Extents.Count).ShouldBe((0UL, 0));
        _rig.Journal.RingSurvivesKill.ShouldBeTrue();
    }

    [Theory]
    [InlineData(0)]
    [InlineData(60)]
    [InlineData(600)]
    public void Open_DamagedHead_IsIgnored(int at)
    {
        Publish(9);
        ChangeRing(ring => ring[at < 512 ? at : 512] ^= 1);
        _rig.Kill();
        _rig.Start();

        _rig.Journal.Recovery.Ring.Epoch.ShouldBe(0UL);
    }

    [Fact]
    public void Open_RingThatOthersMayWrite_IsIgnored()
    {
        Publish(9);
        if (!OperatingSystem.IsWindows())
            File.SetUnixFileMode(RingPath(), UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.OtherWrite);
        _rig.Kill();
        _rig.Start();

        _rig.Journal.Recovery.Ring.Epoch.ShouldBe(0UL);
    }

    [Fact]
    public void Open_NoRoomForTheRing_RecordsFromMemoryOfTheProcess()
    {
        _rig.Stop();
        _rings.Free = JournalRig.Small.RingBytes - 1;
        _rig.Start();
        _rig.PublishAndRun(1, 3);

        (_rig.Journal.RingOutcome.Fault, _rig.Journal.RingSurvivesKill).ShouldBe((FileFault.Full, false));
        _rig.Read(1).Frames.Length.ShouldBe(3);
    }

    [Fact]
    public void Open_WriteOfTheRingFails_LeavesNoFile()
    {
        _rig.Stop();
        (_rings.FailAt, _rings.Failure) = (_rings.Operations + 1, DiskFailure.Full);
        _rig.Start();

        (_rig.Journal.RingSurvivesKill, Directory.GetFiles(_rings.Folder).Length).ShouldBe((false, 0));
    }

    [Fact]
    public void Open_FullDisk_CountsWhatCouldNotBeWritten()
    {
        Publish(9);
        _rig.Kill();
        _rig.Files.FailAt = _rig.Files.Operations + 1;
        _rig.Files.FailCount = 100_000;
        _rig.Files.Failure = DiskFailure.Full;
        _rig.Start();

        (_rig.Journal.Recovery.Ring.Records, _rig.Journal.Recovery.Ring.Lost).ShouldBe((0, 9));
        _rig.Files.FailAt = 0;
    }

    [Fact]
    public void Open_TwoPublishersInOneFolderOfRings_EachFindsItsOwn()
    {
        Publish(4);
        using JournalRig other = new(rings: _rings);
        other.Publish(1);
        _rig.Kill();
        other.Kill();
        _rig.Start();
        other.Start();

        (_rig.Journal.Recovery.Ring.Records, other.Journal.Recovery.Ring.Records).ShouldBe((4, 1));
    }

    [Fact]
    public void Open_JournalWithoutARing_Begins()
    {
        using JournalRig old = new();
        old.PublishAndRun(1, 3);
        old.Kill();

        FrameJournal.Open(
            old.Files, old.Options, TestFrames.Publisher, 2000, old.Time, null, out FrameJournal? journal, _rings)
            .IsOk.ShouldBeTrue();

        using (journal)
            (journal!.RingSurvivesKill, journal.Recovery.Ring.Epoch, journal.Recovery.Extents.Single().Last)
                .ShouldBe((true, 0UL, 3UL));
    }

    [Fact]
    public void Dispose_AfterFinish_LeavesNoRing()
    {
        Publish(3);
        _rig.Stop();

        Directory.GetFiles(_rings.Folder).ShouldBeEmpty();
    }

    [Fact]
    public void Open_RingWhoseJournalIsGone_IsRemoved()
    {
        string left;
        using (JournalRig gone = new(rings: _rings))
        {
            gone.Publish(1);
            left = Directory.GetFiles(_rings.Folder).Except([RingPath()]).Single();
            gone.Kill();
        }

        File.Exists(left).ShouldBeTrue();
        _rig.Stop();
        _rig.Start();

        File.Exists(left).ShouldBeFalse();
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Open_RingWhoseDiskIsNotMounted_IsKeptWhileSomethingWaits(bool isWaiting)
    {
        string left;
        using (JournalRig unmounted = new(rings: _rings))
        {
            unmounted.Publish(1).ShouldBeTrue();
            left = Directory.GetFiles(_rings.Folder).Except([RingPath()]).Single();
            unmounted.Kill();
        }

        // The folder itself was the mount point, says the ring.
        Change(left, ring =>
        {
            ring.AsSpan(56, 2).CopyTo(ring.AsSpan(6));
            if (!isWaiting)
                ring.AsSpan(AppendedOffset, 8).CopyTo(ring.AsSpan(TakenOffset));
            Seal(ring);
        });
        _rig.Stop();
        _rig.Start();

        File.Exists(left).ShouldBe(isWaiting);
    }

    [Fact]
    public void RingOutlives_FileTakenAway_IsFalse()
    {
        File.Delete(RingPath());

        _rig.Journal.RingSurvivesKill.ShouldBeFalse();
        _rig.PublishAndRun(1, 2);
        _rig.Read(1).Frames.Length.ShouldBe(2);
    }

    private string RingPath() => Directory.GetFiles(_rings.Folder).Single(path =>
    {
        byte[] head = File.ReadAllBytes(path)[..HeadBytes];
        int named = BinaryPrimitives.ReadInt32LittleEndian(head.AsSpan(56));
        return Encoding.UTF8.GetString(head, 512, named) == _rig.Files.Folder;
    });

    private void Publish(int count)
    {
        for (int i = 0; i < count; i++)
            _rig.Publish(1).ShouldBeTrue();
    }

    private static void Seal(byte[] ring)
    {
        int named = BinaryPrimitives.ReadInt32LittleEndian(ring.AsSpan(56));
        uint crc = Crc32C.Append(Crc32C.Compute(ring.AsSpan(0, 60)), ring.AsSpan(512, named));
        BinaryPrimitives.WriteUInt32LittleEndian(ring.AsSpan(60), crc);
    }

    private void ChangeRing(Action<byte[]> change) => Change(RingPath(), change);

    private static void Change(string path, Action<byte[]> change)
    {
        byte[] bytes = File.ReadAllBytes(path);
        change(bytes);
        using FileStream file = new(path, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
        file.Write(bytes);
    }
}
