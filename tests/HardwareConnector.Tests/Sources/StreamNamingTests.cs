using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using HardwareConnector.Sources;

namespace HardwareConnector.Tests.Sources;

public sealed class StreamNamingTests
{
    private static readonly ImmutableArray<StreamDescription> One = [TestRig.Stream];
    private static readonly ImmutableArray<StreamDescription> Two =
    [
        TestRig.Stream, TestRig.Stream with { Id = 2, Name = "slow" },
    ];

    [Fact]
    public void NameOf_WithoutAName_IsTheRigsOwn() => default(StreamNaming).NameOf(Two, 1).ShouldBe("slow");

    [Fact]
    public void NameOf_RigOfOneStream_IsTheName() => new StreamNaming("rig07").NameOf(One, 0).ShouldBe("rig07");

    [Fact]
    public void NameOf_RigOfSeveral_HasTheirNamesBehind() =>
        new StreamNaming("rig07").NameOf(Two, 1).ShouldBe("rig07-slow");

    [Fact]
    public void FindFault_NameThatGrowsTooLong_ReportsWhatToShorten()
    {
        var naming = new StreamNaming("twenty-two-characters-");

        naming.FindFault(One).ShouldBeNull();
        naming.FindFault(Two).ShouldBe(
            "stream main would be published as 'twenty-two-characters--main'; a name has at most 24 characters: "
                + "shorten Sources:N:Stream");
    }
}
