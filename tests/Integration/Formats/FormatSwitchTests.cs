using System.Text.Json;
using FuncLibs.Blocks;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Hosting.Formats;
using Testing;
using Testing.Processes;

namespace Integration.Formats;

/// <summary>The payload format of a running connector is changed, and a monitor counts every block.</summary>
public sealed class FormatSwitchTests : IDisposable
{
    private static readonly string PlugIn = Path.Combine(AppContext.BaseDirectory, "TestFormats.dll");
    private readonly TemporaryFolder _folder = new();
    private readonly HostProcess _connector;
    private readonly HostProcess _monitor;

    public FormatSwitchTests()
    {
        _connector = Hosts.StartSelfFed(_folder.File("connector"), ["--Formats:PlugIns", PlugIn, .. Hosts.DeepSource]);
        _monitor = Hosts.StartMonitor(_folder.File("monitor"), _connector, "--Formats:PlugIns", PlugIn);
        new MonitorView(_monitor).WaitForMore(50);
    }

    private JsonElement Format => _connector.Json("/health").GetProperty("format");

    public void Dispose()
    {
        _monitor.Dispose();
        _connector.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Use_EachFormatInTurn_LosesAndRepeatsNoBlock()
    {
        foreach (string content in (string[])["rows", "json", "columns-packed", "cbor", "protobuf", "good", "columns"])
        {
            Run("use", content);
            Eventually.True(() => Format.GetProperty("content").GetString() == content, $"{content} is used");
            new MonitorView(_monitor).WaitForMore(20);
        }

        CountsShouldBeWhole();
        Format.GetProperty("changes").GetInt64().ShouldBe(7);
        Eventually.True(
            () => _monitor.Everything.Contains(
                "blocks are published as protobuf, before as cbor", StringComparison.Ordinal),
            "the monitor logs the event");
    }

    [Fact]
    public void Canary_OfAPlugIn_IsDecidedByItself()
    {
        Run("canary", "wrong", "--share", "100", "--blocks", "200");
        Eventually.True(() => CanaryState("wrong") == "rolledBack", "the faulty one is rolled back");
        Format.GetProperty("content").GetString().ShouldBe("columns");
        Run("canary", "good", "--share", "100", "--blocks", "200", "--max-slowdown", "1000");
        Eventually.True(() => CanaryState("good") == "promoted", "the good one is promoted");
        new MonitorView(_monitor).WaitForMore(20);

        Format.GetProperty("content").GetString().ShouldBe("good");
        Format.GetProperty("changes").GetInt64().ShouldBe(1);
        CountsShouldBeWhole();
    }

    [Theory]
    [InlineData("application/cbor", "application/cbor")]
    [InlineData(
        "application/protobuf;q=0.5, application/vnd.msgpack; layout=rows", "application/vnd.msgpack; layout=rows")]
    [InlineData("application/x-none, */*;q=0.1", "application/json")]
    [InlineData("application/json;q=0, */*", "application/vnd.msgpack; layout=columns")]
    [InlineData("application/json; charset=utf-8", "application/json")]
    public async Task Block_Accept_IsTheFormatOfTheAnswer(string accept, string type)
    {
        using HttpResponseMessage answer = await Get(accept);

        answer.EnsureSuccessStatusCode();
        answer.Content.Headers.ContentType!.ToString().ShouldBe(type);
        PlugInFormats.Load(PlugIn).ShouldBeNull();
        CDataBlock block = new(BlockLayout.Empty);
        IBlockSerializer reader = PlugInFormats.CreateRegistry().CreateByContentType(type)!;
        reader.Deserialize(await answer.Content.ReadAsByteArrayAsync(), block).IsOk.ShouldBeTrue();
        (block.FirstSampleIndex / 20).ShouldBe(
            long.Parse(answer.Headers.GetValues("X-Telemetry-Sequence").Single()) - 1);
    }

    [Theory]
    [InlineData("application/x-none", 406, "no format has such a content type; there are: application/")]
    [InlineData("application/x-good", 406, "no format has such a content type")]
    [InlineData("text/html, application/xml;q=0.9", 406, "no format has such a content type")]
    [InlineData("not a type at all", 400, "Accept cannot be read")]
    public async Task Block_AcceptThatIsUnknown_IsRefusedWithWhatThereIs(string accept, int status, string reason)
    {
        using HttpResponseMessage answer = await Get(accept);

        ((int)answer.StatusCode).ShouldBe(status);
        (await answer.Content.ReadAsStringAsync()).ShouldContain(reason);
    }

    private async Task<HttpResponseMessage> Get(string accept)
    {
        using HttpClient client = new();
        using HttpRequestMessage request = new(HttpMethod.Get, $"{_connector.Endpoint("http")}/block?stream=main");
        request.Headers.TryAddWithoutValidation("Accept", accept).ShouldBeTrue();
        return await client.SendAsync(request);
    }

    private string? CanaryState(string content) =>
        Format.TryGetProperty("canary", out JsonElement canary) && canary.GetProperty("content").GetString() == content
            ? canary.GetProperty("state").GetString() : null;

    private void Run(params string[] words)
    {
        using HostProcess verb = HostProcess.Start(
            Hosts.Connector,
            ["format", .. words, "--State:Folder", _folder.File("connector"), "--Formats:PlugIns", PlugIn]);
        verb.WaitForExit().ShouldBe(0, verb.Everything);
    }

    private void CountsShouldBeWhole()
    {
        MonitorAccount account = new MonitorView(_monitor).Account;
        account.ShouldSatisfyAllConditions(
            a => a.Closes.ShouldBeTrue(),
            a => a.DeclaredLost.ShouldBe(0),
            a => a.SilentLoss.ShouldBe(0));
        _monitor.Json("/health").GetProperty("streams").GetArrayLength().ShouldBe(1);
    }
}
