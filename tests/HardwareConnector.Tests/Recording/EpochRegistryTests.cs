using FuncLibs.Hosting;
using FuncLibs.Hosting.State;
using FuncLibs.Journal.Position;
using FuncLibs.Journal.Segments;
using HardwareConnector.Recording;
using Testing;

namespace HardwareConnector.Tests.Recording;

public sealed class EpochRegistryTests : IDisposable
{
    private static readonly Guid Publisher = Guid.NewGuid();
    private readonly TemporaryFolder _folder = new();
    private readonly StateFolder _state;

    public EpochRegistryTests() => _state = StateFolder.Open(_folder.Path);

    public void Dispose()
    {
        _state.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Begin_FirstRun_HasNoEarlierOnes() => Begin(10, [], null).All.ShouldBeEmpty();

    [Fact]
    public void Begin_AfterAKill_ClosesAtWhatWasAboutToBeSent()
    {
        EpochRegistry registry = Begin(11, [new StreamExtent(10, 1, 1, 95, 95)], Left(10, exact: true, 100));

        registry.NewlyClosed.ShouldBe([new ClosedEpoch(10, 1, 1, 100, 95, Exact: true)]);
        registry.All.ShouldBe([new ClosedEpoch(10, 0, 1, 9, 0, Exact: true), .. registry.NewlyClosed]);
    }

    [Fact]
    public void Begin_AfterAPowerCut_IsNotExact() =>
        Begin(11, [new StreamExtent(10, 1, 1, 95, 95)], Left(10, exact: false, 90)).NewlyClosed
            .ShouldBe([new ClosedEpoch(10, 1, 1, 95, 95, Exact: false)]);

    [Fact]
    public void Begin_PositionLost_ClosesAtTheJournalAndIsNotExact() =>
        Begin(
            11,
            [new StreamExtent(10, 1, 40, 95, 56)],
            null).NewlyClosed.ShouldBe([new ClosedEpoch(10, 1, 1, 95, 95, Exact: false)]);

    [Fact]
    public void Begin_JournalRemoved_ClosesByThePosition() =>
        Begin(11, [], Left(10, exact: true, 100)).NewlyClosed
            .ShouldBe([new ClosedEpoch(10, 1, 1, 100, 0, Exact: true)]);

    [Fact]
    public void Begin_ClosedBefore_IsNotNewsAgain()
    {
        Begin(11, [new StreamExtent(10, 1, 1, 95, 95)], Left(10, exact: true, 100));

        EpochRegistry registry =
            Begin(12, [new StreamExtent(10, 1, 1, 95, 95), new StreamExtent(11, 1, 1, 7, 7)], Left(11, exact: true, 8));

        registry.NewlyClosed.ShouldBe([new ClosedEpoch(11, 1, 1, 8, 7, Exact: true)]);
        registry.All.Where(entry => entry.Stream == 1).Select(entry => (entry.Epoch, entry.Last))
            .ShouldBe([(10UL, 100UL), (11UL, 8UL)]);
    }

    [Fact]
    public void Begin_EpochWithoutDataBlocks_IsNamedByItsControlStreamAndNoNews()
    {
        EpochRegistry registry = Begin(11, [], new PositionSnapshot(Publisher, 10, IsClean: false, IsExact: true, []));

        registry.All.ShouldBe([new ClosedEpoch(10, 0, 0, 0, 0, Exact: true)]);
        registry.NewlyClosed.ShouldBeEmpty();
    }

    [Fact]
    public void Begin_MoreEpochsThanAreKept_NamesEveryOneInTheJournal()
    {
        StreamExtent[] kept = [.. Pairs(1..200, 40)];

        Begin(201, kept, null).All.Count(entry => entry.Stream != 0).ShouldBe(kept.Length);
    }

    [Fact]
    public void Begin_JournalRemovedSince_DropsTheOldestEpochsAsAWhole()
    {
        Begin(201, [.. Pairs(1..200, 40)], null);

        EpochRegistry registry = Begin(202, [.. Pairs(190..201, 40)], null);

        int forgotten = EpochRegistry.MaxDropped / 41;

        // 11 kept, and of the others as many as fit into the 4,096 with 41 entries each.
        registry.All.GroupBy(entry => entry.Epoch).Select(epoch => (epoch.Key, epoch.Count()))
            .ShouldBe([.. Enumerable.Range(190 - forgotten, forgotten + 11).Select(epoch => ((ulong)epoch, 41))]);
    }

    [Fact]
    public void Begin_MoreThanAWelcomeNames_KeepsTheNewest()
    {
        EpochRegistry registry = Begin(400, [.. Pairs(1..301, 250)], null);

        registry.All.Count.ShouldBeLessThanOrEqualTo(EpochRegistry.MaxEntries);
        registry.All[^1].Epoch.ShouldBe(300UL);
    }

    [Fact]
    public void Begin_PositionOfAnotherPublisher_IsIgnored() =>
        Begin(11, [], Left(10, exact: true, 100) with { Publisher = Guid.NewGuid() }).All.ShouldBeEmpty();

    [Fact]
    public void Begin_FileDamaged_ReportsWhichAndWhatToDo()
    {
        File.WriteAllText(_state.File(EpochRegistry.FileName), "{");

        Should.Throw<StartupException>(() => Begin(11, [], null)).Message.ShouldContain("move it away");
    }

    private EpochRegistry Begin(ulong epoch, StreamExtent[] kept, PositionSnapshot? left) =>
        EpochRegistry.Open(_state, Publisher, epoch, kept, left);

    private static IEnumerable<StreamExtent> Pairs(Range epochs, uint streams)
    {
        for (int epoch = epochs.Start.Value; epoch < epochs.End.Value; epoch++)
        {
            for (uint stream = 1; stream <= streams; stream++)
                yield return new StreamExtent((ulong)epoch, stream, 1, 5, 5);
        }
    }

    private static PositionSnapshot Left(ulong epoch, bool exact, ulong last) =>
        new(Publisher, epoch, IsClean: false, exact, [new StreamSequence(0, 9), new StreamSequence(1, last)]);
}
