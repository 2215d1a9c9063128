using System.Globalization;
using System.Net.Http.Headers;
using System.Text.Json;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Tls;
using FuncLibs.Runtime.Diagnostics;

namespace SignalMonitor.OtherMonitors;

/// <summary>Asks one other monitor how it is.</summary>
internal sealed class OtherMonitor : IDisposable
{
    private const int MaxBytes = 4 << 20;
    private readonly OtherMonitorOptions _options;
    private readonly HttpClient _client;
    private readonly TimeProvider _time;
    private readonly TimeSpan _goneAfter;
    private long _answeredAt;
    private string? _fault;
    private string _status = "";

    /// <param name="options">Where it is.</param>
    /// <param name="goneAfter">Time without an answer after which it is gone.</param>
    /// <param name="time">Clock.</param>
    public OtherMonitor(OtherMonitorOptions options, TimeSpan goneAfter, TimeProvider time)
    {
        (_options, _time, _goneAfter, _answeredAt) = (options, time, goneAfter, time.GetTimestamp());
        _client = new HttpClient(ServerTrust.CreateHandler(options.CaFile))
        {
            Timeout = Timeout.InfiniteTimeSpan,
            MaxResponseContentBufferSize = MaxBytes,
        };
    }

    /// <summary>How it is; any thread.</summary>
    public OtherMonitorStatus Status
    {
        get
        {
            TimeSpan silent = _time.GetElapsedTime(Volatile.Read(ref _answeredAt));
            return new OtherMonitorStatus(
                _options.Name,
                _options.Url,
                silent >= _goneAfter,
                (long)silent.TotalMilliseconds,
                Volatile.Read(ref _status),
                Volatile.Read(ref _fault));
        }
    }

    /// <summary>Asks once.</summary>
    public async Task Ask(CancellationToken stop)
    {
        string? fault = await Read(stop);
        Volatile.Write(ref _fault, fault);
        if (fault is null)
            Volatile.Write(ref _answeredAt, _time.GetTimestamp());
    }

    /// <inheritdoc/>
    public void Dispose() => _client.Dispose();

    private async Task<string?> Read(CancellationToken stop)
    {
        try
        {
            using HttpRequestMessage request = new(HttpMethod.Get, $"{_options.Url.TrimEnd('/')}/health");
            if (_options.TokenFile.Length > 0)
            {
                if (SecretFile.Read(_options.TokenFile, out string token) is { } unreadable)
                    return unreadable;
                request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
            }

            using HttpResponseMessage answer = await _client.SendAsync(request, stop);
            if (!answer.IsSuccessStatusCode)
                return string.Create(CultureInfo.InvariantCulture, $"it answered {(int)answer.StatusCode}");
            using JsonDocument health = JsonDocument.Parse(await answer.Content.ReadAsByteArrayAsync(stop));
            if (health.RootElement.ValueKind != JsonValueKind.Object
                || !health.RootElement.TryGetProperty("status", out JsonElement status)
                || status.ValueKind != JsonValueKind.String)
                return "it answered, but not as a monitor does";
            Volatile.Write(ref _status, OneLine.Format(status.GetString()!));
            return null;
        }
        catch (HttpRequestException e)
        {
            return ServerTrust.Explain(e);
        }
        catch (Exception e) when (e is JsonException or IOException or InvalidOperationException)
        {
            return OneLine.Format(e);
        }
        catch (OperationCanceledException)
        {
            return "no answer in time";
        }
    }
}

/// <summary>How a watched monitor is.</summary>
/// <param name="Name">Its name here.</param>
/// <param name="Url">Its address.</param>
/// <param name="Gone">True: it does not answer any more.</param>
/// <param name="SilentMs">Time since its last answer; since the start of this monitor before the first.</param>
/// <param name="Status">Its own status in that answer; empty before the first.</param>
/// <param name="Fault">Why the last question has no answer; null = it has.</param>
internal sealed record OtherMonitorStatus(
    string Name, string Url, bool Gone, long SilentMs, string Status, string? Fault);
