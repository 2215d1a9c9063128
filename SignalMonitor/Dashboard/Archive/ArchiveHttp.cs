using System.Text.Json.Serialization;
using FuncLibs.Runtime.Timing;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.Archiving.Catalogue;
using SignalMonitor.Archiving.Documents;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Recordings;
using SignalMonitor.Variables.Database;

namespace SignalMonitor.Dashboard.Archive;

/// <summary>
/// Answers <c>GET /api/archive?rig&amp;specimen&amp;from&amp;to&amp;result&amp;after&amp;limit</c>: tests in the
/// archive, of all rigs. What it finds is opened by the routes of recordings.
/// </summary>
/// <param name="catalogue">The catalogue; null = there is no archive.</param>
internal sealed class ArchiveHttp(ArchiveCatalogue? catalogue) : IDisposable
{
    private readonly RequestGate _gate = new("searches of the archive");

    /// <summary>Maps the route.</summary>
    public void Map(IEndpointRouteBuilder host) => host.MapReadAsync(
        "/api/archive",
        context => catalogue is null
            ? Task.FromResult(ApiAnswer.Missing(
                "this monitor has no archive; Archive:Folder and Archive:ConnectionString give it one"))
            : ArchiveQuery.TryParse(name => context.Request.Query[name], out ArchiveQuery query) is { } wrong
                ? Task.FromResult(ApiAnswer.Bad(wrong))
                : _gate.Run(() => Task.Run(() => Search(query)), context.RequestAborted));

    /// <inheritdoc/>
    public void Dispose() => _gate.Dispose();

    private ApiAnswer Search(ArchiveQuery query) =>
        catalogue!.Search(query).Has(out ArchivePage? page, out DatabaseFault? fault)
            ? ApiAnswer.Ok(
                new FoundTests([.. page.Tests.Select(FoundTest.Create)], page.After),
                ArchiveAnswerJson.Default.FoundTests)
            : ApiAnswer.Unavailable(fault.Text);
}

/// <summary>A page of tests.</summary>
/// <param name="Tests">The newest first.</param>
/// <param name="After">Asks for the next page; null = there is none.</param>
internal sealed record FoundTests(IReadOnlyList<FoundTest> Tests, string? After);

/// <summary>A test in the archive. Times are UTC ns.</summary>
internal sealed record FoundTest
{
    /// <summary>What it is called in the routes of recordings: <c>@SITE/RIG/FOLDER</c>.</summary>
    public required string Id { get; init; }

    /// <summary>The site.</summary>
    public required string Site { get; init; }

    /// <summary>The rig.</summary>
    public required string Rig { get; init; }

    /// <summary>Name of the run.</summary>
    public required string Run { get; init; }

    /// <summary>1, or higher for further recordings of the same name.</summary>
    public required int Attempt { get; init; }

    /// <summary>The specimen; null = not given.</summary>
    public string? Specimen { get; init; }

    /// <summary>Who ran it; null = not given.</summary>
    public string? Operator { get; init; }

    /// <summary>When it began.</summary>
    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    public required long StartedNs { get; init; }

    /// <summary>When it was stopped; null = it was not.</summary>
    [JsonNumberHandling(JsonNumberHandling.WriteAsString)]
    public long? StoppedNs { get; init; }

    /// <summary>Blocks that were to be recorded.</summary>
    public required long BlocksExpected { get; init; }

    /// <summary>Blocks that are there.</summary>
    public required long BlocksReceived { get; init; }

    /// <summary>Blocks that are missing.</summary>
    public required long BlocksLost { get; init; }

    /// <summary>No block is missing, nothing is damaged, and the run was stopped.</summary>
    public required bool Complete { get; init; }

    /// <summary>Bytes of its files.</summary>
    public required long Bytes { get; init; }

    /// <summary>Name of the monitor that archived it.</summary>
    public required string Monitor { get; init; }

    /// <summary>Free text of the run; null = none.</summary>
    public string? Note { get; init; }

    /// <summary>Values of its calculated channels after the last block.</summary>
    public required IReadOnlyList<ArchivedResult> Results { get; init; }

    /// <summary>Of a row of the catalogue.</summary>
    public static FoundTest Create(ArchivedTest test) => new()
    {
        Id = $"{RecordingId.ArchiveSign}{test.Place}",
        Site = test.Site,
        Rig = test.Rig,
        Run = test.Run,
        Attempt = test.Attempt,
        Specimen = test.Specimen,
        Operator = test.Operator,
        StartedNs = UtcClock.NsOf(test.StartedUtc),
        StoppedNs = test.StoppedUtc is { } stopped ? UtcClock.NsOf(stopped) : null,
        BlocksExpected = test.BlocksExpected,
        BlocksReceived = test.BlocksReceived,
        BlocksLost = test.BlocksLost,
        Complete = test.Complete,
        Bytes = test.Bytes,
        Monitor = test.Monitor,
        Note = test.Note,
        Results = test.Results,
    };
}

/// <summary>Source-generated writer of tests.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(FoundTests))]
internal sealed partial class ArchiveAnswerJson : JsonSerializerContext;
