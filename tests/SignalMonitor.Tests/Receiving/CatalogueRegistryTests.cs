using SignalMonitor.Receiving;

namespace SignalMonitor.Tests.Receiving;

public sealed class CatalogueRegistryTests
{
    private readonly CatalogueRegistry _catalogues = new();

    [Fact]
    public void Find_OtherPublisherOrRevision_IsNull()
    {
        _catalogues.Add(TestStream.Catalogue(3));

        _catalogues.Find(TestStream.Publisher, 3).ShouldNotBeNull();
        _catalogues.Find(TestStream.Publisher, 4).ShouldBeNull();
        _catalogues.Find(Guid.NewGuid(), 3).ShouldBeNull();
    }

    [Fact]
    public void Add_SameRevisionAgain_KeepsTheFirst()
    {
        _catalogues.Add(TestStream.Catalogue(3));
        _catalogues.Add(TestStream.Catalogue(3) with { Site = "elsewhere" });

        _catalogues.Find(TestStream.Publisher, 3)!.Site.ShouldBe("lab");
    }

    [Fact]
    public void Add_Ninth_DropsTheOldest()
    {
        for (uint revision = 1; revision <= 9; revision++)
            _catalogues.Add(TestStream.Catalogue(revision));

        _catalogues.Knows(TestStream.Publisher, 1).ShouldBeFalse();
        _catalogues.Knows(TestStream.Publisher, 2).ShouldBeTrue();
        _catalogues.Knows(TestStream.Publisher, 9).ShouldBeTrue();
    }
}
