using System.Buffers;
using System.Text;
using OpenTelemetry;
using OpenTelemetry.Metrics;

namespace FuncLibs.Hosting.Metrics;

/// <summary>
/// All instruments of some meters as Prometheus text, collected when asked. Nothing is measured between two scrapes: observable
/// instruments are read in <see cref="Collect"/>, so hot paths only bump plain fields. Safe from any thread.
/// </summary>
public sealed class PrometheusScraper : IDisposable
{
    /// <summary>Content type of the text.</summary>
    public const string ContentType = "text/plain; version=0.0.4; charset=utf-8";

    private readonly Lock _one = new();
    private readonly StringBuilder _text = new();
    private readonly Func<bool> _collect;
    private MeterProvider? _provider;

    /// <summary>Over the meters of these names.</summary>
    public PrometheusScraper(params string[] meters)
    {
        // The provider owns and disposes the reader, the reader its exporter.
        var reader = new BaseExportingMetricReader(new PrometheusExporter(_text))
        {
            TemporalityPreference = MetricReaderTemporalityPreference.Cumulative,
        };
        _collect = () => reader.Collect();
        _provider = Sdk.CreateMeterProviderBuilder().AddMeter(meters).AddReader(reader).Build();
    }

    /// <summary>Writes the present values, UTF-8.</summary>
    /// <returns>False when they could not be collected; then nothing was written.</returns>
    public bool Collect(IBufferWriter<byte> output)
    {
        lock (_one)
        {
            _text.Clear();
            if (_provider is null || !_collect())
                return false;
            foreach (ReadOnlyMemory<char> chunk in _text.GetChunks())
                Encoding.UTF8.GetBytes(chunk.Span, output);
            return true;
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        lock (_one)
        {
            // A second dispose of a provider throws.
            _provider?.Dispose();
            _provider = null;
        }
    }
}
