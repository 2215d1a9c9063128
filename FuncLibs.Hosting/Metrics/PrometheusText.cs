using System.Globalization;
using System.Text;
using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace FuncLibs.Hosting.Metrics;

/// <summary>One metric in the Prometheus text exposition format 0.0.4.</summary>
internal static class PrometheusText
{
    /// <summary>Appends HELP, TYPE and one line a point.</summary>
    public static void Append(StringBuilder text, Metric metric)
    {
        bool counter = metric.MetricType is MetricType.LongSum or MetricType.DoubleSum;
        string name = PrometheusName.Of(metric.Name, metric.Unit ?? "", counter);
        if (!string.IsNullOrEmpty(metric.Description))
            text.Append("# HELP ").Append(name).Append(' ').Append(EscapeHelp(metric.Description)).Append('\n');
        text.Append("# TYPE ").Append(name).Append(' ').Append(TypeOf(metric.MetricType)).Append('\n');
        foreach (ref readonly MetricPoint point in metric.GetMetricPoints())
        {
            if (metric.MetricType == MetricType.Histogram)
                AppendHistogram(text, name, in point);
            else
                AppendLine(text, name, point.Tags, bound: null, ValueOf(metric.MetricType, in point));
        }
    }

    private static void AppendHistogram(StringBuilder text, string name, in MetricPoint point)
    {
        long below = 0;
        foreach (HistogramBucket bucket in point.GetHistogramBuckets())
        {
            below += bucket.BucketCount;
            AppendLine(text, name + "_bucket", point.Tags, Number(bucket.ExplicitBound), Number(below));
        }

        AppendLine(text, name + "_sum", point.Tags, bound: null, Number(point.GetHistogramSum()));
        AppendLine(text, name + "_count", point.Tags, bound: null, Number(point.GetHistogramCount()));
    }

    private static void AppendLine(StringBuilder text, string name, ReadOnlyTagCollection tags, string? bound, string value)
    {
        text.Append(name);
        char separator = '{';
        foreach (KeyValuePair<string, object?> tag in tags)
        {
            AppendLabel(text, separator, PrometheusName.Legal(tag.Key), Convert.ToString(tag.Value, CultureInfo.InvariantCulture) ?? "");
            separator = ',';
        }

        if (bound is not null)
        {
            AppendLabel(text, separator, "le", bound);
            separator = ',';
        }

        text.Append(separator == ',' ? "} " : " ").Append(value).Append('\n');
    }

    private static void AppendLabel(StringBuilder text, char separator, string name, string value) =>
        text.Append(separator).Append(name).Append("=\"").Append(EscapeLabel(value)).Append('"');

    private static string TypeOf(MetricType type) => type switch
    {
        MetricType.LongSum or MetricType.DoubleSum => "counter",
        MetricType.Histogram => "histogram",
        _ => "gauge",
    };

    private static string ValueOf(MetricType type, in MetricPoint point) => type switch
    {
        MetricType.LongSum or MetricType.LongSumNonMonotonic => Number(point.GetSumLong()),
        MetricType.DoubleSum or MetricType.DoubleSumNonMonotonic => Number(point.GetSumDouble()),
        MetricType.LongGauge => Number(point.GetGaugeLastValueLong()),
        _ => Number(point.GetGaugeLastValueDouble()),
    };

    private static string Number(long value) => value.ToString(CultureInfo.InvariantCulture);

    private static string Number(double value) => value switch
    {
        double.PositiveInfinity => "+Inf",
        double.NegativeInfinity => "-Inf",
        double.NaN => "NaN",
        _ => value.ToString(CultureInfo.InvariantCulture),
    };

    private static string EscapeHelp(string text) =>
        text.Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\n", "\\n", StringComparison.Ordinal);

    private static string EscapeLabel(string text) => EscapeHelp(text).Replace("\"", "\\\"", StringComparison.Ordinal);
}
