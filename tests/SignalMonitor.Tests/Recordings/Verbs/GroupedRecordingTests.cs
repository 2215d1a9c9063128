using FuncLibs.Blocks;
using SignalMonitor.Recorder.Modes;
using SignalMonitor.Tests.Recorder.Modes;
using Testing;

namespace SignalMonitor.Tests.Recordings.Verbs;

/// <summary>
/// Every verb on a recording in modes: all of what is in no group, a reduced group and a triggered one.
/// </summary>
public sealed class GroupedRecordingTests : IDisposable
{
    private const string Streams = "choose one with --stream: main, main-slow, main-trig";

    // 100 blocks of 3 samples; the reduced group has 10 samples an interval.
    private const double RateHz = 30;
    private const ulong Blocks = 100;
    private readonly TemporaryFolder _folder = new();
    private readonly ModeRun _run = new(
        new()
        {
            Triggers = [new() { Name = "t", Signal = "servo1.force", Level = 50, PreMs = 0, PostMs = 300 }],
            Groups =
            [
                new() { Name = "slow", Channels = ["temp*"], Mode = RecorderMode.Reduced, Rate = 6 },
                new() { Name = "trig", Channels = ["servo2"], Mode = RecorderMode.Triggered },
            ],
        },
        RateHz);

    public GroupedRecordingTests()
    {
        for (ulong sequence = 1; sequence <= Blocks; sequence++)
        {
            double force = sequence == 20 ? 60 : sequence;
            _run.Send(sequence, block =>
            {
                block.Channel(BlockGroup.Servo, 0).Sensor(0).Fill(Math.Min(force, 60) - 10);
                block.Channel(BlockGroup.Servo, 1).Sensor(0).Fill(sequence);
                block.Channel(BlockGroup.Temp, 0).Sensor(0).Fill(sequence);
            });
            if (sequence == 20)
                _run.WaitForTrigger();
        }

        _run.End();
    }

    public void Dispose()
    {
        _run.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Recording_ListInfoVerifyRepair_SayWhatBecameOfEachGroup()
    {
        (await Do("recording", "list", "--source", _run.Rig.Root)).ShouldContain("1 recordings");
        string info = await Do("recording", "info", "--source", _run.Folder);
        info.ShouldContain("journal-2: group slow (temp*), reduced to 6 samples a second");
        info.ShouldContain("journal-3: group trig (servo2), triggered");
        (await Do("recording", "verify", "--source", _run.Folder)).ShouldContain("0 damaged ranges, 0 torn ends");
        string repaired = await Do("recording", "repair", "--source", _run.Folder);
        foreach (string journal in (string[])["journal", "journal-2", "journal-3"])
            repaired.ShouldContain($"{journal}: 1 segments, 0 torn ends cut, 0 damaged ranges left");
    }

    [Theory]
    [InlineData("export", "--format", "csv", "--out", "x.csv")]
    [InlineData("report", "--out", "x.html")]
    [InlineData("eval", "--expr", "servo1.force")]
    [InlineData("limits", "try", "servo1.force", "--Kind", "upper", "--Value", "40")]
    public async Task Verb_WithoutAStream_NamesTheGroupsToChooseFrom(params string[] words)
    {
        (int code, _, string errors) = await Run(words);

        code.ShouldBe(2);
        errors.ShouldContain(Streams);
        Directory.GetFiles(_folder.Path).ShouldBeEmpty();
    }

    [Fact]
    public async Task Export_ReducedGroup_HasTheExtremesAndSaysSo()
    {
        (int code, _, string errors) = await Run(
            "export", "--format", "csv", "--out", "x.csv", "--stream", "main-slow", "--channels", "temp1.force");

        code.ShouldBe(0, errors);
        errors.ShouldContain("samples are the smallest and the largest of each interval (Recorder:Mode=Reduced");
        errors.ShouldContain("x.csv: 60 rows");
    }

    [Fact]
    public async Task Export_TriggeredGroup_HasItsWindowsAndSaysWhatWasLeftOut()
    {
        (int code, _, string errors) = await Run(
            "export", "--format", "csv", "--out", "x.csv", "--stream", "main-trig", "--channels", "servo2.force");

        code.ShouldBe(0, errors);
        errors.ShouldContain("were not kept on purpose (Recorder:Mode=Triggered)");
    }

    [Fact]
    public async Task Export_ChannelOfAnotherGroup_IsRefused()
    {
        (int code, _, string errors) = await Run(
            "export", "--format", "csv", "--out", "x.csv", "--stream", "main-slow", "--channels", "servo1.force");

        code.ShouldBe(2);
        errors.ShouldContain("the stream has no channel 'servo1.force'");
    }

    [Theory]
    [InlineData("main", "servo1.force")]
    [InlineData("main-slow", "temp1.force")]
    [InlineData("main-trig", "servo2.force")]
    public async Task LimitsTryAndEvalAndReport_OfEachGroup_ReadIt(string stream, string signal)
    {
        (int code, string output, string errors) = await Run(
            "limits", "try", signal, "--Kind", "upper", "--Value", "15", "--stream", stream);
        code.ShouldBe(0, errors);
        output.ShouldContain($"{signal} upper 15");
        (code, _, errors) = await Run("eval", "--expr", signal, "--stream", stream, "--json");
        code.ShouldBe(0, errors);
        (code, _, errors) = await Run("report", "--out", "x.html", "--stream", stream);
        code.ShouldBe(0, errors);
        string page = File.ReadAllText(_folder.File("x.html"));
        page.ShouldContain(signal);
        foreach (string other in (string[])["servo1.force", "temp1.force", "servo2.force"])
            page.Contains($">{other}", StringComparison.Ordinal).ShouldBe(other == signal, other);
    }

    [Theory]
    [InlineData("main-slow", "samples are the smallest and the largest of each interval (Recorder:Mode=Reduced", true)]
    [InlineData("main-trig", "were not kept on purpose (Recorder:Mode=Triggered)", true)]
    [InlineData("main", "were not kept on purpose", false)]
    public async Task Report_OfEachGroup_SaysWhatBecameOfItsBlocks(string stream, string note, bool isSaid)
    {
        (int code, _, string errors) = await Run("report", "--out", "x.html", "--stream", stream);

        code.ShouldBe(0, errors);
        File.ReadAllText(_folder.File("x.html")).Contains(note, StringComparison.Ordinal).ShouldBe(isSaid);
    }

    [Theory]
    [InlineData("main-slow", "samples are the smallest and the largest of each interval (Recorder:Mode=Reduced", true)]
    [InlineData("main-trig", "were not kept on purpose (Recorder:Mode=Triggered)", true)]
    [InlineData("main", "were not kept on purpose", false)]
    public async Task EvalAndLimitsTry_OfEachGroup_SayWhatBecameOfItsBlocks(string stream, string note, bool isSaid)
    {
        string signal = stream == "main" ? "servo1.force" : stream == "main-slow" ? "temp1.force" : "servo2.force";

        (_, _, string evaluated) = await Run("eval", "--expr", signal, "--stream", stream, "--json");
        (_, _, string tried) = await Run(
            "limits", "try", signal, "--Kind", "upper", "--Value", "15", "--stream", stream);

        evaluated.Contains(note, StringComparison.Ordinal).ShouldBe(isSaid, evaluated);
        tried.Contains(note, StringComparison.Ordinal).ShouldBe(isSaid, tried);
    }

    [Fact]
    public async Task Report_ChannelOfAnotherGroup_IsRefused()
    {
        (int code, _, string errors) = await Run(
            "report", "--out", "x.html", "--stream", "main-slow", "--channels", "servo1.force");

        code.ShouldBe(2);
        errors.ShouldContain("the stream has no channel 'servo1.force'");
        File.Exists(_folder.File("x.html")).ShouldBeFalse();
    }

    private async Task<string> Do(params string[] words)
    {
        (int code, string output, string errors) = await MonitorCommand.RunAsync(
            Stream.Null, [.. words, "--State:Folder", _folder.File("state")]);
        code.ShouldBe(0, output + errors);
        return output;
    }

    private Task<(int Code, string Output, string Errors)> Run(params string[] words)
    {
        int file = Array.IndexOf(words, "--out") + 1;
        string[] full = [.. words.Select((word, i) => file > 0 && i == file ? _folder.File(word) : word)];
        return MonitorCommand.RunAsync(
            Stream.Null, [.. full, "--source", _run.Folder, "--State:Folder", _folder.File("state")]);
    }
}
