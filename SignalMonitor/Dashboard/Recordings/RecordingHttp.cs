using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Runtime.Diagnostics;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Recordings;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Dashboard.Recordings;

/// <summary>
/// Answers <c>GET /api/recordings</c> and <c>GET /api/recordings/SITE/RIG/FOLDER</c>: what was recorded, and what one
/// recording holds beside its blocks.
/// </summary>
/// <param name="list">The recordings of this monitor.</param>
/// <param name="roots">Where recordings are that are opened.</param>
internal sealed class RecordingHttp(RecordingList list, RecordingRoots roots) : IDisposable
{
    /// <summary>Route of one recording.</summary>
    public const string One = "/api/recordings/{site}/{rig}/{name}";

    /// <summary>Events of one answer at most.</summary>
    public const int MaxEvents = 1000;

    // Indexes of a thousand recordings take time and memory: one request at a time.
    private readonly RequestGate _gate = new("recordings");

    /// <summary>Maps the routes.</summary>
    public void Map(IEndpointRouteBuilder host)
    {
        host.MapReadAsync(
            "/api/recordings", context => _gate.Run(() => Try(() => ApiAnswer.Ok(
                list.Read(), RecordingAnswerJson.Default.ListedRecordings)), context.RequestAborted));
        host.MapReadAsync(One, context => _gate.Run(() => Try(() => Show(context)), context.RequestAborted));
    }

    /// <inheritdoc/>
    public void Dispose() => _gate.Dispose();

    /// <summary>The recording that the address of a request names.</summary>
    /// <param name="context">The request, of a route that begins with <see cref="One"/>.</param>
    /// <param name="roots">Where recordings are.</param>
    /// <param name="id">Its id.</param>
    /// <param name="folder">Its folder.</param>
    /// <returns>The refusal; null when there is such a recording.</returns>
    public static ApiAnswer? Find(HttpContext context, RecordingRoots roots, out RecordingId id, out string folder)
    {
        RouteValueDictionary parts = context.Request.RouteValues;
        folder = "";
        if (!RecordingId.TryCreate((string?)parts["site"], (string?)parts["rig"], (string?)parts["name"], out id))
            return ApiAnswer.Bad(
                $"'{parts["site"]}/{parts["rig"]}/{parts["name"]}' is no id of a recording; give {RecordingId.Allowed}");
        folder = roots.FolderOf(id) ?? "";
        return folder.Length > 0 ? null : ApiAnswer.Missing(roots.MissingOf(id));
    }

    private ApiAnswer Show(HttpContext context)
    {
        if (Find(context, roots, out RecordingId id, out string folder) is { } refused)
            return refused;
        if (RecordingDocument.Read(folder, out string? fault) is not { } document)
            return ApiAnswer.Unavailable(fault!);
        List<string> notes = [];
        VariableSet set = RecordedDefinitions.Read(folder, document, notes);
        var events = RecordedEvents.Read(folder, MaxEvents);
        return ApiAnswer.Ok(
            new ShownRecording(list.Get(id, folder, document, fault: null))
            {
                Channels = [.. RecordingList.Journals(folder, document).SelectMany(Channels)],
                Calculated =
                [
                    .. set.EnabledVariables.Select(v => new RecordedFormula(v.Name, v.Unit, v.Expression)),
                ],
                Limits = [.. set.EnabledLimits.Select(limit => DefinitionTables.Limits.KeyOf(limit, ':'))],
                Events = [.. events.Newest.Select(ListedEvent.Create)],
                MoreEvents = events.More,
                Notes = notes,
                L0Mm = document.Run.L0Mm,
                S0Mm2 = document.Run.S0Mm2,
                ControlMode = document.Run.ControlMode,
                Note = document.Run.Note,
            },
            RecordingAnswerJson.Default.ShownRecording);
    }

    private static IEnumerable<RecordedChannel> Channels(Recording journal) =>
        journal.Streams.SelectMany(stream => stream.Description is not { } described
            ? []
            : new StreamSignals(described).All.Select(
                signal => new RecordedChannel(stream.Name, signal.Name, signal.Unit, signal.RateHz)));

    private ApiAnswer Try(Func<ApiAnswer> answer)
    {
        try
        {
            return answer();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return ApiAnswer.Unavailable($"recordings in {list.Root} cannot be read: {OneLine.Format(e)}");
        }
    }
}
