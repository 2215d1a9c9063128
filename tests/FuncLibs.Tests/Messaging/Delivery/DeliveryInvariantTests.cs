using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire;

namespace FuncLibs.Tests.Messaging.Delivery;

/// <summary>A publisher and a network that drop, duplicate, delay and restart at random, against the account.</summary>
public class DeliveryInvariantTests
{
    private const int StepsPerSeed = 50_000;
    private static readonly Guid Publisher = Guid.Parse("00112233-4455-6677-8899-aabbccddeeff");

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    public void AnyNetwork_TheAccountCloses(int seed)
    {
        var world = new World(seed);
        for (int step = 0; step < StepsPerSeed; step++)
        {
            world.Step();
            if (step % 16 == 0)
                world.Check($"seed {seed}, step {step}");
        }

        world.Finish();
        world.Check($"seed {seed}, end");
        world.CheckAgainstModel($"seed {seed}, end");
    }

    private sealed class World(int seed)
    {
        private readonly Random _random = new(seed);
        private readonly OrderTracker _tracker = new(Publisher, 1);
        private readonly List<(ulong Epoch, ulong Sequence)> _delayed = [];
        private readonly HashSet<(ulong, ulong)> _delivered = [];
        private readonly HashSet<(ulong, ulong)> _lost = [];
        private ulong _epoch = 100;
        private ulong _last;
        private long _published;
        private (ulong Epoch, ulong Sequence) _newest;

        public void Step()
        {
            int dice = _random.Next(1000);
            if (dice < 800)
                Publish();
            else if (dice < 900)
                Redeliver();
            else if (dice < 990)
                _tracker.OnHeartbeat(_epoch, _last, endOfStream: false);
            else
                Restart();
            TakeLosses();
        }

        public void Finish()
        {
            _tracker.OnHeartbeat(_epoch, _last, endOfStream: true);
            TakeLosses();
        }

        public void Check(string where)
        {
            StreamAccount account = _tracker.Snapshot();
            account.SilentLoss.ShouldBe(0, where);
            account.Delivered.ShouldBe(_delivered.Count, where);
            account.DeclaredLost.ShouldBe(_lost.Count, where);
        }

        // Every restart told how far it went, so the account equals what was really published since the first frame.
        public void CheckAgainstModel(string where) => _tracker.Snapshot().Published.ShouldBe(_published, where);

        private void Publish()
        {
            _last++;
            if (_tracker.Epoch != 0)
                _published++;
            int fate = _random.Next(100);
            if (fate < 4)
                return;
            if (fate < 8)
                _delayed.Add((_epoch, _last));
            else
                Arrive(_epoch, _last);
            if (fate > 95)
                Arrive(_epoch, _last);
        }

        private void Redeliver()
        {
            if (_delayed.Count == 0)
                return;
            int index = _random.Next(_delayed.Count);
            (ulong epoch, ulong sequence) = _delayed[index];
            if (_random.Next(2) == 0)
                _delayed.RemoveAt(index);
            Arrive(epoch, sequence);
        }

        private void Restart()
        {
            (ulong oldEpoch, ulong oldLast) = (_epoch, _last);
            _epoch += (ulong)_random.Next(1, 1000);
            _last = 0;
            bool before = _random.Next(2) == 0;
            if (before)
                _tracker.OnEpochEnd(oldEpoch, oldLast);
            _tracker.OnHeartbeat(_epoch, 0, endOfStream: false);
            if (!before)
                _tracker.OnEpochEnd(oldEpoch, oldLast);
        }

        private void Arrive(ulong epoch, ulong sequence)
        {
            bool first = _tracker.Epoch == 0;
            DeliveryVerdict verdict = _tracker.OnFrame(
                new FrameHeader
                {
                    Kind = FrameKind.Data,
                    Publisher = Publisher,
                    Stream = 1,
                    Epoch = epoch,
                    Sequence = sequence,
                });
            if (first)
                _published = (long)(_last - sequence) + 1;
            if (!verdict.IsDelivered())
                return;
            _delivered.Add((epoch, sequence)).ShouldBeTrue("delivered twice");
            _lost.Contains((epoch, sequence)).ShouldBeFalse("delivered after it was declared lost");
            (epoch, sequence).CompareTo(_newest).ShouldBePositive("out of order");
            _newest = (epoch, sequence);
        }

        private void TakeLosses()
        {
            while (_tracker.TryTakeLoss(out LostRange range))
            {
                for (ulong sequence = range.From; sequence <= range.To; sequence++)
                {
                    _lost.Add((range.Epoch, sequence)).ShouldBeTrue("declared twice");
                    _delivered.Contains((range.Epoch, sequence)).ShouldBeFalse("declared after it was delivered");
                }
            }
        }
    }
}
