using FuncLibs.Runtime.Rings;
using Testing;

namespace FuncLibs.Tests.Runtime.Rings;

public sealed class StageOwnerTests : IDisposable
{
    private readonly StageOwner _owner = new();

    public void Dispose() => _owner.Dispose();

    [Fact]
    public void TryTake_New_IsRefused() => _owner.TryTake().ShouldBeFalse();

    [Fact]
    public void TryTake_Offered_IsGivenToOneGuest()
    {
        _owner.Offer();

        (_owner.TryTake(), _owner.TryTake()).ShouldBe((true, false));
    }

    [Fact]
    public void TryTake_Released_IsGivenToTheNextGuest()
    {
        _owner.Offer();
        _owner.TryTake().ShouldBeTrue();
        _owner.Release();

        _owner.TryTake().ShouldBeTrue();
    }

    [Fact]
    public void TryTake_Reclaimed_IsRefused()
    {
        _owner.Offer();
        _owner.Reclaim();

        _owner.TryTake().ShouldBeFalse();
    }

    [Fact]
    public void Reclaim_NotOffered_LeavesItToItsOwnThread()
    {
        _owner.Reclaim();

        _owner.TryTake().ShouldBeFalse();
        _owner.Offer();
        _owner.TryTake().ShouldBeTrue();
    }

    [Fact]
    public void Offer_GuestHasIt_Throws()
    {
        _owner.Offer();
        _owner.TryTake().ShouldBeTrue();

        Should.Throw<InvalidOperationException>(_owner.Offer);
    }

    [Fact]
    public void Release_NotTaken_Throws() => Should.Throw<InvalidOperationException>(() => _owner.Release());

    [Fact]
    public void Release_OfferedOnly_Throws()
    {
        _owner.Offer();

        Should.Throw<InvalidOperationException>(() => _owner.Release());
    }

    [Fact]
    public void Reclaim_GuestHasIt_WaitsAndIsNextWhoeverElseTries()
    {
        bool has = false;
        Thread own = TakeAndReclaim(() => Volatile.Write(ref has, true));

        (_owner.TryTake(), Volatile.Read(ref has)).ShouldBe((false, false));
        _owner.Release();
        bool refused = !_owner.TryTake();
        own.Join();
        (refused, Volatile.Read(ref has), _owner.TryTake()).ShouldBe((true, true, false));
    }

    [Fact]
    public void Release_AfterAFailure_NobodyGetsItAnyMore()
    {
        _owner.Offer();
        _owner.TryTake().ShouldBeTrue();
        _owner.Release(isIntact: false);

        _owner.TryTake().ShouldBeFalse();
        Should.Throw<InvalidOperationException>(_owner.Reclaim);
        Should.Throw<InvalidOperationException>(_owner.Reclaim);
        _owner.TryTake().ShouldBeFalse();
    }

    [Fact]
    public void Release_AfterAFailureWhileItIsWanted_EndsTheWait()
    {
        Exception? thrown = null;
        Thread own = TakeAndReclaim(() => { }, failed => thrown = failed);
        _owner.Release(isIntact: false);

        own.Join();
        thrown.ShouldBeOfType<InvalidOperationException>();
        _owner.TryTake().ShouldBeFalse();
    }

    [Fact]
    public void HandOver_WhenWarm_DoesNotAllocate() => Allocation.OfWarm(() =>
    {
        _owner.Offer();
        _owner.TryTake();
        _owner.Release();
        _owner.Reclaim();
    }).ShouldBe(0);

    [Fact]
    public void HandOver_GuestsOnly_DoNotWakeTheOwnThread()
    {
        const int Turns = 100_000;
        const int LongMilliseconds = 600_000;
        using SpscRing<int> ring = new(4);
        int waits = 0;
        Thread own = new(() =>
        {
            _owner.Offer();
            ring.Wait(LongMilliseconds);
            Interlocked.Increment(ref waits);
            _owner.Reclaim();
        });
        own.Start();
        Eventually.True(() => own.ThreadState.HasFlag(ThreadState.WaitSleepJoin), "the own thread waits for work");
        for (int i = 0; i < Turns; i++)
        {
            _owner.TryTake().ShouldBeTrue();
            _owner.Release();
        }

        Volatile.Read(ref waits).ShouldBe(0);
        ring.TryWrite(1).ShouldBeTrue();
        own.Join();
        waits.ShouldBe(1);
    }

    [Theory]
    [InlineData(1, 3_000_000)]
    [InlineData(4, 2_000_000)]
    public void HandOver_GuestsAndOwnThreadTogether_EveryItemOnceInOrder(int producers, int items)
    {
        using StageRig rig = new(_owner, producers, items);
        rig.Run();

        rig.Wrong.ShouldBe(0);
        rig.Done.ShouldBe((long)producers * items);
        foreach (SpscRing<int> ring in rig.Rings)
        {
            (ring.Count, ring.Dropped).ShouldBe((0, 0));
            ring.Offered.ShouldBe(ring.Taken + ring.Inline);
            ring.Offered.ShouldBe(items);
        }

        rig.Rings.Sum(ring => ring.Inline).ShouldBeGreaterThan(0);
        rig.Rings.Sum(ring => ring.Taken).ShouldBeGreaterThan(0);
    }

    [Fact]
    public void HandOver_OneItemAtATime_LosesNoWakeUp()
    {
        // Nobody gives anything before the last item is done: a wake-up that is lost is made up for by none.
        using StageRig rig = new(_owner, producers: 1, items: 20_000) { IsInStep = true };
        rig.Run();

        (rig.Wrong, rig.Done).ShouldBe((0, 20_000));
    }

    [Fact]
    public void HandOver_OwnThreadEndsWhileGuestsGoOn_NobodyIsInTheStageAfterwards()
    {
        const int Rounds = 1_000;
        for (int round = 0; round < Rounds; round++)
        {
            using StageOwner owner = new();
            bool hasEnded = false;
            int after = 0;
            long stage = 0;
            owner.Offer();
            Thread guest = new(() =>
            {
                while (!Volatile.Read(ref hasEnded))
                {
                    if (owner.TryTake())
                    {
                        stage++;
                        after += Volatile.Read(ref hasEnded) ? 1 : 0;
                        owner.Release();
                    }

                    Thread.Yield();
                }
            });
            guest.Start();
            owner.Reclaim();
            Volatile.Write(ref hasEnded, true);
            long atEnd = stage;
            guest.Join();

            (after, stage).ShouldBe((0, atEnd));
        }
    }

    [Fact]
    public void HandOver_GuestFailsAtAnyMoment_TheOwnThreadHearsOfIt()
    {
        const int Rounds = 2_000;
        for (int round = 0; round < Rounds; round++)
        {
            using StageOwner owner = new();
            using SpscRing<int> ring = new(2);
            owner.Offer();
            Thread guest = new(() =>
            {
                while (!owner.TryTake())
                    Thread.Yield();
                owner.Release(isIntact: false);
            });
            guest.Start();
            Should.Throw<InvalidOperationException>(() =>
            {
                while (true)
                {
                    ring.Wait(0);
                    owner.Reclaim();
                    owner.Offer();
                }
            });
            guest.Join();
            owner.TryTake().ShouldBeFalse();
        }
    }

    // A guest, this thread, has the stage, and its own thread waits for it.
    private Thread TakeAndReclaim(Action reclaimed, Action<Exception>? failed = null)
    {
        _owner.Offer();
        _owner.TryTake().ShouldBeTrue();
        Thread own = new(() =>
        {
            try
            {
                _owner.Reclaim();
                reclaimed();
            }
            catch (InvalidOperationException e) when (failed is not null)
            {
                failed(e);
            }
        });
        own.Start();
        Eventually.True(() => _owner.IsWanted, "the own thread wants the stage");
        return own;
    }

    /// <summary>
    /// A stage with a ring for each producer. Its state has no lock, no fence and no atomic number: only the hand-over
    /// keeps it whole.
    /// </summary>
    private sealed class StageRig : IDisposable
    {
        private readonly StageOwner _owner;
        private readonly ConsumerSignal _signal = new();
        private readonly int[] _expected;
        private readonly int _items;
        private long _done;
        private long _mirror;
        private bool _producersEnded;

        public StageRig(StageOwner owner, int producers, int items)
        {
            (_owner, _items) = (owner, items);
            _expected = new int[producers];
            Rings = [.. Enumerable.Range(0, producers).Select(_ => new SpscRing<int>(64, _signal))];
        }

        public SpscRing<int>[] Rings { get; }

        /// <summary>Each item waits for the one before it, and the own thread as long as it must.</summary>
        public bool IsInStep { get; init; }

        public long Done => Volatile.Read(ref _done);

        public long Wrong { get; private set; }

        public void Run()
        {
            Thread own = new(RunOwn);
            Thread[] producers =
                [.. Enumerable.Range(0, Rings.Length).Select(number => new Thread(() => Produce(number)))];
            own.Start();
            Array.ForEach(producers, producer => producer.Start());
            Array.ForEach(producers, producer => producer.Join());
            Volatile.Write(ref _producersEnded, true);
            _signal.Wake();
            own.Join();
        }

        public void Dispose()
        {
            Array.ForEach(Rings, ring => ring.Dispose());
            _signal.Dispose();
        }

        private int WaitMs(int turn) => IsInStep ? 600_000 : (turn % 64) switch { 0 => 100, < 8 => 1, _ => 0 };

        // A wait of no time, of a moment, and for long: also a thread that wants the stage back all the time.
        private void RunOwn()
        {
            for (int turn = 0; !Volatile.Read(ref _producersEnded); turn++)
            {
                if (ServeAll())
                    continue;
                _owner.Offer();
                _signal.PrepareWait();
                if (Array.TrueForAll(Rings, ring => ring.Count == 0))
                    _signal.Wait(WaitMs(turn));
                _signal.CancelWait();
                _owner.Reclaim();
            }

            ServeAll();
        }

        private bool ServeAll()
        {
            bool any = false;
            for (int i = 0; i < Rings.Length; i++)
            {
                while (Rings[i].TryRead(out int item))
                {
                    any = true;
                    Work(i, item);
                }
            }

            return any;
        }

        private void Produce(int number)
        {
            SpscRing<int> ring = Rings[number];
            for (int item = 0; item < _items; item++)
            {
                while (IsInStep && Done < item)
                    Thread.Yield();

                // Now and then one that no guest may do.
                if (item % (IsInStep ? 2 : 512) != 0 && ring.Count == 0 && _owner.TryTake())
                {
                    Work(number, item);
                    ring.CountInline();
                    _owner.Release();
                    continue;
                }

                while (ring.Count == ring.Capacity)
                    Thread.Yield();
                ring.TryWrite(item);
            }
        }

        private void Work(int number, int item)
        {
            Wrong += _mirror == _done ? 0 : 1;
            Wrong += _expected[number] == item ? 0 : 1;
            _expected[number] = item + 1;
            _mirror++;
            _done++;
        }
    }
}
