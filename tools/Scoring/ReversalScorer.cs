using FuncLibs.Signals.Cycles;
using Tools.Scoring.Matching;

namespace Tools.Scoring;

/// <summary>
/// The reversals and cycles of one column as the functions of a monitor find them (docs/signals-cycles.md). A cycle is
/// identified by its peak, so that it does not matter at which of its turns the ground truth closes it.
/// </summary>
internal sealed class ReversalScorer
{
    private readonly MarkTrack _cycleTrack;
    private readonly MarkTrack _peakTrack;
    private readonly MarkTrack _valleyTrack;
    private readonly long _coveredTo;
    private readonly SampleScale _scale;
    private ReversalDetector _reversals;
    private CycleTracker _cycles;
    private Mark _lastPeak;

    /// <summary>Watches a column.</summary>
    /// <param name="band">Noise band, unit of the column.</param>
    /// <param name="scale">Its rate against the base clock.</param>
    /// <param name="coveredTo">Base sample after which nothing is judged, because the ground truth ends there.</param>
    /// <param name="track">Makes the track of a kind.</param>
    public ReversalScorer(double band, SampleScale scale, long coveredTo, Func<string, MarkTrack> track)
    {
        (_reversals, _cycles) = (new ReversalDetector(band), new CycleTracker(band));
        (_scale, _coveredTo) = (scale, coveredTo);
        (_cycleTrack, _peakTrack, _valleyTrack) = (track(MarkTally.Cycle), track("peak"), track("valley"));
    }

    /// <summary>Takes a cycle of the ground truth.</summary>
    public void Expect(Mark peak, Mark valley)
    {
        _cycleTrack.AddGroundTruth(peak);
        _peakTrack.AddGroundTruth(peak);
        _valleyTrack.AddGroundTruth(valley);
    }

    /// <summary>Takes samples of the column.</summary>
    public void Append(long index, ReadOnlySpan<double> x)
    {
        int from = 0;
        for (int to = 0; _reversals.TryFind(index, x, ref to); from = to)
        {
            bool isPeak = Turn(_reversals.Last);
            Close(index + from, x[from..to], isPeak);
        }

        Close(index + from, x[from..], isPeak: false);
    }

    /// <summary>Samples are missing before the next ones.</summary>
    public void Gap()
    {
        _reversals.Reset();
        _cycles.Gap();
    }

    /// <summary>Judges as far as both sides have come.</summary>
    public void Step()
    {
        _cycleTrack.Step();
        _peakTrack.Step();
        _valleyTrack.Step();
    }

    /// <summary>The lines of the result.</summary>
    public IEnumerable<Score> End() => [_cycleTrack.End(), _peakTrack.End(), _valleyTrack.End()];

    private bool Turn(in Reversal turn)
    {
        Mark mark = new(_scale.ToBase(turn.Index), turn.Value);
        if (!turn.IsFirst && mark.Index < _coveredTo)
            (turn.IsPeak ? _peakTrack : _valleyTrack).AddFound(mark);
        if (turn.IsPeak)
            _lastPeak = mark;
        return turn.IsPeak;
    }

    // A cycle is closed by the sample that shows a reversal. Its peak is that turn, or the one before, which is the
    // peak seen last.
    private void Close(long index, ReadOnlySpan<double> x, bool isPeak)
    {
        int at = 0;
        while (_cycles.TryClose(index, x, ref at))
        {
            Mark peak = isPeak ? _lastPeak : _lastPeak with { Value = _cycles.Last.Peak };
            if (peak.Index < _coveredTo)
                _cycleTrack.AddFound(peak);
        }
    }
}
