using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace FuncLibs.Web.Metrics;

/// <summary>Where metrics go beside <c>/metrics</c>.</summary>
public sealed class MetricsOptions
{
    /// <summary>A collector that gets them by OTLP.</summary>
    public OtlpOptions Otlp { get; set; } = new();
}

/// <summary>Export of metrics by OTLP over HTTP, in protobuf.</summary>
public sealed class OtlpOptions
{
    /// <summary>
    /// Address of the collector, such as <c>http://127.0.0.1:4318</c>; without a path, <c>/v1/metrics</c> is meant.
    /// Empty = off.
    /// </summary>
    [Description("collector of OTLP over HTTP that gets the metrics, such as https://collector.lab:4318; empty = off")]
    public string Endpoint { get; set; } = "";

    /// <summary>Seconds between two exports.</summary>
    [Description("seconds between two exports of metrics by OTLP")]
    [Range(1, 3600)]
    public int IntervalSeconds { get; set; } = 15;

    /// <summary>Seconds that an export may take.</summary>
    [Description("seconds that one export by OTLP may take")]
    [Range(1, 60)]
    public int TimeoutSeconds { get; set; } = 5;

    /// <summary>File with the token that the collector demands; empty = none.</summary>
    [Description("file with the token of the collector (Authorization: Bearer), mode 600; empty = none")]
    public string TokenFile { get; set; } = "";

    /// <summary>PEM file with the authority of the collector's certificate; empty = those of the system.</summary>
    [Description("PEM file with the authority of the collector's certificate; empty = those of the system")]
    public string CaFile { get; set; } = "";

    /// <summary>The address with its path; null = off, or no address.</summary>
    internal Uri? Target => Uri.TryCreate(Endpoint, UriKind.Absolute, out Uri? url)
        && (url.Scheme == Uri.UriSchemeHttp || url.Scheme == Uri.UriSchemeHttps)
            ? url.AbsolutePath == "/" ? new Uri(url, "/v1/metrics") : url : null;
}
