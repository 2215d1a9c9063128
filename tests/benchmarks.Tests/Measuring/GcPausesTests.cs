using Benchmarks.Measuring;

namespace Benchmarks.Tests.Measuring;

public sealed class GcPausesTests
{
    [Fact]
    public void Get_AfterACollection_HasItsPause()
    {
        using GcPauses pauses = new();
        long before = GC.CollectionCount(0);
        EmptyHeap.Make();

        pauses.Get(before, GC.CollectionCount(0)).ShouldNotBeEmpty();
    }

    [Fact]
    public void Get_WithoutACollection_HasNone()
    {
        using GcPauses pauses = new();
        EmptyHeap.Make();
        long now = GC.CollectionCount(0);

        pauses.Get(now, now).ShouldBeEmpty();
    }
}
