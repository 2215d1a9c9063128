using System.Buffers;
using System.Diagnostics.Metrics;
using System.Text;
using FuncLibs.Hosting.Metrics;

namespace FuncLibs.Hosting.Tests.Metrics;

public sealed class PrometheusScraperTests : IDisposable
{
    private readonly Meter _meter = new($"test-{Guid.NewGuid()}");
    private readonly PrometheusScraper _scraper;

    public PrometheusScraperTests() => _scraper = new PrometheusScraper(_meter.Name);

    public void Dispose()
    {
        _scraper.Dispose();
        _meter.Dispose();
    }

    private string Scrape()
    {
        var buffer = new ArrayBufferWriter<byte>();
        _scraper.Collect(buffer).ShouldBeTrue();
        return Encoding.UTF8.GetString(buffer.WrittenSpan);
    }

    [Fact]
    public void Collect_EveryKind_IsGoldenText()
    {
        _meter.CreateObservableCounter("telemetry.link.bytes", () => 42L, "By", "Bytes from the\nlink \\ rig.");
        var stream = new KeyValuePair<string, object?>("stream.name", "a\"b\\c\nd");
        _meter.CreateObservableCounter("telemetry.blocks", () => new Measurement<long>(7, stream), "{block}");
        _meter.CreateObservableGauge("telemetry.age", () => 0.25, "s", "Age.");
        _meter.CreateObservableUpDownCounter("telemetry.ring.held", () => -3L);
        Histogram<double> histogram = _meter.CreateHistogram(
            "telemetry.scrape", "ms", null, null, new InstrumentAdvice<double> { HistogramBucketBoundaries = [1, 10] });
        histogram.Record(0.5);
        histogram.Record(20);
        Scrape().ShouldBe("""
            # HELP telemetry_link_bytes_total Bytes from the\nlink \\ rig.
            # TYPE telemetry_link_bytes_total counter
            telemetry_link_bytes_total 42
            # TYPE telemetry_blocks_total counter
            telemetry_blocks_total{stream_name="a\"b\\c\nd"} 7
            # HELP telemetry_age_seconds Age.
            # TYPE telemetry_age_seconds gauge
            telemetry_age_seconds 0.25
            # TYPE telemetry_ring_held gauge
            telemetry_ring_held -3
            # TYPE telemetry_scrape_milliseconds histogram
            telemetry_scrape_milliseconds_bucket{le="1"} 1
            telemetry_scrape_milliseconds_bucket{le="10"} 1
            telemetry_scrape_milliseconds_bucket{le="+Inf"} 2
            telemetry_scrape_milliseconds_sum 20.5
            telemetry_scrape_milliseconds_count 2

            """);
    }

    [Fact]
    public void Collect_Twice_IsCumulative()
    {
        long count = 5;
        _meter.CreateObservableCounter("n", () => count);
        Scrape();
        count = 8;
        Scrape().ShouldBe("# TYPE n_total counter\nn_total 8\n");
    }

    [Fact]
    public void Collect_AfterDispose_IsFalse()
    {
        _scraper.Dispose();
        _scraper.Dispose();
        _scraper.Collect(new ArrayBufferWriter<byte>()).ShouldBeFalse();
    }

    [Theory]
    [InlineData("9lives", "", false, "_9lives")]
    [InlineData("rx.bytes", "By", true, "rx_bytes_total")]
    [InlineData("x_total", "1", true, "x_total")]
    [InlineData("speed", "m/s", false, "speed_m_s")]
    public void Of_NameAndUnit_IsLegal(string name, string unit, bool counter, string expected) =>
        PrometheusName.Of(name, unit, counter).ShouldBe(expected);
}
