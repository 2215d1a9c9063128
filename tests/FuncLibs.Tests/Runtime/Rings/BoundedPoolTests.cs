using FuncLibs.Runtime.Rings;

namespace FuncLibs.Tests.Runtime.Rings;

public sealed class BoundedPoolTests
{
    private readonly BoundedPool<object> _pool = new(3, () => new object());

    [Fact]
    public void Constructor_NoCapacity_Throws() =>
        Should.Throw<ArgumentOutOfRangeException>(() => new BoundedPool<object>(0, () => new object()));

    [Fact]
    public void Prefill_BudgetForTwo_MakesTwo()
    {
        _pool.Prefill(itemBytes: 100, budgetBytes: 299);

        (_pool.Created, _pool.InUse).ShouldBe((2, 0));
    }

    [Fact]
    public void Prefill_MoreThanTheCapacity_MakesTheCapacity()
    {
        _pool.Prefill(itemBytes: 0, budgetBytes: 1000);

        _pool.Created.ShouldBe(3);
    }

    [Fact]
    public void TryRent_BeyondWhatWasMadeAhead_MakesOnDemandUpToTheCapacity()
    {
        _pool.Prefill(itemBytes: 100, budgetBytes: 200);
        for (int i = 0; i < 3; i++)
            _pool.TryRent().ShouldNotBeNull();

        _pool.TryRent().ShouldBeNull();
        (_pool.Created, _pool.InUse).ShouldBe((3, 3));
    }

    [Fact]
    public void Return_Twice_Throws()
    {
        object item = _pool.TryRent()!;
        _pool.Return(item);

        Should.Throw<InvalidOperationException>(() => _pool.Return(item)).Message.ShouldContain("twice");
    }
}
