using System.Buffers.Binary;
using System.Diagnostics.Metrics;
using System.Net;
using System.Net.Sockets;
using System.Text;
using FuncLibs.Web.Metrics;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using OpenTelemetry.Metrics;
using Testing;
using Testing.Certificates;

namespace FuncLibs.Web.Tests.Metrics;

/// <summary>Metrics exported to a real collector, whose protobuf is decoded here by its field numbers.</summary>
public sealed class OtlpExportTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly OtlpStatus _status = new();
    private readonly string _name = $"test-{Guid.NewGuid():N}";
    private readonly Meter _meter;

    public OtlpExportTests()
    {
        _meter = new Meter(_name);
        _meter.CreateObservableCounter("telemetry.publish.blocks", () => 4552L, "{block}", "Blocks published.");
        _meter.CreateObservableGauge("telemetry.latency.p99", () => 0.0041, "s", "Latency.");
    }

    public void Dispose()
    {
        _meter.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Create_Collector_GetsNamesValuesAndTheToken()
    {
        byte[] body = [];
        string? token = null;
        await using WebApplication collector = await Collect(async context =>
        {
            token = context.Request.Headers.Authorization;
            using var copy = new MemoryStream();
            await context.Request.Body.CopyToAsync(copy);
            body = copy.ToArray();
        });
        TestCertificates.WriteSecret(_folder.File("token"), "lab"u8.ToArray());

        using MeterProvider provider = Create(collector.Urls.First(), _folder.File("token"));
        provider.ForceFlush();

        Dictionary<string, double> metrics = Decode(body);
        metrics["telemetry.publish.blocks"].ShouldBe(4552);
        metrics["telemetry.latency.p99"].ShouldBe(0.0041);
        token.ShouldBe("Bearer lab");
        (_status.Sent, _status.Failed, _status.Fault).ShouldBe((1, 0, null));
    }

    [Fact]
    public async Task Create_CollectorThatRefuses_IsCounted()
    {
        await using WebApplication collector = await Collect(context =>
        {
            context.Response.StatusCode = 401;
            return Task.CompletedTask;
        });

        using MeterProvider provider = Create(collector.Urls.First());
        provider.ForceFlush();

        (_status.Sent, _status.Failed, _status.Fault).ShouldBe((0, 1, "the collector answered 401"));
    }

    [Fact]
    public void Create_CollectorThatHangs_IsGivenUp()
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();

        using MeterProvider provider = Create($"http://{listener.LocalEndPoint}", timeoutSeconds: 1);
        provider.ForceFlush();

        _status.Fault.ShouldBe("the collector did not answer in time");
    }

    [Fact]
    public void Create_NoCollector_IsCounted()
    {
        using MeterProvider provider = Create("http://127.0.0.1:1");
        provider.ForceFlush();

        _status.Failed.ShouldBe(1);
        _status.Fault.ShouldNotBeNull().ShouldContain("127.0.0.1:1");
    }

    private MeterProvider Create(string endpoint, string tokenFile = "", int timeoutSeconds = 30) =>
        MetricsExport.Create(
            _name,
            new OtlpOptions
            {
                Endpoint = endpoint,
                TokenFile = tokenFile,
                IntervalSeconds = 3600,
                TimeoutSeconds = timeoutSeconds,
            },
            _status);

    private static async Task<WebApplication> Collect(Func<HttpContext, Task> answer)
    {
        WebApplicationBuilder builder = WebApplication.CreateEmptyBuilder(new WebApplicationOptions());
        builder.WebHost.UseKestrelCore().UseUrls("http://127.0.0.1:0");
        builder.Services.AddRoutingCore();
        WebApplication collector = builder.Build();
        collector.MapPost("/v1/metrics", answer.Invoke);
        await collector.StartAsync();
        return collector;
    }

    // ExportMetricsServiceRequest: resource_metrics 1 > scope_metrics 2 > metrics 2 > name 1; gauge 5 or sum 7 >
    // data_points 1 > as_double 4 or as_int 6.
    private static Dictionary<string, double> Decode(byte[] request) => Fields(request, 1)
        .SelectMany(resource => Fields(resource, 2))
        .SelectMany(scope => Fields(scope, 2))
        .ToDictionary(metric => Encoding.UTF8.GetString(Fields(metric, 1).Single()), ValueOf);

    private static double ValueOf(byte[] metric)
    {
        byte[] point = Fields(metric, 5).Concat(Fields(metric, 7)).SelectMany(data => Fields(data, 1)).Single();
        return Fields(point, 4).Select(bytes => BinaryPrimitives.ReadDoubleLittleEndian(bytes))
            .Concat(Fields(point, 6).Select(bytes => (double)BinaryPrimitives.ReadInt64LittleEndian(bytes)))
            .Single();
    }

    private static List<byte[]> Fields(byte[] message, int number)
    {
        List<byte[]> found = [];
        for (int at = 0; at < message.Length;)
        {
            ulong tag = Varint(message, ref at);
            int length = (tag & 7) switch
            {
                0 => VarintBytes(message, at),
                1 => 8,
                5 => 4,
                2 => (int)Varint(message, ref at),
                _ => throw new InvalidDataException($"wire type {tag & 7}"),
            };
            if ((int)(tag >> 3) == number)
                found.Add(message[at..(at + length)]);
            at += length;
        }

        return found;
    }

    private static ulong Varint(byte[] message, ref int at)
    {
        ulong value = 0;
        for (int shift = 0; ; shift += 7)
        {
            byte next = message[at++];
            value |= (ulong)(next & 0x7F) << shift;
            if (next < 0x80)
                return value;
        }
    }

    private static int VarintBytes(byte[] message, int at)
    {
        int start = at;
        Varint(message, ref at);
        return at - start;
    }
}
