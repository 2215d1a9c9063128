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
