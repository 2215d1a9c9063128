using System.Text.Json.Serialization;
using FuncLibs.Blocks.Serialization;

namespace HardwareConnector.Formats;

/// <summary>
/// What a person asked of the payload format: the file <see cref="FormatFiles.RequestName"/> in the state folder. The
/// verb `format` writes it, the connector reads it, so it also holds after a restart.
/// </summary>
internal sealed record FormatRequest
{
    /// <summary>Version of the document.</summary>
    public const int CurrentFormat = 1;

    /// <summary>Version of the document.</summary>
    public int Format { get; init; }

    /// <summary>Names this request: what came of a canary is of one request.</summary>
    public Guid Id { get; init; }

    /// <summary>Name of the format; null = that of the configuration.</summary>
    public string? Content { get; init; }

    /// <summary>A candidate of a canary; null none.</summary>
    public CanaryPlan? Canary { get; init; }

    /// <summary>
    /// The format that is wanted after what came of a request: one that a canary promoted stays, one that failed while
    /// it was published does not come back by itself. Null = that of the configuration.
    /// </summary>
    /// <param name="request">The request; null none.</param>
    /// <param name="verdict">What came of it; null nothing yet.</param>
    public static string? ContentAfter(FormatRequest? request, CanaryVerdict? verdict) => verdict switch
    {
        { State: CanaryState.Promoted } => verdict.Content,
        { State: CanaryState.RolledBack } when verdict.Content == request?.Content => null,
        _ => request?.Content,
    };

    /// <summary>What is wrong with a name that no format has, in one line.</summary>
    public static string Unknown(string name, SerializerRegistry registry) =>
        $"there is no format '{name}'; use {string.Join(", ", registry.Names)}, or add its assembly to Formats:PlugIns";
}

/// <summary>How a candidate is tried.</summary>
internal sealed record CanaryPlan
{
    /// <summary>Default of <see cref="Blocks"/>.</summary>
    public const int DefaultBlocks = 1000;

    /// <summary>Name of the format.</summary>
    public string Content { get; init; } = "";

    /// <summary>Share of the blocks that it also encodes and decodes, in percent, 1 to 100.</summary>
    public int SharePercent { get; init; } = 10;

    /// <summary>Blocks after which it is decided on, 200 to 10,000,000: the first 100 are not timed.</summary>
    public int Blocks { get; init; } = DefaultBlocks;

    /// <summary>Blocks that may differ or fail, 0 or more.</summary>
    public int MaxErrors { get; init; }

    /// <summary>
    /// Slowness that is tolerated: how many times slower than the format in use, by medians.
    /// </summary>
    public double MaxSlowdown { get; init; } = 20;

    /// <summary>True: a candidate that passes is used from then on.</summary>
    public bool Promotes { get; init; } = true;

    /// <summary>What is wrong with it, in one line; null nothing.</summary>
    [JsonIgnore]
    public string? Fault =>
        string.IsNullOrEmpty(Content) ? "the canary names no format"
        : SharePercent is < 1 or > 100 ? $"a share of {SharePercent} %; use 1 to 100"
        : Blocks is < 200 or > 10_000_000 ? $"{Blocks} blocks; use 200 to 10000000"
        : MaxErrors < 0 ? $"{MaxErrors} errors; use 0 or more"
        : MaxSlowdown is not (>= 1 and <= 1e6) ? $"a slowdown of {MaxSlowdown}; use 1 to 1000000"
        : null;
}

/// <summary>How a candidate stands.</summary>
internal enum CanaryState
{
    /// <summary>It is being compared.</summary>
    Comparing,

    /// <summary>It passed, and is used.</summary>
    Promoted,

    /// <summary>It passed, and is not used, as was asked for.</summary>
    Passed,

    /// <summary>It failed, and is not used.</summary>
    RolledBack,
}

/// <summary>Names of <see cref="CanaryState"/> for people and programs.</summary>
internal static class CanaryStateText
{
    /// <summary>The name of a state.</summary>
    public static string NameOf(CanaryState state) => state switch
    {
        CanaryState.Comparing => "comparing",
        CanaryState.Promoted => "promoted",
        CanaryState.Passed => "passed",
        _ => "rolledBack",
    };
}

/// <summary>
/// What came of a canary: the file <see cref="FormatFiles.VerdictName"/> in the state folder, which the connector
/// writes.
/// </summary>
internal sealed record CanaryVerdict
{
    /// <summary>The request.</summary>
    public Guid Request { get; init; }

    /// <summary>Name of the candidate.</summary>
    public string Content { get; init; } = "";

    /// <summary>What was decided.</summary>
    public CanaryState State { get; init; }

    /// <summary>Why, in one line.</summary>
    public string Reason { get; init; } = "";

    /// <summary>When, UTC.</summary>
    public DateTimeOffset Utc { get; init; }
}

/// <summary>Source-generated reader and writer of both documents.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    WriteIndented = true,
    UseStringEnumConverter = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull)]
[JsonSerializable(typeof(FormatRequest))]
[JsonSerializable(typeof(CanaryVerdict))]
internal sealed partial class FormatJson : JsonSerializerContext;
