using System.Diagnostics.CodeAnalysis;
using System.Text.Json.Serialization;
using SignalMonitor.Dashboard.Live;
using SignalMonitor.Recordings;

namespace SignalMonitor.Dashboard.Recordings;

/// <summary>A recording in the list, as <c>GET /api/recordings</c> answers it. Times are UTC ns.</summary>
internal record ListedRecording
{
    /// <summary>What it is called in other routes: <c>SITE/RIG/FOLDER</c>.</summary>
    public required string Id { get; init; }

    /// <summary>The site.</summary>
    public required string Site { get; init; }

    /// <summary>The rig.</summary>
    public required string Rig { get; init; }

    /// <summary>Name of the run; of a recording that cannot be read, its folder.</summary>
    public required string Run { get; init; }

    /// <summary>The specimen; null = not given.</summary>
    public string? Specimen { get; init; }

    /// <summary>Who ran it; null = not given.</summary>
    public string? Operator { get; init; }

    /// <summary>When the run began; 0 for a recording that cannot be read.</summary>
    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    public required long StartedNs { get; init; }

    /// <summary>When it was stopped; null = it was not, or nothing recorded it any more then.</summary>
    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    public long? StoppedNs { get; init; }

    /// <summary>True until the recording is closed after its run.</summary>
    public bool Open { get; init; }

    /// <summary>True while this monitor writes it.</summary>
    public bool Recording { get; init; }

    /// <summary>True when retention does not remove it.</summary>
    public bool Kept { get; init; }

    /// <summary>Bytes of its journals.</summary>
    public long Bytes { get; init; }

    /// <summary>Blocks, of all streams.</summary>
    public long Blocks { get; init; }

    /// <summary>Blocks that are missing between the first and the last of a stream in an epoch.</summary>
    public long Gaps { get; init; }

    /// <summary>Broken ranges and torn ends, by its indexes.</summary>
    public int Damaged { get; init; }

    /// <summary>Due time of the first block; null without any.</summary>
    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    public long? FromNs { get; init; }

    /// <summary>Due time of the end of the last block.</summary>
    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    public long? ToNs { get; init; }

    /// <summary>Names of its streams.</summary>
    public IReadOnlyList<string> Streams { get; init; } = [];

    /// <summary>Why it cannot be read, or what is damaged, in one line; null = nothing is known to be.</summary>
    public string? Fault { get; init; }
}

/// <summary>One recording, as <c>GET /api/recordings/ID</c> answers it.</summary>
internal sealed record ShownRecording : ListedRecording
{
    /// <summary>Takes over what the list says.</summary>
    [SetsRequiredMembers]
    public ShownRecording(ListedRecording listed)
        : base(listed)
    {
    }

    /// <summary>Channels of all streams, in the order of the block.</summary>
    public IReadOnlyList<RecordedChannel> Channels { get; init; } = [];

    /// <summary>Calculated channels by the newest definitions in it.</summary>
    public IReadOnlyList<RecordedFormula> Calculated { get; init; } = [];

    /// <summary>Limits by the newest definitions in it: keys as <c>SIGNAL:KIND:SEVERITY</c>.</summary>
    public IReadOnlyList<string> Limits { get; init; } = [];

    /// <summary>Its newest events, the oldest first.</summary>
    public IReadOnlyList<ListedEvent> Events { get; init; } = [];

    /// <summary>How many events are before them.</summary>
    public long MoreEvents { get; init; }

    /// <summary>What could not be read of it, a line each.</summary>
    public IReadOnlyList<string> Notes { get; init; } = [];

    /// <summary>Gauge length L0 in mm; null = not given.</summary>
    public double? L0Mm { get; init; }

    /// <summary>Cross section S0 in mm2; null = not given.</summary>
    public double? S0Mm2 { get; init; }

    /// <summary>What the controller held; null = not known.</summary>
    public string? ControlMode { get; init; }

    /// <summary>Free text of the run; null = none.</summary>
    public string? Note { get; init; }
}

/// <summary>A channel of a recording. The rate is in values a second.</summary>
internal sealed record RecordedChannel(string Stream, string Name, string Unit, double RateHz);

/// <summary>A calculated channel of a recording.</summary>
internal sealed record RecordedFormula(string Name, string Unit, string Expression);

/// <summary>An event of a recording, as `/live` writes it.</summary>
internal sealed record ListedEvent(
    [property: JsonNumberHandling(JsonNumberHandling.WriteAsString)] long UtcNs,
    string Kind,
    string Stream,
    string Severity,
    string Text)
{
    public static ListedEvent Create(RecordedEvent one) =>
        new(one.UtcNs, LiveText.NameOf(one.Kind), one.Stream, LiveText.NameOf(one.Severity), one.Text);
}

/// <summary>The list of recordings.</summary>
internal sealed record ListedRecordings(IReadOnlyList<ListedRecording> Recordings, int More);

/// <summary>What limits would have done in a recording.</summary>
internal sealed record TriedLimits
{
    /// <summary>The stream that they were tried on.</summary>
    public required string Stream { get; init; }

    /// <summary>Changes of alarms, the oldest first.</summary>
    public required IReadOnlyList<TriedChange> Changes { get; init; }

    /// <summary>Changes after them, which are not listed.</summary>
    public required long More { get; init; }

    /// <summary>Alarms that were raised, also by changes that are not listed.</summary>
    public required long Raised { get; init; }

    /// <summary>Blocks that were computed.</summary>
    public required long Blocks { get; init; }

    /// <summary>Due time of the last of them, UTC ns.</summary>
    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    public required long UntilNs { get; init; }

    /// <summary>False: the time of one request was over before the end of the recording.</summary>
    public required bool Whole { get; init; }

    /// <summary>What is to be said beside it, a line each: limits that are not watched, blocks that were left
    /// out.</summary>
    public required IReadOnlyList<string> Notes { get; init; }

    /// <summary>Calculated channels after the last block: results of the test.</summary>
    public required IReadOnlyList<RecordedResult> Results { get; init; }
}

/// <summary>A change of an alarm.</summary>
/// <param name="Limit">Key of the limit: <c>SIGNAL:KIND:SEVERITY</c>.</param>
/// <param name="Row">Index of the limit in the request: two may have one key.</param>
/// <param name="State">State since.</param>
/// <param name="Cause">Why: <c>raised</c> or <c>cleared</c>.</param>
/// <param name="Ns">When the sample that decided it was due, UTC ns.</param>
/// <param name="Epoch">Epoch of its block.</param>
/// <param name="Sequence">Its block.</param>
/// <param name="Value">What was compared, in the unit of the signal; null = none.</param>
/// <param name="Unit">The unit.</param>
internal sealed record TriedChange(
    string Limit,
    int Row,
    string State,
    string Cause,
    [property: JsonNumberHandling(JsonNumberHandling.WriteAsString)] long Ns,
    [property: JsonNumberHandling(JsonNumberHandling.WriteAsString)] ulong Epoch,
    [property: JsonNumberHandling(JsonNumberHandling.WriteAsString)] ulong Sequence,
    double? Value,
    string Unit);

/// <summary>Source-generated writer of recordings. A time that is null stays null.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(ListedRecordings))]
[JsonSerializable(typeof(ShownRecording))]
[JsonSerializable(typeof(TriedLimits))]
internal sealed partial class RecordingAnswerJson : JsonSerializerContext;
