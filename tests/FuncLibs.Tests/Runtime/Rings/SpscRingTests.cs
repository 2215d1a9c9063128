using FuncLibs.Runtime.Rings;
using Testing;

namespace FuncLibs.Tests.Runtime.Rings;

public sealed class SpscRingTests : IDisposable
{
    private readonly SpscRing<int> _ring = new(4);

    public void Dispose() => _ring.Dispose();

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(131_072)]
    public void Constructor_BadCapacity_Throws(int capacity) =>
        Should.Throw<ArgumentOutOfRangeException>(() => new SpscRing<int>(capacity));

    [Fact]
    public void TryWrite_FullRing_CountsADrop()
    {
        for (int i = 0; i < 4; i++)
            _ring.TryWrite(i).ShouldBeTrue();

        _ring.TryWrite(4).ShouldBeFalse();

        (_ring.Offered, _ring.Taken, _ring.Dropped, _ring.Count).ShouldBe((5, 0, 1, 4));
    }

    [Fact]
    public void TryRead_SeveralItems_KeepsTheirOrder()
    {
        for (int i = 0; i < 10; i++)
        {
            _ring.TryWrite(i);
            _ring.TryRead(out int item).ShouldBeTrue();
            item.ShouldBe(i);
        }

        _ring.TryRead(out _).ShouldBeFalse();
    }

    [Fact]
    public void CountInline_BesideTheRing_KeepsTheSums()
    {
        _ring.TryWrite(1);
        _ring.TryRead(out _).ShouldBeTrue();
        _ring.CountInline();
        _ring.TryWrite(2);

        (_ring.Offered, _ring.Taken, _ring.Inline, _ring.Count).ShouldBe((3, 1, 1, 1));
        _ring.Written.ShouldBe(2);
    }

    [Fact]
    public void Wait_ItemIsThere_ReturnsAtOnce()
    {
        _ring.TryWrite(1);

        _ring.Wait(600_000);

        _ring.TryRead(out int item).ShouldBeTrue();
        item.ShouldBe(1);
    }

    [Fact]
    public void TryRead_EmptyRing_GivesUpAfterItsTime() => _ring.TryRead(out _, milliseconds: 1).ShouldBeFalse();

    [Fact]
    public void TryRead_ReferenceItem_IsNotHeldAfterwards()
    {
        using var ring = new SpscRing<object>(2);
        WeakReference item = WriteAndTake(ring);

        // The collector is what this test is about.
#pragma warning disable RS0030 // A test of what is reachable has to collect.
        GC.Collect();
#pragma warning restore RS0030

        item.IsAlive.ShouldBeFalse();
    }

    [Fact]
    public void TryRead_FromAnotherThread_SeesEveryItemOnceInOrder()
    {
        const int Items = 200_000;
        using var ring = new SpscRing<int>(64);
        int wrong = 0;
        var consumer = new Thread(() =>
        {
            for (int expected = 0; expected < Items;)
            {
                if (!ring.TryRead(out int item, milliseconds: 100))
                    continue;
                wrong += item == expected ? 0 : 1;
                expected++;
            }
        });
        consumer.Start();
        for (int i = 0; i < Items;)
        {
            if (ring.TryWrite(i))
                i++;
            else
                Thread.Yield();
        }

        consumer.Join();
        wrong.ShouldBe(0);
        ring.Offered.ShouldBe(ring.Taken + ring.Dropped + ring.Count);
        ring.Taken.ShouldBe(Items);
    }

    [Fact]
    public void TryWrite_WhenWarm_DoesNotAllocate() => Allocation.OfWarm(() =>
    {
        _ring.TryWrite(1);
        _ring.TryRead(out _);
    }).ShouldBe(0);

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private static WeakReference WriteAndTake(SpscRing<object> ring)
    {
        ring.TryWrite(new object());
        ring.TryRead(out object item).ShouldBeTrue();
        return new WeakReference(item);
    }
}
