namespace Tools.Scoring.Matching;

/// <summary>
/// The marks of one kind on one signal, ground truth and found, as the two files are read side by side. Both sides are
/// held until the other one has come as far, 65,536 marks of each at most: then the oldest are judged as they are, the
/// other side has nothing for them.
/// </summary>
internal sealed class MarkTrack
{
    private const int Window = 64;
    private const int MaxHeld = 65_536;

    private readonly MarkTolerance _tolerance;
    private readonly Queue<Mark> _groundTruth = new();
    private readonly Queue<Mark> _found = new();
    private readonly MarkTally _tally;
    private MarkMatcher? _matcher;
    private long _lastGroundTruth = long.MinValue;
    private long _lastFound = long.MinValue;

    public MarkTrack(string kind, string name, MarkTolerance tolerance, Coverage coverage, SpoiledRanges spoiled)
    {
        _tolerance = tolerance;
        _tally = new MarkTally(kind, name, tolerance, coverage, spoiled);
    }

    /// <summary>A mark of the ground truth; one that goes back in time is put at the place of the one before.</summary>
    public void AddGroundTruth(in Mark mark)
    {
        _lastGroundTruth = Math.Max(_lastGroundTruth, mark.Index);
        _groundTruth.Enqueue(mark with { Index = _lastGroundTruth });
    }

    /// <summary>A mark that was found.</summary>
    public void AddFound(in Mark mark)
    {
        _lastFound = Math.Max(_lastFound, mark.Index);
        _found.Enqueue(mark with { Index = _lastFound });
    }

    /// <summary>Judges what both sides have come to.</summary>
    public void Step()
    {
        bool isCrowded = _groundTruth.Count > MaxHeld || _found.Count > MaxHeld;
        if (_matcher is null && !isCrowded && (_groundTruth.Count < Window || _found.Count < Window))
            return;
        _matcher ??= Begin();
        while (_groundTruth.Count > 0 && _found.Count > 0)
            TakeFirst();
        while (_groundTruth.Count > MaxHeld)
            _matcher.GroundTruth(_groundTruth.Dequeue());
        while (_found.Count > MaxHeld)
            _matcher.Found(_found.Dequeue());
    }

    /// <summary>There is no more of either side.</summary>
    public Score End()
    {
        MarkMatcher matcher = _matcher ??= Begin();
        while (_groundTruth.Count + _found.Count > 0)
            TakeFirst();
        matcher.End();
        return _tally.End(matcher.Cuts);
    }

    private MarkMatcher Begin()
    {
        Mark[] groundTruth = [.. _groundTruth.Take(Window)];
        Mark[] found = [.. _found.Take(2 * Window)];
        long tolerance = _tolerance.SamplesFor(groundTruth);
        return new MarkMatcher(tolerance, _tally)
        {
            Offset = DelayEstimate.Compute(
            groundTruth, found, tolerance, _tolerance.MaxDelaySamples)
        };
    }

    private void TakeFirst()
    {
        bool isGroundTruth =
            _found.Count == 0
                || (_groundTruth.Count > 0 && _groundTruth.Peek().Index <= _matcher!.PlaceOf(_found.Peek()));
        if (isGroundTruth)
            _matcher!.GroundTruth(_groundTruth.Dequeue());
        else
            _matcher!.Found(_found.Dequeue());
    }
}
