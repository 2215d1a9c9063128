using System.Collections.Immutable;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;
using FuncLibs.Runtime.Diagnostics;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.Alarms;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Dashboard.Definitions;
using SignalMonitor.Recordings;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Dashboard.Recordings;

/// <summary>
/// Answers <c>POST /api/recordings/SITE/RIG/FOLDER/limits/try</c>: what limits would have done in a recording, by the
/// code of `limits try`. One request is computed at a time, on a thread of its own, until its time is over or its
/// connection is closed; nothing is stored.
/// </summary>
/// <param name="roots">Where recordings are.</param>
/// <param name="time">Clock.</param>
internal sealed class LimitTrialHttp(RecordingRoots roots, TimeProvider time) : IDisposable
{
    /// <summary>Changes of one answer at most, the oldest.</summary>
    public const int MaxChanges = 1000;

    /// <summary>How long one request may compute.</summary>
    public static readonly TimeSpan MaxTime = TimeSpan.FromSeconds(60);

    private const int MaxBytes = 256 << 10;

    private readonly RequestGate _gate = new("limits that are tried");

    /// <summary>Maps the route.</summary>
    public void Map(IEndpointRouteBuilder host) => host.MapQuestion(
        RecordingHttp.One + "/limits/try",
        MaxBytes,
        (context, body) => _gate.Run(() => Answer(context, body), context.RequestAborted));

    /// <inheritdoc/>
    public void Dispose() => _gate.Dispose();

    private Task<ApiAnswer> Answer(HttpContext context, byte[] body)
    {
        if (RecordingHttp.Find(context, roots, out _, out string folder) is { } refused)
            return Task.FromResult(refused);
        return Task.Factory.StartNew(
            () => Try(folder, body, context.RequestAborted),
            CancellationToken.None,
            TaskCreationOptions.LongRunning,
            TaskScheduler.Default);
    }

    private ApiAnswer Try(string folder, byte[] body, CancellationToken stop)
    {
        try
        {
            using (StrictJson.Parse(body))
            {
            }

            if (ApiBody.Parse(body, LimitTrialJson.Default.LimitTrialQuestion, out string fault) is not { } question)
                return ApiAnswer.Bad(fault);
            return RecordingDocument.Read(folder, out string? broken) is { } document
                ? Try(folder, document, question, stop) : ApiAnswer.Unavailable(broken!);
        }
        catch (JsonException e)
        {
            return ApiAnswer.Bad($"the body is no JSON: {OneLine.Format(e.Message)}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return ApiAnswer.Unavailable($"{folder} cannot be read: {OneLine.Format(e)}");
        }
    }

    private ApiAnswer Try(
        string folder, RecordingDocument document, LimitTrialQuestion question, CancellationToken stop)
    {
        if (!TryRead(question.From, out long? from) || !TryRead(question.To, out long? to))
            return ApiAnswer.Bad("from and to are times in UTC ns as text, whole numbers from 1 on");
        IReadOnlyList<FieldFault> faults =
            TriedRows.Read(question.Limits, document.Station, out IReadOnlyList<StoredLimit> limits);
        if (faults.Count > 0)
            return Refused(faults);
        if (Find(folder, document, question.Stream, out Recording? journal, out StreamExtent[] kept) is { } none)
            return ApiAnswer.Missing(none);
        ImmutableArray<FrameRange> ranges = RangesOf(journal!, kept, from, to);
        if (ranges.IsEmpty)
            return ApiAnswer.Missing("the recording has no block between from and to");
        List<string> notes = [];
        VariableSet set = RecordedDefinitions.Read(folder, document, notes) with { Limits = [.. limits] };
        using LimitTrial trial = new(journal!, kept[0].Stream, ranges, set);
        string name = journal!.Streams.First(stream => stream.Id == kept[0].Stream).Name;
        return Run(trial, set, name, notes, stop);
    }

    private ApiAnswer Run(LimitTrial trial, VariableSet set, string stream, List<string> notes, CancellationToken stop)
    {
        List<TriedChange> changes = [];
        long more = 0;
        WorkTime limit = new(time, MaxTime);
        bool isWhole = true;
        while (trial.MoveNext())
        {
            while (trial.TryTake(out AlarmEvent made))
            {
                if (changes.Count < MaxChanges)
                    changes.Add(ChangeOf(made, set));
                else
                    more++;
            }

            if (stop.IsCancellationRequested)
                return ApiAnswer.Unavailable("the request was given up");
            if (!limit.IsOver)
                continue;
            isWhole = false;
            break;
        }

        if (trial.Fault is { } fault)
            return ApiAnswer.Unavailable(fault);
        notes.AddRange(trial.Notes());
        return ApiAnswer.Ok(
            new TriedLimits
            {
                Stream = stream,
                Changes = changes,
                More = more,
                Raised = trial.Raised,
                Blocks = trial.Blocks,
                UntilNs = trial.AtNs,
                Whole = isWhole,
                Notes = notes,
                Results = trial.Plan is { } plan ? [.. RecordedResults.Of(plan)] : [],
            },
            RecordingAnswerJson.Default.TriedLimits);
    }

    private static TriedChange ChangeOf(in AlarmEvent made, VariableSet set)
    {
        // Numbers of rows that are tried are their indexes from 1.
        int row = (int)made.Limit.Id - 1;
        return new TriedChange(
            DefinitionTables.Limits.KeyOf(set.Limits[row], DefinitionKind.Separator),
            row,
            AlarmNames.Get(made.To),
            AlarmNames.Get(made.Cause),
            made.UtcNs,
            made.Epoch,
            made.Sequence,
            double.IsFinite(made.Value) ? made.Value : null,
            made.Limit.ValueUnit);
    }

    private static string? Find(
        string folder, RecordingDocument document, string? name, out Recording? journal, out StreamExtent[] kept)
    {
        journal = null;
        kept = [];
        string? fault = null;
        foreach (Recording one in RecordingList.Journals(folder, document))
        {
            fault = one.FindStream(name, out kept);
            if (fault is null)
            {
                journal = one;
                return null;
            }
        }

        return fault ?? "the recording has no journal that can be read";
    }

    private static ImmutableArray<FrameRange> RangesOf(Recording journal, StreamExtent[] kept, long? from, long? to)
    {
        Recording.Select(kept, epoch: null, out ImmutableArray<FrameRange> ranges);
        using RangeReader reader = journal.NewReader();
        if (from is { } first)
            ranges = new RecordedPosition(0, first).Cut(reader, ranges, isFrom: true);
        return to is { } last ? new RecordedPosition(0, last).Cut(reader, ranges, isFrom: false) : ranges;
    }

    private static bool TryRead(string? text, out long? value)
    {
        bool isNumber = long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number);
        value = isNumber ? number : null;
        return text is null || (isNumber && number is > 0 and < long.MaxValue);
    }

    private static ApiAnswer Refused(IReadOnlyList<FieldFault> faults) => ApiAnswer.Refused(
        StatusCodes.Status400BadRequest,
        faults[0].ToString(),
        json =>
        {
            json.WriteStartArray("faults");
            foreach (FieldFault fault in faults)
            {
                json.WriteStartObject();
                json.WriteString("field", fault.Column);
                json.WriteString("message", fault.What);
                json.WriteEndObject();
            }

            json.WriteEndArray();
        });
}

/// <summary>What is to be tried.</summary>
internal sealed record LimitTrialQuestion
{
    /// <summary>Rows as <c>/api/definitions</c> has them; an empty list gives the results alone.</summary>
    public required JsonElement Limits { get; init; }

    /// <summary>Name of the stream; null = the only one.</summary>
    public string? Stream { get; init; }

    /// <summary>First moment, UTC ns; null = from the beginning.</summary>
    public string? From { get; init; }

    /// <summary>Last moment, UTC ns; null = to the end.</summary>
    public string? To { get; init; }
}

/// <summary>Source-generated reader of what is to be tried. A member that is not known is refused.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow)]
[JsonSerializable(typeof(LimitTrialQuestion))]
internal sealed partial class LimitTrialJson : JsonSerializerContext;
