using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;
using FuncLibs.Diagnostics;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Routing;
using SignalMonitor.Breaks.Captures;
using SignalMonitor.Dashboard.Api.Http;
using SignalMonitor.Hosting;

namespace SignalMonitor.Dashboard.Api.Captures;

/// <summary>Answers <c>GET /api/captures</c> and <c>GET /api/captures/FILE?points=N</c>: the samples around breaks.</summary>
/// <param name="folder">Where they are; may be missing.</param>
internal sealed partial class CaptureHttp(string folder)
{
    /// <summary>Longest file whose samples are read for a page.</summary>
    public const long MaxBytes = 256L << 20;

    private const int DefaultPoints = 2000;
    private const int MaxPoints = 20_000;
    private const int MostShown = 1000;

    // Samples take memory while they are read: one file at a time.
    private readonly Lock _one = new();

    /// <summary>Maps the routes.</summary>
    public void Map(IEndpointRouteBuilder host)
    {
        host.MapRead("/api/captures", _ => List());
        host.MapRead("/api/captures/{file}", Get);
    }

    private ApiAnswer List()
    {
        try
        {
            (FileInfo File, CaptureHeader Header)[] captures =
            [
                .. Files().OrderByDescending(file => file.LastWriteTimeUtc).Take(MostShown)
                    .Select(file => (file, CaptureReader.ReadHead(file.FullName, out _)))
                    .Where(pair => pair.Item2 is not null)
                    .Select(pair => (pair.file, pair.Item2!))
                    .OrderByDescending(pair => pair.Item2.BreakUtcNs),
            ];
            return ApiAnswer.Ok(json =>
            {
                json.WriteStartArray();
                foreach ((FileInfo file, CaptureHeader header) in captures)
                    Write(json, file, header);
                json.WriteEndArray();
            });
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return ApiAnswer.Unavailable($"captures in {folder} cannot be listed: {OneLine.Of(e)}");
        }
    }

    // A file is taken from the list of the folder, never made of what a request says.
    private FileInfo[] Files()
    {
        DirectoryInfo there = new(folder);
        return there.Exists ? there.GetFiles("*" + CaptureHeader.Ending) : [];
    }

    private ApiAnswer Get(HttpContext context)
    {
        string name = (string)context.Request.RouteValues["file"]!;
        if (!FileName().IsMatch(name))
            return ApiAnswer.Bad($"'{name}' is no file of a capture; see /api/captures");
        string? text = context.Request.Query["points"];
        int points = DefaultPoints;
        if (text is not null
            && (!int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out points) || points is < 1 or > MaxPoints))
            return ApiAnswer.Bad($"points is '{text}'; a whole number from 1 to {MaxPoints} is allowed");
        if (Files().FirstOrDefault(one => one.Name == name) is not { } file)
            return ApiAnswer.Missing($"there is no capture {name}; see /api/captures");
        if (file.Length > MaxBytes)
            return ApiAnswer.Bad($"capture {name} has {file.Length} bytes, more than the {MaxBytes} of a page; see `SignalMonitor capture show FILE --csv`");
        lock (_one)
        {
            return CaptureReader.ReadFile(file.FullName, out string? fault) is { } capture
                ? ApiAnswer.Ok(json => Write(json, capture, new CaptureDecimation(capture.Header.Points, points)))
                : ApiAnswer.Unavailable(fault!);
        }
    }

    private static void Write(Utf8JsonWriter json, FileInfo file, CaptureHeader header)
    {
        json.WriteStartObject();
        json.WriteString("file", file.Name);
        json.WriteString("utcNs", header.BreakUtcNs.ToString(CultureInfo.InvariantCulture));
        json.WriteString("trigger", header.Name);
        json.WriteString("stream", header.Stream);
        json.WriteNumber("bytes", file.Length);
        json.WriteBoolean("replay", header.IsReplay);
        json.WriteEndObject();
    }

    private static void Write(Utf8JsonWriter json, ReadCapture capture, CaptureDecimation stretches)
    {
        CaptureHeader header = capture.Header;
        json.WriteStartObject();
        json.WriteString("trigger", header.Name);
        json.WriteString("stream", header.Stream);
        json.WriteString("utcNs", header.BreakUtcNs.ToString(CultureInfo.InvariantCulture));
        json.WriteString("channel", header.Channel);
        json.WriteString("unit", header.Unit);
        JsonNumbers.Write(json, "force", header.Force);
        JsonNumbers.Write(json, "peak", header.Peak);
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
        WriteEnds(json, "min", capture, stretches, static ends => ends.Min);
        WriteEnds(json, "max", capture, stretches, static ends => ends.Max);
        json.WriteEndObject();
    }

    private static void WriteEnds(
        Utf8JsonWriter json, string name, ReadCapture capture, CaptureDecimation stretches, Func<(double Min, double Max), double> end)
    {
        json.WriteStartArray(name);
        foreach (double[] values in capture.Values)
        {
            json.WriteStartArray();
            for (int i = 0; i < stretches.Count; i++)
                JsonNumbers.Write(json, end(stretches.Of(values, i)));
            json.WriteEndArray();
        }

        json.WriteEndArray();
    }

    [GeneratedRegex("^[A-Za-z0-9][A-Za-z0-9._-]*\\.capture\\z")]
    private static partial Regex FileName();
}
