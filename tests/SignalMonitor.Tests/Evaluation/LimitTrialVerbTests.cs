using System.Text.Json;

namespace SignalMonitor.Tests.Evaluation;

public sealed class LimitTrialVerbTests : IDisposable
{
    private readonly RecordedRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public async Task Try_NewLimit_TripsAtEachSampleThatCrossesIt()
    {
        _rig.Record(100);
        (_, string values, _) = await _rig.Eval("servo1.force", "--json");
        double[] force = [.. EvalCommand.Numbers(values)];
        int crossings = force.Where((value, i) => value > 80 && (i == 0 || force[i - 1] <= 80)).Count();

        (int code, string output, string errors) =
            await Try("servo1.force", "--Kind", "upper", "--Value", "80", "--json");

        code.ShouldBe(0, errors);
        JsonElement[] events =
        [
            .. output.Split('\n', StringSplitOptions.RemoveEmptyEntries)
                .Select(line => JsonDocument.Parse(line).RootElement)
                .Where(made => made.GetProperty("cause").GetString() == "raised"),
        ];
        crossings.ShouldBeGreaterThan(10);
        events.Length.ShouldBe(crossings);
        events.ShouldAllBe(made => made.GetProperty("value").GetDouble() > 80
            && made.GetProperty("signal").GetString() == "servo1.force");
    }

    [Fact]
    public async Task Try_WithoutAName_TriesTheStoredLimits()
    {
        _rig.Record(20);
        await Limits("set", "servo1.force", "--Kind", "upper", "--Value", "50");

        (int code, string output, string errors) = await Try();

        code.ShouldBe(0, errors);
        output.ShouldContain("servo1.force upper 50");
        output.ShouldContain("alarms in 20 blocks");
    }

    [Fact]
    public async Task Try_StoredLimitWithAnotherValue_ChangesNothingStored()
    {
        _rig.Record(20);
        await Limits("set", "servo1.force", "--Kind", "upper", "--Value", "50", "--Unit", "kN");

        (_, string output, _) = await Try("servo1.force", "--Kind", "upper", "--Value", "1000");

        output.ShouldNotContain("servo1.force upper");
        (await Limits("list", "--json")).Output.ShouldContain("\"value\":50");
    }

    [Fact]
    public async Task Try_Selection_ReadsOnlyIt()
    {
        _rig.Record(20);

        (_, string output, _) = await Try("--from", "5", "--to", "9");

        output.ShouldContain("in 5 blocks");
    }

    [Theory]
    [InlineData("--Value", "80", "--Kind names the limit")]
    [InlineData("--Kind", "upper", "a new limit needs --Value")]
    public async Task Try_IncompleteLimit_SaysWhatIsMissing(string option, string value, string expected)
    {
        _rig.Record(1);

        (int code, _, string errors) = await Try("servo1.force", option, value);

        code.ShouldBe(2);
        errors.ShouldContain(expected);
    }

    [Fact]
    public async Task Try_UnknownSignal_IsNamedAsNotWatched()
    {
        _rig.Record(1);

        (int code, _, string errors) = await Try("servo9.force", "--Kind", "upper", "--Value", "1");

        code.ShouldBe(0);
        errors.ShouldContain("not watched");
    }

    [Fact]
    public async Task Try_WithoutASource_SaysSo()
    {
        (int code, _, string errors) = await Limits("try");

        code.ShouldBe(2);
        errors.ShouldContain("try needs --source");
    }

    [Fact]
    public async Task Try_OtherDefinitions_HaveNone()
    {
        (int code, _, string errors) =
            await MonitorCommand.RunAsync(Stream.Null, "units", "try", "--State:Folder", _rig.StateFolder);

        code.ShouldBe(2);
        errors.ShouldContain("only limits can be tried");
    }

    private Task<(int Code, string Output, string Errors)> Try(params string[] words)
    {
        _rig.Flush();
        return Limits(["try", .. words, "--source", _rig.Folder]);
    }

    private Task<(int Code, string Output, string Errors)> Limits(params string[] words) =>
        MonitorCommand.RunAsync(Stream.Null, ["limits", .. words, "--State:Folder", _rig.StateFolder]);
}
