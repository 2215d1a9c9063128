using System.Globalization;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.Audit;
using SignalMonitor.Dashboard.Api;
using SignalMonitor.Formatting;
using SignalMonitor.Http;

namespace SignalMonitor.Dashboard.Definitions;

/// <summary>
/// Answers <c>POST /api/variables/NAME/reset|tare?station=SITE/RIG&amp;stream=S&amp;by=NAME</c>, of a tare also with
/// <c>&amp;window=MS</c>, <c>&amp;off=true</c> or <c>&amp;to=VALUE</c>.
/// </summary>
/// <param name="actions">Does it.</param>
internal sealed class VariableActionHttp(VariableActions actions)
{
    /// <summary>Window of a tare, ms, unless the request says another.</summary>
    public const int DefaultWindowMs = 1000;

    // The request has no body.
    private const int MaxBytes = 1024;

    /// <summary>Maps the route.</summary>
    public void Map(IEndpointRouteBuilder host) => host.MapWriteAsync(
        HttpMethods.Post, "/api/variables/{name}/{action}", MaxBytes, (context, _) => Act(context));

    private async Task<ApiAnswer> Act(HttpContext context)
    {
        string action = (string)context.Request.RouteValues["action"]!;
        if (action is not ("reset" or "tare"))
            return ApiAnswer.Missing($"there is no '{action}' of a calculated channel; there are reset and tare");
        if (!TryReadWindow(context, out int window))
            return ApiAnswer.Bad($"window is '{context.Request.Query["window"]}'; a whole number of ms is expected, 1 to "
                + $"{VariableActions.MaxWindowMs}");
        string off = context.Request.Query["off"].ToString();
        if (off is not ("" or "true" or "false"))
            return ApiAnswer.Bad($"off is '{off}'; true or false is expected");
        if (!TryReadValue(context, out double? to))
            return ApiAnswer.Bad($"to is '{context.Request.Query["to"]}'; a finite number is expected");
        VariableOrder order = new(
            (string)context.Request.RouteValues["name"]!,
            context.Request.Query["stream"].ToString(),
            window,
            off == "true",
            to)
        {
            Station = context.Request.Query["station"].ToString(),
        };
        AuditOrigin origin = HttpOrigin.From(context);
        VariableActionOutcome outcome = action == "reset"
            ? await actions.Reset(order, origin, context.RequestAborted)
            : await actions.SetTare(order, origin, context.RequestAborted);
        return outcome.Fault is { } fault
            ? ApiAnswer.Refused(outcome.Status, fault) : ApiAnswer.Ok(json =>
            {
                json.WriteStartObject();
                json.WriteString("name", order.Name);
                json.WriteString("action", action);
                json.WriteString("stream", outcome.At?.Variables.Label ?? order.Stream);
                json.WriteString("revision", Text(outcome.Row!.Revision));
                json.WriteString("epoch", Text(outcome.At?.Epoch));
                json.WriteString("sequence", Text(outcome.At?.Sequence));
                json.WriteString("firstSample", Text(outcome.At?.FirstSample));
                json.WriteBoolean("saved", outcome.IsSaved);
                json.WritePropertyName("tare");
                ValueJson.Write(json, outcome.Row.Tare);
                json.WritePropertyName("formerTare");
                ValueJson.Write(json, outcome.Before!.Definition.Tare);
                json.WriteString("unit", outcome.Before.Unit);
                json.WriteNumber("values", outcome.Values);
                json.WriteEndObject();
            });
    }

    private static bool TryReadWindow(HttpContext context, out int window)
    {
        string text = context.Request.Query["window"].ToString();
        window = DefaultWindowMs;
        return text.Length == 0
            || (int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out window)
                && window is > 0 and <= VariableActions.MaxWindowMs);
    }

    private static bool TryReadValue(HttpContext context, out double? value)
    {
        string text = context.Request.Query["to"].ToString();
        bool isNumber = double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out double number)
            && double.IsFinite(number);
        value = isNumber ? number : null;
        return isNumber || text.Length == 0;
    }

    private static string? Text(IFormattable? number) => number?.ToString(null, CultureInfo.InvariantCulture);
}
