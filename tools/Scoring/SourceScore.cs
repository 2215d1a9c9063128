using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using SignalMonitor.Computation;
using SignalMonitor.Recordings;
using Tools.GroundTruth;
using Tools.Scoring.Matching;

namespace Tools.Scoring;

/// <summary>Scores what the functions of a monitor find in a journal.</summary>
/// <param name="survey">What the ground truth is about.</param>
/// <param name="options">What was requested.</param>
/// <param name="sizes">Gauge length and area of the specimen, as far as known.</param>
internal sealed class SourceScore(
    GroundTruthSurvey survey, ScoreVerbOptions options, (double? L0Mm, double? S0Mm2) sizes)
{
    // A block now and then may be sent twice or late; a counter that restarted does not return to where it was.
    private const int MaxPastBlocks = 100;
    private const long NsPerSecond = 1_000_000_000;

    private readonly Coverage _coverage = new();
    private StreamScorers? _scorers;
    private StreamDescription? _description;
    private long _past;
    private int _pastInARow;

    /// <summary>Scores it.</summary>
    /// <param name="result">Takes the lines.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public string? Run(ScoreResult result)
    {
        if (Recording.Open(options.Source!, out Recording? recording) is { } noJournal)
            return noJournal;
        if (recording!.FindStream(options.Stream ?? survey.Run.Stream, out StreamExtent[] extents) is { } noStream)
            return $"{noStream}; the truth is of stream '{survey.Run.Stream}'";
        if (Recording.Select(extents, (ulong?)options.Epoch, out ImmutableArray<FrameRange> ranges) is { } noEpoch)
            return noEpoch;
        if (GroundTruthReader.Open(options.Truth, out GroundTruthReader? reader) is { } noGroundTruth)
            return noGroundTruth;
        using (reader)
            return Read(recording, ranges, new CycleFeed(reader!, survey.Lines), result);
    }

    private string? Read(Recording recording, ImmutableArray<FrameRange> ranges, CycleFeed cycles, ScoreResult result)
    {
        Dictionary<string, double> bands;
        using (RecordedBlocks first = new(recording, ranges))
            bands = FirstSamples.BandsOf(first, survey, options.Band);
        using RecordedBlocks blocks = new(recording, ranges);
        while (blocks.MoveNext())
        {
            if (Append(blocks, bands, cycles, result) is { } fault)
                return fault;
            if (_pastInARow <= MaxPastBlocks)
                continue;
            result.Notes.Add(
                $"the sample counter went back at sequence {blocks.Header.Sequence - MaxPastBlocks}; "
                    + "scored up to there");
            break;
        }

        if (_scorers is null)
            return blocks.Fault ?? "the journal has no blocks that can be read";
        if (_coverage.From >= survey.CoveredTo)
        {
            return $"the journal begins at base sample {_coverage.From}, and the truth ends at {survey.CoveredTo}: "
                + "they have nothing in common";
        }

        Describe(blocks, result);
        result.Scores.AddRange(_scorers.End());
        return null;
    }

    private string? Append(
        RecordedBlocks blocks, Dictionary<string, double> bands, CycleFeed cycles, ScoreResult result)
    {
        if (!ReferenceEquals(blocks.Description, _description))
        {
            if (FindFault(blocks) is { } fault)
                return fault;
            _description = blocks.Description;
            _scorers ??= new StreamScorers(survey, options, sizes, bands, _coverage, result.Notes);
            if (_scorers.Describe(_description) is { } missing)
                return missing;
        }

        long from = blocks.Block.FirstSampleIndex;
        if (from < _coverage.To)
        {
            (_past, _pastInARow) = (_past + 1, _pastInARow + 1);
            return null;
        }

        _pastInARow = 0;
        bool hasGap = _coverage.Add(from, from + BlockTime.PointsOf(blocks.Block, blocks.Description));
        if (_coverage.IsFull)
            return $"the journal has {Coverage.MaxRanges} losses and more; it is no record of this run";
        _scorers!.Append(blocks, hasGap, cycles);
        return null;
    }

    private string? FindFault(RecordedBlocks blocks)
    {
        if (blocks.Description.BaseRateHz != survey.Run.BaseRateHz)
        {
            double rateHz = blocks.Description.BaseRateHz;
            return FormattableString.Invariant(
                $"the stream has {rateHz} base samples a second, the truth {survey.Run.BaseRateHz}; it is of another run");
        }

        if (_description is not null || survey.Run.FirstDueUtcNs is not { } due)
            return null;
        double seconds = blocks.Block.FirstSampleIndex / blocks.Description.BaseRateHz;
        double apart = ((blocks.Header.AcquiredNs - due) / (double)NsPerSecond) - seconds;
        return Math.Abs(apart) <= MaxSecondsApart(seconds)
            ? null
            : FormattableString.Invariant(
                $"the journal begins {apart:F0} s off the time of the ground truth; it is of another run, or choose its epoch with --epoch");
    }

    // The rig's clock may be off by parts per million, and stepped by a fault.
    private static double MaxSecondsApart(double seconds) => 60 + (seconds * 0.001);

    private void Describe(RecordedBlocks blocks, ScoreResult result)
    {
        result.Notes.Add($"base samples {_coverage.From} to {_coverage.To} of stream {_description!.Name} were scored");
        if (_past > 0)
            result.Notes.Add($"blocks that were sent twice or late were left out: {_past}");
        if (blocks.Refused > 0)
            result.Notes.Add(
                $"blocks that cannot be read were left out: {blocks.Refused}; the first is {blocks.Refusal}");
        if (blocks.Fault is { } fault)
            result.Notes.Add($"the journal could not be read to its end: {fault}");
    }
}
