using SignalMonitor.Receiving;

namespace SignalMonitor.Tests.Receiving;

public sealed class CatalogueBookTests
{
    private readonly CatalogueBook _book = new();

    [Fact]
    public void Find_OtherPublisherOrRevision_IsNull()
    {
        _book.Add(TestStream.Catalogue(3));

        _book.Find(TestStream.Publisher, 3).ShouldNotBeNull();
        _book.Find(TestStream.Publisher, 4).ShouldBeNull();
        _book.Find(Guid.NewGuid(), 3).ShouldBeNull();
    }

    [Fact]
    public void Add_SameRevisionAgain_KeepsTheFirst()
    {
        _book.Add(TestStream.Catalogue(3));
        _book.Add(TestStream.Catalogue(3) with { Site = "elsewhere" });

        _book.Find(TestStream.Publisher, 3)!.Site.ShouldBe("lab");
    }

    [Fact]
    public void Add_Ninth_ForgetsTheOldest()
    {
        for (uint revision = 1; revision <= 9; revision++)
            _book.Add(TestStream.Catalogue(revision));

        _book.Knows(TestStream.Publisher, 1).ShouldBeFalse();
        _book.Knows(TestStream.Publisher, 2).ShouldBeTrue();
        _book.Knows(TestStream.Publisher, 9).ShouldBeTrue();
    }
}
