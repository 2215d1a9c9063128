using System.Globalization;
using System.IO.Pipes;
using System.Net;
using System.Net.Sockets;
using System.Text.Json;
using FuncLibs.Hosting;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;
using FuncLibs.Messaging.RigLink;
using Testing;
using Tools.Load;

namespace Tools.Tests.Load;

public sealed class LoadVerbTests : IDisposable
{
    private const int Rigs = 3;
    private const int Blocks = 50;
    private readonly TemporaryFolder _folder = new();
    private readonly StringWriter _text = new();
    private readonly StringWriter _errorText = new();
    private readonly TextWriter _output;

    public LoadVerbTests() => _output = TextWriter.Synchronized(_text);

    [Fact]
    public async Task Load_WithoutClients_CountsAllBlocksUnserved()
    {
        int code = await Run("--for", "0.5", "--out", _folder.File("report.json"));

        code.ShouldBe(ExitCodes.Ok, _errorText.ToString());
        LoadReport report = Report();
        report.Rigs
            .Select(rig => (rig.Name, rig.Seed, rig.Due, rig.Sent))
            .ShouldBe([("rig01", 7, Blocks, 0), ("rig02", 8, Blocks, 0), ("rig03", 9, Blocks, 0)]);
        report.Rigs.ShouldAllBe(
            rig => rig.Due == rig.Sent + rig.Dropped + rig.Unserved + rig.Never && rig.Late >= rig.Missed
                && rig.Missed >= rig.Never);
        (report.Total.Due, report.Total.Unserved
            + report.Total.Never, report.EndedEarly, report.LateAfterUs).ShouldBe(
                (Rigs * Blocks, Rigs * Blocks, false, 5000));
        report.Total.LatenessUs.Max.ShouldBe(report.Rigs.Max(rig => rig.LatenessUs.Max));
        report.Total.CpuShare.ShouldBeGreaterThan(report.Rigs.Sum(rig => rig.CpuShare) - 0.05);
        _text.ToString().Split('\n').Count(line => line.StartsWith("total ", StringComparison.Ordinal)).ShouldBe(1);
    }

    [Fact]
    public async Task Load_WithAClientEach_SendsEveryBlockThatWasDue()
    {
        Task<int> run = OnAThread(
            () => Run("--for", "0.5", "--wait", "60", "--connector", "--out", _folder.File("report.json"))
                .GetAwaiter()
                .GetResult());
        Eventually.True(() => Endpoints().Count == Rigs || run.IsCompleted, "all rigs listen");
        long[] received = await Task.WhenAll(Endpoints().Select(endpoint => OnAThread(() => ReadToEnd(endpoint))));

        (await run).ShouldBe(ExitCodes.Ok, _errorText.ToString());
        RigLoad total = Report().Total;
        (total.Sent, total.Dropped, total.Waiting).ShouldBe((received.Sum(), 0, 0));
        (total.Sent + total.Unserved + total.Never).ShouldBe(Rigs * Blocks);
        received.ShouldAllBe(blocks => blocks > 0);
        _text
            .ToString()
            .ShouldContain(string.Join(' ', Endpoints().Select((at, i) => $"--Sources:{i}:Endpoint tcp://{at}")));
    }

    [Fact]
    public async Task Load_StopRequested_EndsEarlyWithAReport()
    {
        // A supervised process: the end of its standard input tells it to stop.
        using var supervisor = new AnonymousPipeServerStream(PipeDirection.Out);
        using var input = new AnonymousPipeClientStream(PipeDirection.In, supervisor.ClientSafePipeHandle);
        Task<int> run = Task.Run(
            () => Run(input, "--for", "3600", "--Run:Supervised", "true", "--out", _folder.File("report.json")));
        Eventually.True(() => Endpoints().Count == Rigs || run.IsCompleted, "all rigs listen");
        supervisor.Dispose();
        int code = await run;

        LoadReport report = Report();
        (code, report.EndedEarly).ShouldBe((ExitCodes.Ok, true));
        (report.Total.Sent + report.Total.Unserved + report.Total.Never
            + report.Total.Dropped).ShouldBe(report.Total.Due);
    }

    [Fact]
    public async Task Load_PortsInUse_NamesEachAndExits2()
    {
        using var first = new TcpListener(IPAddress.Loopback, 0);
        first.Start();
        int port = ((IPEndPoint)first.LocalEndpoint).Port;

        int code = await Run("--listen-from", $"tcp://127.0.0.1:{port}", "--rigs", "1");

        code.ShouldBe(ExitCodes.CannotStart);
        _errorText
            .ToString()
            .ShouldContain(string.Create(CultureInfo.InvariantCulture, $"rig01 at tcp://127.0.0.1:{port}: "));
        _errorText.ToString().ShouldContain("choose another one");
    }

    [Fact]
    public async Task Load_ManyFaults_NamesThemAllAndExits2()
    {
        int code = await Run(
            "--listen-from",
            "tcp://127.0.0.1:65534",
            "--BlocksPerSecond",
            "50",
            "--Run:For",
            "1",
            "--Truth:File",
            "truth");

        code.ShouldBe(ExitCodes.CannotStart);
        string errors = _errorText.ToString();
        errors.ShouldContain("load: 4 faults");
        errors.ShouldContain("Rate: 100, while BlocksPerSecond is 50");
        errors.ShouldContain("3 rigs would take ports 65534 to 65536");
        errors.ShouldContain("Run:For: 1");
        errors.ShouldContain("Truth:File: truth");
    }

    [Theory]
    [InlineData("'tcp://0.0.0.0:5600' is not a loopback address", "--listen-from", "tcp://0.0.0.0:5600")]
    [InlineData("'5600' is not an address", "--listen-from", "5600")]
    [InlineData("Rigs (from command line): '65' is not allowed; 1 to 64", "--rigs", "65")]
    [InlineData(
        "all queues together may take 4096 MiB",
        "--preset",
        "load-64x4096",
        "--rate",
        "64",
        "--rigs",
        "64",
        "--Link:QueueBlocks",
        "4096")]
    [InlineData("Out /nowhere/at/all", "--out", "/nowhere/at/all")]
    public async Task Load_AFault_ReportsWhatAndExits2(string fault, params string[] words)
    {
        int code = await Run(words);

        (code, _errorText.ToString().Contains(
            fault, StringComparison.Ordinal)).ShouldBe((ExitCodes.CannotStart, true), _errorText.ToString());
    }

    public void Dispose()
    {
        _folder.Dispose();
        _output.Dispose();
        _text.Dispose();
        _errorText.Dispose();
    }

    // Clients that wait take no threads of the pool: on it the connections of the others are completed.
    private static Task<T> OnAThread<T>(Func<T> action) =>
        Task.Factory.StartNew(action, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);

    private static long ReadToEnd(IPEndPoint endpoint)
    {
        LinkClient.Connect(endpoint, "test", TimeProvider.System, out LinkClient? connected).ToString().ShouldBe("Ok");
        using LinkClient client = connected!;
        long blocks = 0;
        for (LinkOutcome outcome = LinkOutcome.Ok; !outcome.IsFatal;)
        {
            outcome = client.Read(out LinkFrame frame, 100_000);
            if (outcome.IsOk && frame.Type == LinkFrameType.State)
                return blocks;
            if (outcome.IsOk && frame.Type == LinkFrameType.Block)
                blocks++;
        }

        return -1;
    }

    private List<IPEndPoint> Endpoints() =>
    [
        .. _text.ToString().Split('\n')
            .Select(line => ListeningLines.Parse(line.Trim()))
            .Where(line => line is not null)
            .Select(
                line => LinkEndpoint.TryParse(line!.Value.Endpoint, out IPEndPoint at)
                    ? at
                    : throw new InvalidDataException(line.Value.Endpoint)),
    ];

    private LoadReport Report() =>
        JsonSerializer.Deserialize(File.ReadAllBytes(_folder.File("report.json")), LoadJson.Default.LoadReport)!;

    private Task<int> Run(params string[] words) => Run(Stream.Null, words);

    private Task<int> Run(Stream input, params string[] words)
    {
        string[] defaults = ["--rigs", $"{Rigs}", "--preset", "small", "--rate", "100", "--seed", "7"];
        IEnumerable<string> kept = defaults.Chunk(2).Where(pair => !words.Contains(pair[0])).SelectMany(pair => pair);
        var inputs = new ConfigurationInputs(AppContext.BaseDirectory, new Dictionary<string, string>());
        return ToolsProgram.RunAsync(
            ["load", .. kept, .. words], inputs, new ProcessStreams(input, _output, _errorText));
    }
}
