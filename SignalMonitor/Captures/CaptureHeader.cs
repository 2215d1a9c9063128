using System.Collections.Immutable;
using System.Globalization;
using FuncLibs.Signals.Limits.Breaks;
using SignalMonitor.Breaks;

namespace SignalMonitor.Captures;

/// <summary>The description in a file of samples around a break; docs/alarms.md has the format.</summary>
/// <param name="Name">Name of the break trigger.</param>
/// <param name="Stream">Name of the stream.</param>
/// <param name="Publisher">The installation that published it.</param>
/// <param name="Epoch">Epoch of the publisher.</param>
/// <param name="Sequence">The block of the break.</param>
/// <param name="Channel">The force.</param>
/// <param name="Unit">Its unit.</param>
/// <param name="RateHz">Samples a second, of all columns.</param>
/// <param name="FirstIndex">Index of the first sample.</param>
/// <param name="Points">Samples of each column.</param>
/// <param name="BreakIndex">Index of the sample at which the force had fallen far enough.</param>
/// <param name="BreakUtcNs">When that was due, UTC ns.</param>
/// <param name="Force">The force there.</param>
/// <param name="PeakIndex">Index of the newest sample that had the maximum before.</param>
/// <param name="Peak">Its magnitude.</param>
/// <param name="Definition">When a specimen counted as broken.</param>
/// <param name="Columns">The columns, in their order.</param>
internal sealed record CaptureHeader(
    string Name,
    string Stream,
    Guid Publisher,
    ulong Epoch,
    ulong Sequence,
    string Channel,
    string Unit,
    double RateHz,
    long FirstIndex,
    int Points,
    long BreakIndex,
    long BreakUtcNs,
    double Force,
    long PeakIndex,
    double Peak,
    BreakDefinition Definition,
    ImmutableArray<CaptureColumn> Columns)
{
    private const long NsPerTick = 100;

    /// <summary>Ending of the files.</summary>
    public const string Ending = ".capture";

    private const string ReplayMark = "-replay";

    /// <summary>True when the samples are of a recording that was played: the specimen did not break then.</summary>
    public bool IsReplay { get; init; }

    /// <summary>Name of its file: stream, trigger, time and sample of the break, so that the same break has the same
    /// name; of a recording it is marked as such.</summary>
    public string FileName => string.Create(
        CultureInfo.InvariantCulture,
        $"{Plain(Stream)}-{Plain(Name)}-{BreakUtc:yyyyMMdd'T'HHmmss.fff'Z'}-{BreakIndex}{(IsReplay ? ReplayMark : "")}{Ending}");

    /// <summary>When the sample of the break was due.</summary>
    public DateTime BreakUtc => DateTime.UnixEpoch.AddTicks(BreakUtcNs / NsPerTick);

    /// <summary>What a finished capture is of.</summary>
    public static CaptureHeader From(in BreakEvent made, string stream, in PrePostCapture capture) => new(
        made.Watch.Plan.Options.Name,
        stream,
        made.Publisher,
        made.Epoch,
        made.Sequence,
        made.Watch.Plan.Channel.Name,
        made.Watch.Plan.Channel.Unit,
        made.Watch.Plan.Channel.RateHz,
        capture.FirstIndex,
        capture.Points,
        made.Found.Index,
        made.UtcNs,
        made.Found.Force,
        made.Found.PeakIndex,
        made.Found.Peak,
        made.Watch.Plan.Definition,
        [.. made.Watch.Plan.Signals.Select(signal => new CaptureColumn(signal.Name, signal.Unit))])
    {
        IsReplay = made.IsReplay,
    };

    private static string Plain(string name) =>
        string.Concat(name.Select(c => char.IsAsciiLetterOrDigit(c) || c is '-' or '_' ? c : '_'));
}

/// <summary>A column of a capture.</summary>
/// <param name="Name">Name of the signal.</param>
/// <param name="Unit">Unit of its values.</param>
internal sealed record CaptureColumn(string Name, string Unit);
