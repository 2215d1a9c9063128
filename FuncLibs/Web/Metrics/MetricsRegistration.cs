using Microsoft.AspNetCore.Builder;
using Microsoft.Extensions.DependencyInjection;
using OpenTelemetry.Metrics;

namespace FuncLibs.Web.Metrics;

/// <summary>Adds the export of metrics to a host.</summary>
internal static class MetricsRegistration
{
    /// <summary>Adds the readers of a meter.</summary>
    /// <param name="builder">The host.</param>
    /// <param name="meter">Name of its meter.</param>
    /// <param name="options">Where its metrics go.</param>
    public static void AddMetrics(this WebApplicationBuilder builder, string meter, MetricsOptions options)
    {
        OtlpStatus status = new();
        builder.Services.AddSingleton<MeterProvider>(_ => MetricsExport.Create(meter, options.Otlp, status));
        if (options.Otlp.Target is null)
            return;
        builder.Services.AddSingleton(options.Otlp).AddSingleton(status).AddHostedService<OtlpReport>();
    }
}
