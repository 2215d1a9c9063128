using System.Globalization;
using System.Text.Json.Serialization;
using FuncLibs.Web.Sessions;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.Audit;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Exporting.Jobs;
using SignalMonitor.Http;

namespace SignalMonitor.Dashboard.Exports;

/// <summary>
/// Answers <c>GET</c> and <c>POST /api/exports</c>, <c>POST /api/exports/N/cancel</c> and
/// <c>GET /api/exports/N/file</c>, which gives parts of a file too.
/// </summary>
/// <param name="jobs">The exports.</param>
/// <param name="audit">Notes what is begun and cancelled; null = it is not noted.</param>
internal sealed class ExportHttp(ExportJobs jobs, AuditLog? audit = null)
{
    private const int MaxBytes = 64 << 10;

    /// <summary>Maps the routes.</summary>
    public void Map(IEndpointRouteBuilder host)
    {
        host.MapRead("/api/exports", _ => ApiAnswer.Ok(
            new ListedExports(jobs.HasJournal, [.. jobs.All.Select(ListedExport.From)]),
            ExportAnswerJson.Default.ListedExports));
        host.MapWrite(HttpMethods.Post, "/api/exports", MaxBytes, Add);
        host.MapWrite(HttpMethods.Post, "/api/exports/{number}/cancel", MaxBytes, (context, _) => Cancel(context));
        host.MapGet("/api/exports/{number}/file", Send);
    }

    private ApiAnswer Add(HttpContext context, byte[] body)
    {
        if (ApiBody.Parse(body, ExportBodyJson.Default.ExportRequest, out string fault) is not { } request)
            return ApiAnswer.Bad(fault);
        string what = request.Recording ?? "journal";
        if (Note(context, AuditActions.ExportStart, what, request.Format) is { } unnoted)
            return ApiAnswer.Unavailable(unnoted);
        return jobs.TryAdd(request, out ExportJob? job) is { } refused
            ? ApiAnswer.Bad(refused)
            : ApiAnswer.Ok(new AcceptedExport(job!.Number), ExportAnswerJson.Default.AcceptedExport);
    }

    private ApiAnswer Cancel(HttpContext context)
    {
        if (Find(context, out string refused) is not { } job)
            return ApiAnswer.Missing(refused);
        if (Note(context, AuditActions.ExportCancel, job.Title, null) is { } unnoted)
            return ApiAnswer.Unavailable(unnoted);
        jobs.Cancel(job);
        return ApiAnswer.Ok(ListedExport.From(job), ExportAnswerJson.Default.ListedExport);
    }

    private string? Note(HttpContext context, string action, string target, string? now)
    {
        AuditOrigin origin = HttpOrigin.From(context);
        if (origin.Who.Length == 0)
            origin = origin with { Who = Grant.Local.Name };
        return audit?.Append(origin.CreateAction(action, target) with { New = now }) is { } fault
            ? $"nothing was done, because it could not be noted: {fault}" : null;
    }

    private Task Send(HttpContext context)
    {
        if (Find(context, out string refused) is not { } job)
            return HttpJson.Refuse(context, StatusCodes.Status404NotFound, refused);
        if (job.Status.File is not { } file)
            return HttpJson.Refuse(
                context,
                StatusCodes.Status409Conflict,
                $"export {job.Number} has no file: it is {ListedExport.From(job).State}");
        return Results.File(
            file,
            "application/octet-stream",
            Path.GetFileName(file),
            enableRangeProcessing: true).ExecuteAsync(context);
    }

    private ExportJob? Find(HttpContext context, out string refused)
    {
        string text = (string)context.Request.RouteValues["number"]!;
        refused = $"there is no export {text}; see /api/exports";
        return long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number)
            ? jobs.Find(number) : null;
    }
}

/// <summary>What was accepted.</summary>
internal sealed record AcceptedExport(long Id);

/// <summary>The exports, newest first.</summary>
/// <param name="HasJournal">Whether the journal of the connector can be exported.</param>
/// <param name="Exports">The exports.</param>
internal sealed record ListedExports(bool HasJournal, ListedExport[] Exports);

/// <summary>An export in the list.</summary>
internal sealed record ListedExport(
    long Id,
    string State,
    string Title,
    string Format,
    long Rows,
    double Fraction,
    long Bytes,
    string? File,
    string? Error,
    IReadOnlyList<string> Notes)
{
    public static ListedExport From(ExportJob job)
    {
        ExportJobStatus status = job.Status;
        return new ListedExport(
            job.Number,
            Enum.GetName(status.State)!.ToLowerInvariant(),
            job.Title,
            job.Options.Format,
            status.Progress.Rows,
            status.Progress.Share,
            status.Progress.Bytes,
            Path.GetFileName(status.File),
            status.Error,
            status.Notes);
    }
}

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(AcceptedExport))]
[JsonSerializable(typeof(ListedExports))]
internal sealed partial class ExportAnswerJson : JsonSerializerContext;

/// <summary>Reads the body of a request; a member that is not known is refused.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(ExportRequest))]
internal sealed partial class ExportBodyJson : JsonSerializerContext;
