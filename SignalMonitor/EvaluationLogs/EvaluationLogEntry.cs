using System.Text.Json.Serialization;
using SignalMonitor.CalculatedChannels;

namespace SignalMonitor.EvaluationLogs;

/// <summary>One line of the log: something from which on a stream is computed otherwise.</summary>
/// <param name="Kind">What.</param>
/// <param name="Publisher">The installation.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Epoch">Epoch of the publisher.</param>
/// <param name="Sequence">The first block that is computed so.</param>
internal sealed record EvaluationLogEntry(
    EvaluationLogEntryKind Kind, Guid Publisher, uint Stream, ulong Epoch, ulong Sequence)
{
    /// <summary>Start and switch: what runs from here on.</summary>
    public LoggedDefinitions? Definitions { get; set; }

    /// <summary>
    /// Start that continues where an earlier process stopped: saved state of stateful functions; base64 in the file.
    /// </summary>
    public byte[]? Memory { get; set; }

    /// <summary>
    /// Epoch of the publisher of the block before: of that start, and of a gap; 0 when it is not known.
    /// </summary>
    public ulong LastEpoch { get; set; }

    /// <summary>Gap: sequence of the block before.</summary>
    public ulong LastSequence { get; set; }

    /// <summary>
    /// Start that continues: base index of the sample after the block before; -1 of one that does not.
    /// </summary>
    public long NextSample { get; set; } = SampleCursor.None.NextSample;

    /// <summary>True when it holds for a block.</summary>
    public bool IsAtOrBefore(ulong epoch, ulong sequence) => Epoch < epoch || (Epoch == epoch && Sequence <= sequence);

    /// <summary>The line of a gap.</summary>
    public static EvaluationLogEntry From(SampleGap gap) =>
        new(EvaluationLogEntryKind.Gap, gap.Publisher, gap.Stream, gap.Epoch, gap.Sequence)
        {
            LastEpoch = gap.LastEpoch,
            LastSequence = gap.LastSequence,
        };

    /// <summary>The line of a switch of definitions; of the first one in a run, with what it resumes from.</summary>
    public static EvaluationLogEntry From(PlanSwitch made)
    {
        EvaluationLogEntryKind kind =
            made.Former is null ? EvaluationLogEntryKind.Start : EvaluationLogEntryKind.Switch;
        EvaluationLogEntry entry = new(
            kind,
            made.Publisher,
            made.Stream,
            made.Epoch,
            made.Sequence)
        { Definitions = LoggedDefinitions.From(made.Next) };
        if (kind == EvaluationLogEntryKind.Start && made.Before.NextSample >= 0)
            (entry.LastEpoch, entry.NextSample, entry.Memory) =
                (made.Before.Epoch, made.Before.NextSample, made.Memory.ToArray());
        return entry;
    }
}

/// <summary>What a line of the log is about.</summary>
internal enum EvaluationLogEntryKind
{
    /// <summary>The stream is computed for the first time in this run of the monitor.</summary>
    Start,

    /// <summary>Other definitions, or another description of the stream.</summary>
    Switch,

    /// <summary>Samples are missing before the block.</summary>
    Gap,

    /// <summary>The log is full: what is decided from this block on is not in it.</summary>
    Full,
}

/// <summary>Generated JSON of the log, one entry a line.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    UseStringEnumConverter = true,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(EvaluationLogEntry))]
internal sealed partial class EvaluationLogJson : JsonSerializerContext;
