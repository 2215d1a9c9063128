using SignalMonitor.Tests.Evaluation;
using Testing;

namespace SignalMonitor.Tests.TestReports;

public sealed class ReportVerbTests : IDisposable
{
    private readonly RecordedRig _rig = new();
    private readonly TemporaryFolder _folder = new();

    private string Page => _folder.File("report.html");

    public void Dispose()
    {
        _rig.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task Report_OfAJournal_HasPlotsResultsAndAlarms()
    {
        _rig.Record(50);
        await Monitor("signals", "add", "twice", "--Expression", "2 * servo1.force", "--Unit", "kN");
        await Monitor("limits", "set", "servo1.force", "--Kind", "upper", "--Value", "50");

        (int code, _, string errors) = await Report();

        code.ShouldBe(0, errors);
        string page = File.ReadAllText(Page);
        page.ShouldContain("2 * servo1.force");
        page.ShouldContain("servo1.force [kN]: least and greatest value");
        page.ShouldContain("servo1.force [kN] over servo1.stroke [kN]");
        page.ShouldContain("servo1.force upper 50");
        page.ShouldContain("0 breaks between blocks");
        page.ShouldContain("@page { size: A4;");
        page.ShouldNotContain("<script");
    }

    [Fact]
    public async Task Report_DefinitionsLookAtCycles_HasPeaksLoopsAndMatrix()
    {
        _rig.Record(50);
        await Monitor("signals", "add", "top", "--Expression", "peak(servo1.force, 0.1)");

        (int code, _, string errors) = await Report("--loops", "1,2");

        code.ShouldBe(0, errors);
        string page = File.ReadAllText(Page);
        page.ShouldContain("Cycles of servo1.force");
        page.ShouldContain("noise band 0.1");
        page.ShouldContain("samples cycle 2<");
        page.ShouldContain("rainflow matrix of servo1.force [kN]");
        page.ShouldNotContain("<td>_report_");
    }

    [Fact]
    public async Task Report_StationGiven_HasItsDefinitions()
    {
        _rig.Record(5);
        string[] stations = ["--Connections:0:Station", "lab/rig1", "--Connections:1:Station", "lab/rig2"];
        await Monitor(
            [
                "signals", "add", "of_two", "--Expression", "7 * servo1.force", "--Unit", "kN", "--Station", "lab/rig2",
                .. stations,
            ]);

        (int code, _, string errors) = await Report(["--station", "lab/rig3", .. stations]);
        code.ShouldBe(2);
        errors.ShouldContain("does not follow 'lab/rig3'");
        (code, _, errors) = await Report(["--station", "lab/rig2", .. stations]);

        code.ShouldBe(0, errors);
        File.ReadAllText(Page).ShouldContain("7 * servo1.force");
    }

    [Fact]
    public async Task Report_CyclesGiven_NeedNoDefinition()
    {
        _rig.Record(50);

        await Report("--cycles", "servo1.stroke");

        File.ReadAllText(Page).ShouldContain("Cycles of servo1.stroke");
    }

    [Fact]
    public async Task Report_CyclesOfNothing_SaysSo()
    {
        _rig.Record(3);

        await Report("--cycles", "servo9.force");

        File.ReadAllText(Page).ShouldContain("not drawn: peak(servo9.force):");
    }

    [Fact]
    public async Task Report_TensileResults_HasStressOverStrain()
    {
        _rig.Record(50);
        await Monitor("signals", "add", "at", "--Expression", "at(stress(servo1.force, 10 [mm^2]), servo1.stroke / 1 [kN])");

        (int code, _, string errors) = await Report();

        code.ShouldBe(0, errors);
        File.ReadAllText(Page).ShouldContain("Stress over strain");
    }

    [Fact]
    public async Task Report_LoopsAreNoNumbers_SaysSo()
    {
        _rig.Record(3);

        (int code, _, string errors) = await Report("--loops", "1,last");

        code.ShouldBe(2);
        errors.ShouldContain("--loops: 'last' is no number of a cycle");
        File.Exists(Page).ShouldBeFalse();
    }

    [Fact]
    public async Task Report_NameWithMarkup_IsText()
    {
        _rig.Record(3);
        await Monitor("signals", "add", "odd", "--Expression", "1 < servo1.force");

        await Report();

        File.ReadAllText(Page).ShouldContain("1 &lt; servo1.force");
    }

    [Fact]
    public async Task Report_PageIsThere_IsNotReplaced()
    {
        _rig.Record(3);
        File.WriteAllText(Page, "mine");

        (int code, _, string errors) = await Report();

        code.ShouldBe(2);
        errors.ShouldContain("is there already");
        File.ReadAllText(Page).ShouldBe("mine");
    }

    [Fact]
    public async Task Report_UnknownChannel_SaysSo()
    {
        _rig.Record(3);

        (int code, _, string errors) = await Report("--channels", "servo9.*");

        code.ShouldBe(2);
        errors.ShouldContain("no channel 'servo9.*'");
        File.Exists(Page).ShouldBeFalse();
    }

    [Fact]
    public async Task Report_NoSuchFolder_SaysSo()
    {
        (int code, _, string errors) = await MonitorCommand.RunAsync(
            Stream.Null, "report", "--source", _folder.File("nowhere"), "--out", Page, "--State:Folder",
            _rig.StateFolder);

        code.ShouldBe(2);
        errors.ShouldContain("there is no folder");
    }

    private Task<(int Code, string Output, string Errors)> Report(params string[] more)
    {
        _rig.Flush();
        return Monitor(["report", "--source", _rig.Folder, "--out", Page, .. more]);
    }

    private Task<(int Code, string Output, string Errors)> Monitor(params string[] words) =>
        MonitorCommand.RunAsync(Stream.Null, [.. words, "--State:Folder", _rig.StateFolder]);
}
