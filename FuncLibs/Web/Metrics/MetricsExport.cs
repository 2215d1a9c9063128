using System.Net.Http.Headers;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Tls;
using OpenTelemetry;
using OpenTelemetry.Exporter;
using OpenTelemetry.Metrics;
using OpenTelemetry.Resources;

namespace FuncLibs.Web.Metrics;

/// <summary>
/// The ways by which the instruments of a host are read: at each scrape of <c>/metrics</c>, and, if there is a
/// collector, at intervals on a thread of their own. Neither touches a thread of the blocks. An export that fails is
/// not repeated: the next one has newer values of the same instruments, so that nothing waits.
/// </summary>
internal static class MetricsExport
{
    /// <summary>
    /// Creates the readers. Names, labels and series are those of docs/metrics.md: without the label of the scope and
    /// the series of the process that the exporter would add.
    /// </summary>
    /// <param name="meter">Name of the meter, and of the service.</param>
    /// <param name="otlp">The collector; without an address there is none.</param>
    /// <param name="status">Told how each export went.</param>
    public static MeterProvider Create(string meter, OtlpOptions otlp, OtlpStatus status)
    {
        MeterProviderBuilder builder = Sdk.CreateMeterProviderBuilder()
            .AddMeter(meter)
            .ConfigureResource(
                resource => resource.Clear().AddService(meter, serviceInstanceId: Environment.MachineName))
            .AddPrometheusExporter(options =>
            {
                options.ScopeInfoEnabled = false;
                options.TargetInfoEnabled = false;
                options.ScrapeResponseCacheDurationMilliseconds = 0;
            });
        if (otlp.Target is { } target)
            builder.AddOtlpExporter((exporter, reader) =>
            {
                exporter.Endpoint = target;
                exporter.Protocol = OtlpExportProtocol.HttpProtobuf;
                exporter.TimeoutMilliseconds = otlp.TimeoutSeconds * 1000;
                exporter.HttpClientFactory = () => new HttpClient(new OtlpHandler(otlp, status))
                {
                    Timeout = TimeSpan.FromSeconds(otlp.TimeoutSeconds),
                    MaxResponseContentBufferSize = OtlpHandler.MaxAnswerBytes,
                };
                reader.PeriodicExportingMetricReaderOptions.ExportIntervalMilliseconds = otlp.IntervalSeconds * 1000;
                reader.PeriodicExportingMetricReaderOptions.ExportTimeoutMilliseconds = otlp.TimeoutSeconds * 1000;
                reader.TemporalityPreference = MetricReaderTemporalityPreference.Cumulative;
            });
        return builder.Build();
    }
}

/// <summary>How exports by OTLP go. Written by the exporting thread, read by any.</summary>
internal sealed class OtlpStatus
{
    private long _sent;
    private long _failed;
    private string? _fault;

    /// <summary>Exports that the collector took.</summary>
    public long Sent => Volatile.Read(ref _sent);

    /// <summary>Exports that it did not take.</summary>
    public long Failed => Volatile.Read(ref _failed);

    /// <summary>Why the last export failed; null when it did not.</summary>
    public string? Fault => Volatile.Read(ref _fault);

    /// <summary>Counts an export.</summary>
    /// <param name="fault">Why it failed; null when it did not.</param>
    public void Count(string? fault)
    {
        if (fault is null)
            Volatile.Write(ref _sent, _sent + 1);
        else
            Volatile.Write(ref _failed, _failed + 1);
        Volatile.Write(ref _fault, fault);
    }
}

/// <summary>Adds the token to a request, and counts how it went.</summary>
internal sealed class OtlpHandler(OtlpOptions options, OtlpStatus status)
    : DelegatingHandler(ServerTrust.CreateHandler(options.CaFile))
{
    /// <summary>Longest answer that is read, in bytes.</summary>
    public const int MaxAnswerBytes = 64 << 10;

    /// <inheritdoc/>
    protected override HttpResponseMessage Send(HttpRequestMessage request, CancellationToken cancellationToken)
    {
        Authorize(request);
        return Counted(() => base.Send(request, cancellationToken));
    }

    /// <inheritdoc/>
    protected override Task<HttpResponseMessage> SendAsync(
        HttpRequestMessage request, CancellationToken cancellationToken)
    {
        Authorize(request);
        return Task.FromResult(Counted(() => base.Send(request, cancellationToken)));
    }

    // The file is read for each request, so that a new token needs no restart.
    private void Authorize(HttpRequestMessage request)
    {
        if (options.TokenFile.Length > 0 && SecretFile.Read(options.TokenFile, out string token) is null)
            request.Headers.Authorization = new AuthenticationHeaderValue("Bearer", token);
    }

    private HttpResponseMessage Counted(Func<HttpResponseMessage> send)
    {
        try
        {
            HttpResponseMessage answer = send();
            status.Count(answer.IsSuccessStatusCode ? null : $"the collector answered {(int)answer.StatusCode}");
            return answer;
        }
        catch (OperationCanceledException)
        {
            status.Count("the collector did not answer in time");
            throw;
        }
        catch (HttpRequestException e)
        {
            status.Count(ServerTrust.Explain(e));
            throw;
        }
    }
}
