using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.RegularExpressions;
using FuncLibs.Runtime.Diagnostics;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.Captures;
using SignalMonitor.Formatting;

namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// Answers <c>GET /api/captures</c> and <c>GET /api/captures/FILE?points=N</c>: the samples around breaks.
/// </summary>
/// <param name="folder">Where they are; may be missing.</param>
internal sealed partial class CaptureHttp(string folder) : IDisposable
{
    /// <summary>Longest file whose samples are read for a page.</summary>
    public const long MaxBytes = 256L << 20;

    private const int DefaultPoints = 2000;
    private const int MaxPoints = 20_000;
    private const int MaxShown = 1000;

    // Of all channels of an answer together: 64 MiB.
    private const int MaxStretches = 1 << 22;

    // Samples take memory while they are read, and so do the heads of a thousand files: one request at a time.
    private readonly RequestGate _gate = new("captures");

    /// <summary>Maps the routes.</summary>
    public void Map(IEndpointRouteBuilder host)
    {
        host.MapReadAsync("/api/captures", context => _gate.Run(List, context.RequestAborted));
        host.MapReadAsync("/api/captures/{file}", Get);
    }

    /// <inheritdoc/>
    public void Dispose() => _gate.Dispose();

    private ApiAnswer List()
    {
        try
        {
            ListedCapture[] captures =
            [
                .. Files().OrderByDescending(file => file.LastWriteTimeUtc).Take(MaxShown)
                    .Select(file => ListedCapture.Create(file, CaptureReader.ReadHead(file.FullName, out _)))
                    .OfType<ListedCapture>()
                    .OrderByDescending(capture => capture.UtcNs),
            ];
            return ApiAnswer.Ok(captures, ApiAnswerJson.Default.IReadOnlyListListedCapture);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return ApiAnswer.Unavailable($"captures in {folder} cannot be listed: {OneLine.Format(e)}");
        }
    }

    // A file is taken from the list of the folder, never from the text of a request.
    private FileInfo[] Files()
    {
        DirectoryInfo there = new(folder);
        return there.Exists ? there.GetFiles("*" + CaptureHeader.Ending) : [];
    }

    private async Task<ApiAnswer> Get(HttpContext context)
    {
        string name = (string)context.Request.RouteValues["file"]!;
        if (!FileName().IsMatch(name))
            return ApiAnswer.Bad($"'{name}' is no file of a capture; see /api/captures");
        string? text = context.Request.Query["points"];
        int points = DefaultPoints;
        if (text is not null
            && (!int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out points)
                || points is < 1 or > MaxPoints))
            return ApiAnswer.Bad($"points is '{text}'; a whole number from 1 to {MaxPoints} is allowed");
        if (Files().FirstOrDefault(one => one.Name == name) is not { } file)
            return ApiAnswer.Missing($"there is no capture {name}; see /api/captures");
        if (file.Length > MaxBytes)
            return ApiAnswer.Bad(
                $"capture {name} has {file.Length} bytes, more than the {MaxBytes} of a page; see `SignalMonitor "
                    + $"capture show FILE --csv`");
        return await _gate.Run(() => Read(file, points), context.RequestAborted);
    }

    // The samples are let go before the next file is read: what is written later are the stretches.
    private static ApiAnswer Read(FileInfo file, int points)
    {
        if (CaptureReader.ReadFile(file.FullName, out string? fault) is not { } capture)
            return ApiAnswer.Unavailable(fault!);
        CaptureHeader header = capture.Header;
        CaptureDecimation stretches =
            new(header.Points, Math.Min(points, Math.Max(1, MaxStretches / Math.Max(1, capture.Values.Length))));
        (double Min, double Max)[][] ends = [.. capture.Values.Select(values => stretches.Decimate(values))];
        return ApiAnswer.Ok(json => Write(json, header, stretches, ends));
    }

    // Written by hand: records would copy every stretch of every channel.
    private static void Write(
        Utf8JsonWriter json, CaptureHeader header, CaptureDecimation stretches, (double Min, double Max)[][] ends)
    {
        json.WriteStartObject();
        json.WriteString("trigger", header.Name);
        json.WriteString("stream", header.Stream);
        json.WriteString("utcNs", header.BreakUtcNs.ToString(CultureInfo.InvariantCulture));
        json.WriteString("channel", header.Channel);
        json.WriteString("unit", header.Unit);
        ValueJson.Write(json, "force", header.Force);
        ValueJson.Write(json, "peak", header.Peak);
        json.WriteBoolean("replay", header.IsReplay);
        json.WriteStartArray("channels");
        foreach (CaptureColumn column in header.Columns)
        {
            json.WriteStartObject();
            json.WriteString("name", column.Name);
            json.WriteString("unit", column.Unit);
            json.WriteEndObject();
        }

        json.WriteEndArray();
        json.WriteNumber("rateHz", header.RateHz);
        json.WriteNumber("points", header.Points);
        json.WriteStartArray("t");
        for (int i = 0; i < stretches.Count; i++)
            json.WriteNumberValue((header.FirstIndex + stretches.First(i) - header.BreakIndex) / header.RateHz);
        json.WriteEndArray();
        WriteEnds(json, "min", ends, static one => one.Min);
        WriteEnds(json, "max", ends, static one => one.Max);
        json.WriteEndObject();
    }

    private static void WriteEnds(
        Utf8JsonWriter json, string name, (double Min, double Max)[][] ends, Func<(double Min, double Max), double> end)
    {
        json.WriteStartArray(name);
        foreach ((double Min, double Max)[] channel in ends)
        {
            json.WriteStartArray();
            foreach ((double Min, double Max) one in channel)
                ValueJson.Write(json, end(one));
            json.WriteEndArray();
        }

        json.WriteEndArray();
    }

    [GeneratedRegex("^[A-Za-z0-9][A-Za-z0-9._-]*\\.capture\\z")]
    private static partial Regex FileName();
}

/// <summary>A capture in the list.</summary>
internal sealed record ListedCapture(
    string File,
    [property: JsonNumberHandling(JsonNumberHandling.WriteAsString)] long UtcNs,
    string Trigger,
    string Stream,
    long Bytes,
    bool Replay)
{
    public static ListedCapture? Create(FileInfo file, CaptureHeader? header) => header is null
        ? null
        : new ListedCapture(
            file.Name, header.BreakUtcNs, header.Name, header.Stream, file.Length, header.IsReplay);
}
