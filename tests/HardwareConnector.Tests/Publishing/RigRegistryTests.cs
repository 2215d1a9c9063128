using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Hosting.State;
using FuncLibs.Messaging.Publishing;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;
using HardwareConnector.Sources;
using Testing;

namespace HardwareConnector.Tests.Publishing;

public sealed class RigRegistryTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly SourceFeed _feed = new(2);

    public void Dispose()
    {
        _feed.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Describe_NewStreams_GetIdsOfTheirOwn() => Live(registry =>
    {
        registry.Describe(Rig("main", "slow"));

        registry.Current.Streams.Select(stream => (stream.Id, stream.Name)).ShouldBe([(1u, "main"), (2u, "slow")]);
        registry.Current.Streams[1].Topic.ToString().ShouldBe("D/lab/rig1/slow/");
        registry.Current.Catalogue.Streams.Select(stream => stream.Id).ShouldBe([1u, 2u]);
    });

    [Fact]
    public void Describe_AfterARestart_KeepsIds()
    {
        Live(registry => registry.Describe(Rig("main", "slow")));

        Live(registry =>
        {
            registry.Describe(Rig("slow", "fresh", "main"));
            registry.Current.Streams
                .Select(stream => (stream.Id, stream.Name))
                .ShouldBe([(2u, "slow"), (3u, "fresh"), (1u, "main")]);
        });
    }

    [Fact]
    public void Describe_EpochThatRuns_IsNamedAsFarAsItIs() => Live(registry =>
    {
        registry.Describe(Rig("main"));
        registry.Current.Streams[0].Published(41);
        registry.Describe(Rig("main", "slow"));

        registry.Current.Catalogue.Epochs.Select(epoch => (epoch.Stream, epoch.First, epoch.Last, epoch.Exact))
            .ShouldBe([(1u, 1UL, 41UL, false), (2u, 1UL, 0UL, false)]);
    });

    [Fact]
    public void Describe_EachTime_RevisionGrowsForever()
    {
        List<uint> revisions = [];
        for (int run = 0; run < 3; run++)
        {
            Live(registry =>
            {
                revisions.Add(registry.Current.Catalogue.Revision);
                registry.Describe(Rig("main"));
                revisions.Add(registry.Current.Catalogue.Revision);
            });
        }

        revisions.ShouldBe(revisions.Distinct().Order());
        revisions.Count.ShouldBe(6);
    }

    [Fact]
    public void Describe_StreamComesBack_GoesOnWithItsSequence() => Live(registry =>
    {
        registry.Describe(Rig("main"));
        PublishedStream main = registry.Current.Streams[0];
        main.Published(41);
        registry.Describe(Rig("other"));
        registry.All.Length.ShouldBe(2);
        registry.Describe(Rig("main"));

        registry.Current.Streams[0].ShouldBeSameAs(main);
        main.Next.ShouldBe(42UL);
    });

    [Fact]
    public void Describe_OneOfSeveralSources_LeavesTheStreamsOfTheOthers() => Live(registry =>
    {
        registry.Describe(Rig("main"), 2, new StreamNaming("rig03"));
        registry.Describe(Rig("main", "slow"), 0, new StreamNaming("rig01"));
        PublishedStream third = registry.Current.Streams[registry.Current.IndexOf(2, 0)];
        registry.Describe(Rig("main"), 0, new StreamNaming("rig01"));

        registry.Current.Streams.Select(stream => stream.Name).ShouldBe(["rig01", "rig03"]);
        registry.Current.Streams[registry.Current.IndexOf(2, 0)].ShouldBeSameAs(third);
        registry.Current.Catalogue.Streams
            .Select(stream => (stream.Id, stream.Name))
            .ShouldBe([(4u, "rig01"), (1u, "rig03")]);
    });

    [Fact]
    public void Current_Encoded_IsItsCatalogue() => Live(registry =>
    {
        registry.Describe(Rig("main"));

        CatalogueCodec.Read(registry.Current.EncodedCatalogue, out PublisherCatalogue? read).IsOk.ShouldBeTrue();
        read.ShouldBe(registry.Current.Catalogue);
        read!.Site.ShouldBe("lab");
    });

    private void Live(Action<RigRegistry> run)
    {
        using StateFolder folder = StateFolder.Open(_folder.Path);
        PublisherState state = PublisherState.Open(folder, TimeProvider.System);
        run(
            new RigRegistry(
                new PublisherIdentity(state.Publisher, Guid.NewGuid(), state.Epoch, "lab", "rig1"),
                state,
                EpochRegistry.Open(folder, state.Publisher, state.Epoch, [], null)));
        state.Save();
    }

    private RigDescription Rig(params string[] names) =>
        TestRig.Describe(_feed, [.. names.Select((name, i) => TestRig.Stream with { Id = (uint)i + 70, Name = name })]);
}
