using FuncLibs.Blocks;
using Testing;

namespace FuncLibs.Tests.Blocks;

public sealed class BlockPoolTests
{
    private readonly BlockPool _pool = new(ReferenceBlocks.Small.Layout(), 2);

    [Fact]
    public void TryRent_AboveTheCapacity_IsNull()
    {
        _pool.TryRent().ShouldNotBeNull();
        _pool.TryRent().ShouldNotBeNull();

        _pool.TryRent().ShouldBeNull();

        (_pool.Created, _pool.InUse).ShouldBe((2, 2));
    }

    [Fact]
    public void TryRent_AfterReturn_GivesTheBlockBackCleared()
    {
        CDataBlock block = _pool.TryRent()!;
        ReferenceBlocks.Fill(block, ReferenceBlocks.Small);
        _pool.Return(block);

        CDataBlock again = _pool.TryRent()!;

        again.ShouldBeSameAs(block);
        again.IsPresent(BlockGroup.Servo).ShouldBeFalse();
        again.IsValid.ShouldBeFalse();
        (_pool.Created, _pool.InUse).ShouldBe((1, 1));
    }

    [Fact]
    public void TryRent_WhenWarm_DoesNotAllocate() =>
        Allocation.OfWarm(() => _pool.Return(_pool.TryRent()!)).ShouldBe(0);

    [Fact]
    public void TryRent_FromManyThreads_NeverHandsABlockOutTwice()
    {
        var pool = new BlockPool(BlockLayout.Empty, 3);
        Parallel.For(0, 8, worker =>
        {
            for (int i = 0; i < 5_000; i++)
            {
                if (pool.TryRent() is not { } block)
                    continue;
                block.FirstSampleIndex = worker;
                Thread.Yield();
                block.FirstSampleIndex.ShouldBe(worker);
                pool.Return(block);
            }
        });

        pool.InUse.ShouldBe(0);
        pool.Created.ShouldBeInRange(1, 3);
    }
}
