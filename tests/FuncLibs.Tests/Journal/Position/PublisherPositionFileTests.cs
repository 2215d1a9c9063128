using FuncLibs.Journal.Position;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Platform;
using Testing;
using Testing.Journal;

namespace FuncLibs.Tests.Journal.Position;

public sealed class PublisherPositionFileTests : IDisposable
{
    private static readonly Guid Publisher = TestFrames.Publisher;

    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Store_ThenReadWhileMapped_GivesTheNumbersOfAnUncleanStop()
    {
        using PublisherPositionFile position = Begin(7);
        for (uint stream = 0; stream < 20; stream++)
            position.Store(stream, stream + 100UL);
        position.Store(3, ulong.MaxValue);

        PositionSnapshot snapshot = Read()!;

        (snapshot.Publisher, snapshot.Epoch, snapshot.IsClean).ShouldBe((Publisher, 7UL, false));
        snapshot.IsExact.ShouldBe(Linux.InUse);
        (snapshot.LastOf(3), snapshot.LastOf(19), snapshot.LastOf(20)).ShouldBe((ulong.MaxValue, 119UL, 0UL));
    }

    [Fact]
    public void MarkClean_ThenRead_IsExact()
    {
        using (PublisherPositionFile position = Begin(7))
        {
            position.Store(1, 5);
            position.MarkClean();
        }

        (Read()!.IsClean, Read()!.IsExact, Read()!.LastOf(1)).ShouldBe((true, true, 5UL));
    }

    [Fact]
    public void Begin_OverAnOldFile_DropsItsStreams()
    {
        using (PublisherPositionFile old = Begin(7))
            old.Store(1, 5);

        using PublisherPositionFile position = Begin(8);

        (Read()!.Epoch, Read()!.Streams.Count).ShouldBe((8UL, 0));
    }

    [Fact]
    public void Store_MoreStreamsThanPlaces_IsReported()
    {
        using PublisherPositionFile position = Begin(7);
        for (uint stream = 0; stream < PublisherPositionFile.MaxStreams; stream++)
            position.Store(stream, 1).ShouldBeTrue();

        position.Store(PublisherPositionFile.MaxStreams, 1).ShouldBeFalse();
        position.Store(5, 2).ShouldBeTrue();
        Read()!.LastOf(5).ShouldBe(2UL);
    }

    [Fact]
    public void Store_Warm_DoesNotAllocate()
    {
        using PublisherPositionFile position = Begin(7);
        ulong sequence = 0;

        Allocation.OfWarm(() => position.Store(3, ++sequence)).ShouldBe(0);
    }

    [Fact]
    public void Read_LayoutPartDamagedAtAnyByte_IsRefusedWithTheReason()
    {
        using (PublisherPositionFile position = Begin(7))
            position.Store(1, 5);
        string path = _folder.File(PublisherPositionFile.FileName);
        byte[] whole = File.ReadAllBytes(path);
        foreach (int at in Enumerable.Range(0, 56).Concat(Enumerable.Range(64, 4)))
        {
            byte[] bytes = [.. whole];
            bytes[at] ^= 0x55;
            File.WriteAllBytes(path, bytes);

            PublisherPositionFile.Read(
                new DiskFiles(_folder.Path), out PositionSnapshot? snapshot, out string? fault).IsOk.ShouldBeTrue();

            (snapshot, string.IsNullOrEmpty(fault)).ShouldBe((null, false), $"byte {at}");
        }
    }

    [Fact]
    public void Read_OtherLength_IsRefused()
    {
        using (Begin(7))
            File.AppendAllText(_folder.File(PublisherPositionFile.FileName), "x");

        PublisherPositionFile.Read(new DiskFiles(_folder.Path), out PositionSnapshot? snapshot, out string? fault);

        (snapshot, fault).ShouldBe((null, "it has 12353 bytes, not 12352"));
    }

    [Fact]
    public void Read_NoFile_IsMissing()
    {
        FileOutcome outcome =
            PublisherPositionFile.Read(new DiskFiles(_folder.Path), out PositionSnapshot? snapshot, out string? fault);

        (outcome.Fault, snapshot, fault).ShouldBe((FileFault.Missing, null, null));
    }

    [Fact]
    public void Begin_DiskFails_IsAnOutcomeAndKeepsTheOldFile()
    {
        using (PublisherPositionFile old = Begin(7))
            old.Store(1, 5);
        for (int n = 1; n <= 2; n++)
        {
            FaultyFiles files = new(_folder.Path) { FailAt = n };
            FileOutcome outcome = PublisherPositionFile.Begin(files, Publisher, 8, out PublisherPositionFile? position);

            (outcome.IsOk, position).ShouldBe((false, null));
            Read()!.LastOf(1).ShouldBe(5UL);
        }
    }

    private PublisherPositionFile Begin(ulong epoch)
    {
        PublisherPositionFile
            .Begin(new DiskFiles(_folder.Path), Publisher, epoch, out PublisherPositionFile? position)
            .ToString()
            .ShouldBe("ok");
        return position!;
    }

    private PositionSnapshot? Read()
    {
        PublisherPositionFile
            .Read(new DiskFiles(_folder.Path), out PositionSnapshot? snapshot, out string? fault)
            .ToString()
            .ShouldBe("ok");
        fault.ShouldBeNull();
        return snapshot;
    }
}
