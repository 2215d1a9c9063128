using System.Text;
using Simulator.Presets;
using Simulator.Rig;
using Testing;

namespace Simulator.Tests.Presets;

public sealed class HistoryFilesTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Fact]
    public void Load_OneFileOfTwoAxes_IsReadOnce()
    {
        RigPreset preset = Load("0\n1\n0.5\n", 1, 1).ShouldNotBeNull();

        preset.Axes[0].Command.Segments[0].History.ShouldNotBeNull().Values.ToArray().ShouldBe([0, 1, 0.5]);
        preset.Axes[1].Command.Segments[0].History.ShouldBeSameAs(preset.Axes[0].Command.Segments[0].History);
    }

    [Fact]
    public void Begin_AfterTheFileWasReplaced_RunsOnWithWhatWasRead()
    {
        var rig = new SimulatedRig(Load("0\n1\n0.5\n", 1, 1)!, 1);
        File.WriteAllText(_folder.File("history.csv"), "no number at all\nnor here");

        Should.NotThrow(() => rig.Begin(FuncLibs.GroundTruth.NullGroundTruthSink.Instance));
    }

    [Fact]
    public void Load_NoSuchFile_IsReportedOnceAtItsKey()
    {
        Load(null, 1, 1).ShouldBeNull();

        _fault.ShouldNotBeNull().ShouldContain("axes[0].command.segments[0].file: there is no file");
        _fault.ShouldNotContain("axes[1]");
    }

    [Fact]
    public void Load_MoreValuesThanAPresetMayHave_ReportsTheLimit()
    {
        const int Lines = 2_700_000;
        var text = new StringBuilder(6 * Lines);
        for (int i = 0; i < Lines; i++)
            text.Append("0,0,0\n");

        Load(text.ToString(), 1, 2, 3).ShouldBeNull();
        _fault.ShouldNotBeNull().ShouldContain("axes[2].command.segments[0].file: with '");
        _fault.ShouldContain("allowed are 8000000 in all");
    }

    public void Dispose() => _folder.Dispose();

    private string? _fault;

    // An axis for each column; null leaves the file out.
    private RigPreset? Load(string? history, params int[] columns)
    {
        string file = _folder.File("history.csv");
        if (history is not null)
            File.WriteAllText(file, history);
        IEnumerable<string> axes = columns.Select(column =>
            $$"""{ "command": { "segments": [{ "shape": "File", "file": "{{file}}", "fileColumn": {{column}}, "amplitude": 1 }] } }""");
        File.WriteAllText(_folder.File("rig.json"), $$"""{ "base": "small", "axes": [{{string.Join(", ", axes)}}] }""");
        return RigPresets.Load(_folder.File("rig.json"), out _fault);
    }
}
