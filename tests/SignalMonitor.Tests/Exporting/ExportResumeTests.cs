using System.Collections.Immutable;
using SignalMonitor.Exporting;
using SignalMonitor.Exporting.Formats;
using SignalMonitor.Tests.Evaluation;
using Testing;

namespace SignalMonitor.Tests.Exporting;

public sealed class ExportResumeTests : IDisposable
{
    private const int Blocks = 200;
    private const int CheckpointBytes = 2000;
    private readonly RecordedRig _rig = new();
    private readonly TemporaryFolder _folder = new();

    public ExportResumeTests()
    {
        _rig.Record(Blocks);
        _rig.Flush();
    }

    public void Dispose()
    {
        _rig.Dispose();
        _folder.Dispose();
    }

    // A copy of the files at some block is what kill -9 leaves there.
    [Theory]
    [InlineData("csv", null)]
    [InlineData("jsonl", null)]
    [InlineData("npy", null)]
    [InlineData("csv", 15_000.0)]
    public async Task Resume_AfterAKillAtAnyBlock_GivesTheBytesOfAnUninterruptedExport(string format, double? rate)
    {
        ExportVerbOptions options = Options(format, _folder.File("whole"), rate);
        List<string> images = [];
        int block = 0;
        await RunAsync(options, _ =>
        {
            if (++block % 20 != 19 || !File.Exists(options.Out + ExportCheckpoint.Ending))
                return;
            images.Add(Copy(options.Out, _folder.File($"image{images.Count}")));
        });
        images.Count.ShouldBeGreaterThan(5);
        foreach (string image in images)
        {
            using StringWriter notes = new();
            string? fault = await ExportVerb.ExportAsync(
                Options(format, image, rate, resume: true), notes, _ => { }, CancellationToken.None);

            fault.ShouldBeNull();
            Content(image).ShouldBe(Content(options.Out));
            File.Exists(image + ExportCheckpoint.Ending).ShouldBeFalse();
        }
    }

    [Fact]
    public async Task Resume_AfterCtrlC_ContinuesAtTheRowWhereItStopped()
    {
        string path = _folder.File("x.csv");
        string? stopped = await StopAsync(Options("csv", path), atBlock: 100);
        stopped.ShouldBe(
            "stopped; 297 rows were written: continue with --resume, or begin again with --restart");

        (await VerbAsync("csv", path, "--resume")).Code.ShouldBe(0);
        (await VerbAsync("csv", _folder.File("whole.csv"))).Code.ShouldBe(0);
        Content(path).ShouldBe(Content(_folder.File("whole.csv")));
    }

    [Fact]
    public async Task Resume_SeveralRates_ContinuesEachFile()
    {
        ExportVerbOptions options = Options("csv", _folder.File("x.csv"));
        options.Channels = "*";
        (await StopAsync(options, atBlock: 150))!.ShouldStartWith("stopped; ");

        (await VerbAsync("csv", _folder.File("x.csv"), "--resume", "--channels", "*")).Code.ShouldBe(0);
        (await VerbAsync("csv", _folder.File("y.csv"), "--channels", "*")).Code.ShouldBe(0);
        foreach (string rate in new[] { "10000hz", "20000hz", "30000hz", "40000hz" })
            Content(_folder.File($"x-{rate}.csv")).ShouldBe(Content(_folder.File($"y-{rate}.csv")));
    }

    [Fact]
    public async Task Export_OverAnInterruptedOne_AsksWhatIsMeant()
    {
        string path = _folder.File("x.csv");
        await StopAsync(Options("csv", path), atBlock: 100);

        (int code, string errors) = await VerbAsync("csv", path);

        (code, errors).ShouldBe((2, $"export: {path}.resume is of an export that was interrupted; continue it with "
            + "--resume, or begin again with --restart"));
    }

    [Fact]
    public async Task Restart_AfterCtrlC_BeginsAgainAndLeavesNothingBehind()
    {
        string path = _folder.File("x.csv");
        await StopAsync(Options("csv", path), atBlock: 100);

        (await VerbAsync("csv", path, "--restart")).Code.ShouldBe(0);

        File.ReadAllLines(path).Length.ShouldBe(1 + (3 * Blocks));
        Directory.GetFiles(_folder.Path).ShouldBe([path]);
    }

    [Fact]
    public async Task Resume_OtherOptions_AreNamed()
    {
        string path = _folder.File("x.csv");
        await StopAsync(Options("csv", path), atBlock: 100);

        (int code, string errors) = await VerbAsync("csv", path, "--resume", "--channels", "ad1");

        (code, errors).ShouldBe((2, "export: --resume: --channels was servo1.force and is now ad1; give the options of "
            + "the interrupted export, or begin again with --restart"));
    }

    [Fact]
    public async Task Resume_FileThatWasShortened_IsRefusedAndStays()
    {
        string path = _folder.File("x.csv");
        await StopAsync(Options("csv", path), atBlock: 100);
        File.WriteAllText(path + ".new", "time");

        (int code, string errors) = await VerbAsync("csv", path, "--resume");

        code.ShouldBe(2);
        errors.ShouldStartWith($"export: --resume: {path}.new has 4 bytes and should have ");
        errors.ShouldEndWith("; begin again with --restart");
        File.ReadAllText(path + ".new").ShouldBe("time");
    }

    [Fact]
    public async Task Resume_SourceThatLostBlocks_IsRefused()
    {
        string path = _folder.File("x.csv");
        await StopAsync(Options("csv", path), atBlock: 100);
        File.Delete(Directory.GetFiles(_rig.Folder, "*.seg").Order(StringComparer.Ordinal).First());

        (int code, string errors) = await VerbAsync("csv", path, "--resume");

        code.ShouldBe(2);
        errors.ShouldContain("--resume: the source has no longer sequences 1 to 200 of epoch 1000");
    }

    [Fact]
    public async Task Resume_CheckpointThatIsRubbish_IsRefused()
    {
        string path = _folder.File("x.csv");
        File.WriteAllText(path + ".resume", "rubbish");

        (int code, string errors) = await VerbAsync("csv", path, "--resume");

        code.ShouldBe(2);
        errors.ShouldStartWith($"export: --resume: {path}.resume cannot be read (");
    }

    [Fact]
    public async Task Resume_WholeFileThatIsGone_IsRefused()
    {
        string path = _folder.File("x.csv");
        await StopAsync(Options("csv", path), atBlock: 100);
        (ExportCheckpoint.Read(path + ".resume", out _)! with { IsWhole = true }).Write(path + ".resume");
        File.Delete(path + ".new");

        (await VerbAsync("csv", path, "--resume"))
            .ShouldBe((2, $"export: --resume: {path} was whole and is gone; begin again with --restart"));
    }

    [Theory]
    [InlineData("\"rows\": 297", "\"rows\": 294")]
    [InlineData("\"bytes\": ", "\"bytes\": -")]
    [InlineData("\"files\": [", "\"files\": [ null,")]
    [InlineData("\"isWhole\": false", "\"isWhole\": true")]
    [InlineData("telemetry-export/1", "telemetry-export/9")]
    public async Task Resume_CheckpointThatWasChanged_IsRefusedAndRestartBeginsAgain(string was, string now)
    {
        string path = _folder.File("x.csv");
        await StopAsync(Options("csv", path), atBlock: 100);
        string text = File.ReadAllText(path + ".resume");
        text.ShouldContain(was);
        File.WriteAllText(path + ".resume", text.Replace(was, now, StringComparison.Ordinal));

        (int code, string errors) = await VerbAsync("csv", path, "--resume");

        code.ShouldBe(2);
        errors.ShouldStartWith($"export: --resume: {path}.resume ");
        errors.ShouldEndWith("begin again with --restart");
        (await VerbAsync("csv", path, "--restart")).Code.ShouldBe(0);
        Directory.GetFiles(_folder.Path).ShouldBe([path]);
    }

    [Theory]
    [InlineData("csv", "--resume: {0}.resume is not there, so the export begins with its first row")]
    [InlineData("parquet", "--resume: parquet cannot be continued, so the export begins with its first row")]
    public async Task Resume_NothingToContinue_BeginsAndSaysSo(string format, string note)
    {
        string path = _folder.File("x");

        (int code, string errors) = await VerbAsync(format, path, "--resume");

        code.ShouldBe(0, errors);
        errors.ShouldContain(string.Format(null, note, path));
    }

    [Fact]
    public async Task Stop_FormatThatCannotBeContinued_LeavesNothingBehind()
    {
        string? fault = await StopAsync(Options("hdf5", _folder.File("x.h5")), atBlock: 100);
        fault.ShouldBe("stopped; nothing was exported");
        Directory.GetFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task Resume_WithRestart_IsRefused() =>
        (await VerbAsync("csv", _folder.File("x"), "--resume", "--restart"))
            .ShouldBe((2, "export: --resume continues an interrupted export and --restart begins it again; give one of "
                + "them"));

    private ExportVerbOptions Options(string format, string path, double? rate = null, bool resume = false) => new()
    {
        Source = _rig.Folder,
        Format = format,
        Out = path,
        Channels = "servo1.force",
        AtRate = rate,
        Resample = rate is null ? null : "linear",
        Resume = resume,
    };

    private static async Task<string?> RunAsync(
        ExportVerbOptions options, Action<ExportProgress> progress, CancellationToken stop = default)
    {
        ExportPlan.Parse(options, 2, out ExportPlan? plan).ShouldBeNull();
        ExportSource.Open(options, TextWriter.Null, out ExportSource? source).ShouldBeNull();
        plan = plan! with { Options = ExportPlan.OptionsOf(options), CheckpointBytes = CheckpointBytes };
        using ExportRun run = new(source!, plan);
        return await run.RunAsync(TextWriter.Null, progress, ExportRoom.Whole(stop));
    }

    private static async Task<string?> StopAsync(ExportVerbOptions options, int atBlock)
    {
        using CancellationTokenSource stop = new();
        int block = 0;
        return await RunAsync(
            options,
            _ =>
            {
                if (++block == atBlock - 1)
                    stop.Cancel();
            },
            stop.Token);
    }

    private async Task<(int Code, string Errors)> VerbAsync(string format, string path, params string[] more)
    {
        string[] channels = more.Contains("--channels") ? [] : ["--channels", "servo1.force"];
        (int code, _, string errors) = await MonitorCommand.RunAsync(
            Stream.Null,
            ["export", "--source", _rig.Folder, "--format", format, "--out", path, .. channels, .. more]);
        return (code, errors.Trim());
    }

    // The files that are written beside a path and the list of them, under another path.
    private static string Copy(string from, string to)
    {
        string pending = from + ".new";
        if (Directory.Exists(pending))
        {
            Directory.CreateDirectory(to + ".new");
            foreach (string file in Directory.GetFiles(pending))
                File.Copy(file, Path.Combine(to + ".new", Path.GetFileName(file)));
        }
        else
        {
            File.Copy(pending, to + ".new");
        }

        ExportCheckpoint checkpoint = ExportCheckpoint.Read(from + ExportCheckpoint.Ending, out _)!;
        ImmutableArray<ResumedFile> files =
            [.. checkpoint.Files.Select(file => file with { Name = Path.GetFileName(to) })];
        (checkpoint with { Files = files }).Write(to + ExportCheckpoint.Ending);
        return to;
    }

    private static string Content(string path) => Directory.Exists(path)
        ? string.Join('\n', Directory.GetFiles(path).Order(StringComparer.Ordinal)
            .Select(file => Path.GetFileName(file) + Convert.ToHexString(File.ReadAllBytes(file))))
        : Convert.ToHexString(File.ReadAllBytes(path));
}
