using System.Globalization;
using System.Text.Json;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Signals.Buckets;
using FuncLibs.Signals.Expressions.Compilation;
using FuncLibs.Signals.Expressions.Functions;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Expressions.Syntax;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Connections;
using SignalMonitor.Formatting;
using SignalMonitor.Streams;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// Answers <c>GET /api/functions</c>, and for a formula that somebody types <c>POST /api/expressions/check</c> and
/// <c>POST /api/expressions/preview</c>. Nothing is changed by them.
/// </summary>
/// <param name="connections">The streams.</param>
/// <param name="coordinator">The definitions in force; null without a database.</param>
internal sealed class ExpressionHttp(
    MonitorConnections connections, VariableCoordinator? coordinator = null) : IDisposable
{
    private const int MaxBytes = 256 << 10;

    // Compiling allocates, a preview some of it for a second: one at a time.
    private readonly RequestGate _gate = new("expressions");

    /// <summary>Maps the routes.</summary>
    public void Map(IEndpointRouteBuilder host)
    {
        host.MapRead("/api/functions", static _ => ApiAnswer.Ok(
            SignalCompiler.Functions.Select(ListedFunction.Create),
            ApiAnswerJson.Default.IEnumerableListedFunction));
        host.MapQuestion(
            "/api/expressions/check", MaxBytes, (context, body) => Answer(body, Check, context.RequestAborted));
        host.MapQuestion(
            "/api/expressions/preview", MaxBytes, (context, body) => Answer(body, Preview, context.RequestAborted));
    }

    /// <inheritdoc/>
    public void Dispose() => _gate.Dispose();

    private async Task<ApiAnswer> Answer(
        byte[] body,
        Func<ExpressionQuestion, MonitoredStream, StreamDescription, VariableSet, ApiAnswer> answer,
        CancellationToken stop)
    {
        if (ApiBody.Parse(body, ApiJson.Default.ExpressionQuestion, out string fault) is not { } question)
            return ApiAnswer.Bad(fault);
        if (question.Expression.Length > ExpressionLimits.Default.TextLength)
            return ApiAnswer.Bad(
                $"expression: {question.Expression.Length} characters; up to {ExpressionLimits.Default.TextLength} "
                    + $"are allowed");
        if (question.Seconds is < 1 or > BucketPlan.MaxSeconds)
            return ApiAnswer.Bad(
                $"seconds is {question.Seconds}; a whole number from 1 to {BucketPlan.MaxSeconds} is allowed");
        if (connections.Find(question.Stream) is not var (_, stream))
            return ApiAnswer.Missing($"there is no stream '{question.Stream}'; see /api/catalogue");
        if (stream.Board?.Plan.Stream is not { } description)
            return ApiAnswer.Missing($"stream {stream.Name} has sent no block yet: its channels are not known");
        return await _gate.Run(() => answer(question, stream, description, SetOf(stream)), stop);
    }

    private VariableSet SetOf(MonitoredStream stream) =>
        coordinator?.SetOf(stream.Variables?.Station ?? "") ?? NoDefinitions;

    private static VariableSet NoDefinitions { get; } = new() { Station = "", Revision = 0 };

    private static ApiAnswer Check(
        ExpressionQuestion question, MonitoredStream stream, StreamDescription description, VariableSet set)
    {
        ProgramVariable result = CheckedExpression.Compile(question, description, set).Result;
        return result.Fault is { } fault
            ? ApiAnswer.Ok(RejectedExpression.Create(question, fault), ApiAnswerJson.Default.RejectedExpression)
            : ApiAnswer.Ok(AcceptedExpression.Create(result), ApiAnswerJson.Default.AcceptedExpression);
    }

    private static ApiAnswer Preview(
        ExpressionQuestion question, MonitoredStream stream, StreamDescription description, VariableSet set)
    {
        if (CheckedExpression.Compile(question, description, set).Result.Fault is { } wrong)
            return ApiAnswer.From(
                StatusCodes.Status400BadRequest,
                RefusedPreview.Create(question, wrong),
                ApiAnswerJson.Default.RefusedPreview);
        return ExpressionPreview.Create(question, description, set, stream.History, out string? fault) is { } preview
            ? ApiAnswer.Ok(json => Write(json, preview)) : ApiAnswer.Bad(fault!);
    }

    // Written by hand: records would copy every value three times.
    private static void Write(Utf8JsonWriter json, ExpressionPreview preview)
    {
        json.WriteStartObject();
        json.WriteString("unit", preview.Unit);
        json.WriteString("basis", preview.Basis);
        json.WriteString("t0", preview.StartNs.ToString(CultureInfo.InvariantCulture));
        json.WriteString("bucketNs", preview.WidthNs.ToString(CultureInfo.InvariantCulture));

        // One value a bucket is all three.
        foreach (string name in (string[])["min", "max", "last"])
        {
            json.WriteStartArray(name);
            for (int i = 0; i < preview.Values.Length; i++)
                ValueJson.Write(json, preview.IsMeasured[i] ? preview.Values[i] : null);
            json.WriteEndArray();
        }

        json.WriteStartArray("count");
        foreach (bool measured in preview.IsMeasured)
            json.WriteNumberValue(measured ? 1 : 0);
        json.WriteEndArray();
        json.WriteEndObject();
    }
}

/// <summary>A formula that somebody types.</summary>
public sealed record ExpressionQuestion
{
    /// <summary>Name of the stream that it is for.</summary>
    public required string Stream { get; init; }

    /// <summary>The formula.</summary>
    public required string Expression { get; init; }

    /// <summary>Unit that its values are to have; empty = as the formula gives it.</summary>
    public string Unit { get; set; } = "";

    /// <summary>Name of the calculated channel that it is to be; empty = none yet.</summary>
    public string Name { get; set; } = "";

    /// <summary>Of a preview: how far back, s.</summary>
    public int Seconds { get; set; } = DefaultSeconds;

    private const int DefaultSeconds = 60;
}

/// <summary>A function of formulas.</summary>
internal sealed record ListedFunction(string Name, string Signature, string Summary, string Group)
{
    public static ListedFunction Create(FunctionDescription function) =>
        new(function.Name, function.Signature, function.Summary, function.Group);
}

/// <summary>A formula that compiles, and what it gives.</summary>
internal sealed record AcceptedExpression(bool Ok, string Unit, string Kind, double RateHz, string? Warning)
{
    public static AcceptedExpression Create(ProgramVariable result) => new(
        Ok: true,
        result.Unit,
        CatalogueDocument.NameOf(result.Kind),
        result.RateHz,
        result.Warnings.FirstOrDefault()?.Reason);
}

/// <summary>A formula that does not compile.</summary>
internal sealed record RejectedExpression(bool Ok, IReadOnlyList<ExpressionError> Errors)
{
    public static RejectedExpression Create(ExpressionQuestion question, ExpressionDiagnostic fault) =>
        new(Ok: false, [ExpressionError.Create(question, fault)]);
}

/// <summary>Why there is no preview of a formula: it does not compile.</summary>
internal sealed record RefusedPreview(string Error, IReadOnlyList<ExpressionError> Errors)
{
    public static RefusedPreview Create(ExpressionQuestion question, ExpressionDiagnostic fault) =>
        new(fault.Reason, [ExpressionError.Create(question, fault)]);
}

/// <summary>What is wrong with a formula, and where: column in UTF-16 units from 1, length in the same.</summary>
internal sealed record ExpressionError(string Message, int Column, int Length)
{
    public static ExpressionError Create(ExpressionQuestion question, ExpressionDiagnostic fault)
    {
        ErrorPosition place = ErrorPosition.From(question.Expression, fault.Position);
        return new ExpressionError(fault.Reason, place.Column, place.Length);
    }
}
