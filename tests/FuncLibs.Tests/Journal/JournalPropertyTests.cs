using FsCheck;
using FsCheck.Fluent;
using FuncLibs.Journal;
using FuncLibs.Journal.Reading;
using FuncLibs.Runtime.Files;
using Testing;
using Testing.Journal;

namespace FuncLibs.Tests.Journal;

/// <summary>
/// Random runs of a journal: whatever happens, each published frame is read back whole, or its loss was to be
/// expected.
/// </summary>
public sealed class JournalPropertyTests
{
    private const int Steps = 120;

    private static readonly JournalOptions Options =
        JournalRig.Small with { RetryInterval = TimeSpan.FromMilliseconds(15) };

    [Fact]
    public void Runs_WithoutFaults_ReadBackEveryFrame() => Check(
        Gen.Choose(0, int.MaxValue), seed => { using JournalRun run = new(seed, faults: false); return run.Run(); });

    [Fact]
    public void Runs_WithFailingDisksAndPowerCuts_AccountForEveryFrame() => Check(
        Gen.Choose(0, int.MaxValue), seed => { using JournalRun run = new(seed, faults: true); return run.Run(); });

    [Fact]
    public void Runs_WithARingThatOutlivesAKill_LoseNothing() => Check(
        Gen.Choose(0, int.MaxValue),
        seed => { using JournalRun run = new(seed, faults: false, ringOutlives: true); return run.Run(); });

    private static void Check(Gen<int> seeds, Func<int, bool> holds) =>
        Prop.ForAll(seeds.ToArbitrary(), holds).Check(Config.QuickThrowOnFailure.WithMaxTest(60));

    private sealed class JournalRun : IDisposable
    {
        private static readonly uint[] Streams = [0, 1, 7];

        private readonly bool _faults;
        private readonly bool _ringOutlives;
        private readonly Random _random;
        private readonly TemporaryFolder _rings = new();
        private readonly JournalRig _rig;

        // What may be missing, by epoch and stream: declared, or not durable when the power went or the process ended.
        private readonly Dictionary<(ulong Epoch, uint Stream), HashSet<ulong>> _mayMiss = [];
        private readonly Dictionary<(ulong Epoch, uint Stream), ulong> _published = [];

        public JournalRun(int seed, bool faults, bool ringOutlives = false)
        {
            _random = new Random(seed);
            _faults = faults;
            _ringOutlives = ringOutlives;
            _rig = new JournalRig(Options, rings: ringOutlives ? new DiskFiles(_rings.Path) : null);
        }

        public bool Run()
        {
            for (int step = 0; step < Steps; step++)
                Step(_random.Next(100));
            EndEpoch(() => _rig.Stop(), keepsWritten: true);
            VerifyReport report = _rig.Verify();
            _rig.Start();
            report.Ranges.Where(range => !range.IsTorn).ShouldBeEmpty();
            _published.ShouldAllBe(line => IsAccounted(line.Key, line.Value));
            return true;
        }

        public void Dispose()
        {
            _rig.Dispose();
            _rings.Dispose();
        }

        private void Step(int dice)
        {
            if (dice < 80)
                _rig.Publish(Streams[_random.Next(Streams.Length)], _random.Next(dice == 0 ? 5000 : 300));
            if (dice < 60)
                _rig.Turn(TimeSpan.FromMilliseconds(_random.Next(13)));
            else if (dice > 97)
                EndEpoch(() => _rig.Stop(), keepsWritten: true, restarts: true);
            else if (dice > 95)
                EndEpoch(() => _rig.Kill(), keepsWritten: true, restarts: true);
            else if (dice > 93 && _faults)
                EndEpoch(CutPower, keepsWritten: false, restarts: true);
            else if (dice > 90 && _faults)
                FailSoon();
        }

        private void FailSoon()
        {
            _rig.Files.Failure = (DiskFailure)_random.Next(3);
            _rig.Files.FailAt = _rig.Files.Operations + 1 + _random.Next(3);
            _rig.Files.FailCount = 1 + _random.Next(4);
        }

        private void CutPower()
        {
            _rig.Kill();
            _rig.Files.CutPower(_random);
        }

        private void EndEpoch(Action end, bool keepsWritten, bool restarts = false)
        {
            _rig.Files.FailAt = 0;
            Dictionary<uint, ulong> safe = Streams.ToDictionary(s => s, s => SafeUpTo(s, keepsWritten));
            end();
            foreach (uint stream in Streams)
                Close(stream, safe[stream]);
            while (_rig.Journal.TryTakeGap(out JournalGap gap))
                Allow(gap.Stream, gap.From, gap.To);
            if (restarts)
                _rig.Start();
        }

        private ulong SafeUpTo(uint stream, bool keepsWritten)
        {
            if (_ringOutlives)
                return _rig.Last(stream);
            StreamWatermarks? marks = _rig.Journal.Watermarks(stream);
            return (keepsWritten ? marks?.Written : marks?.Durable) ?? 0;
        }

        // A gap that could not be taken before the end is one all the same: what is not recording at the end declares
        // nothing any more.
        private void Close(uint stream, ulong safe)
        {
            _published[(_rig.Epoch, stream)] = _rig.Last(stream);
            if (_faults && !_rig.Journal.Status.IsRecording)
                Allow(stream, 1, _rig.Last(stream));
            Allow(stream, safe + 1, _rig.Last(stream));
        }

        private void Allow(uint stream, ulong from, ulong to)
        {
            if (!_mayMiss.TryGetValue((_rig.Epoch, stream), out HashSet<ulong>? set))
                _mayMiss.Add((_rig.Epoch, stream), set = []);
            for (ulong sequence = from; sequence <= to; sequence++)
                set.Add(sequence);
        }

        private bool IsAccounted((ulong Epoch, uint Stream) line, ulong published)
        {
            (ulong[] frames, ulong[] missing) = _rig.Read(line.Stream, 1, published, line.Epoch);
            return frames.Concat(missing).Order().SequenceEqual(
                Enumerable.Range(1, (int)published).Select(i => (ulong)i))
                && missing.All(_mayMiss[line].Contains);
        }
    }
}
