using SignalMonitor.Audit;
using SignalMonitor.Events;
using SignalMonitor.TestReports;
using SignalMonitor.Tests.Recorder;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Tests.TestReports;

public sealed class TestRunReportTests : IDisposable
{
    private readonly RecorderRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Fact]
    public void Build_OfARecording_HasRunDefinitionsAndEvents()
    {
        _rig.Take(RecorderRig.Run("A"));
        _rig.Data(1, 20);
        _rig.Events.Add(DashboardEventKind.Note, "", DashboardEventSeverity.Info, 1, "oil changed");
        _rig.Stop();

        TestReport report = Build();

        report.Run!.Specimen.ShouldBe("S1");
        (report.Blocks, report.Gaps).ShouldBe((20, 0));
        report.Events.Single().Text.ShouldBe("oil changed");
        report.Channels.ShouldNotBeEmpty();
        report.Channels[0].Count.ShouldBeGreaterThan(0);
    }

    [Fact]
    public void Build_ActionsOfTheRun_AreThoseFromItsStartOn()
    {
        DateTimeOffset now = TimeProvider.System.GetUtcNow();
        Do("before");
        Do("testrun.start");
        _rig.Take(RecorderRig.Run("A", now));
        _rig.Data(1, 5);
        Do("variables.tare");
        _rig.Stop();

        TestReport report = Build();

        report.Actions.Select(entry => entry.Action.Action).ShouldBe(["testrun.start", "variables.tare"]);
        report.ActionFaults.ShouldBeEmpty();
    }

    [Fact]
    public void Build_ActionThatWasChanged_IsSaid()
    {
        DateTimeOffset now = TimeProvider.System.GetUtcNow();
        Do("testrun.start");
        _rig.Take(RecorderRig.Run("A", now));
        _rig.Data(1, 5);
        _rig.Stop();
        string path = Path.Combine(_rig.PathOf("A"), AuditFolder.FileName);
        File.WriteAllText(path, File.ReadAllText(path).Replace("kim", "ann", StringComparison.Ordinal));

        Build().ActionFaults.Single().ShouldContain("was changed");
    }

    private void Do(string action) => _rig.Audit
        .Append(new AuditAction("kim", "test", action, $"{RecorderRig.Station} test run A")).ShouldBeNull();

    [Fact]
    public void Build_MissingBlocks_AreCountedAsBreaks()
    {
        _rig.Take(RecorderRig.Run("A"));
        _rig.Data(1, 5);
        _rig.Data(9, 12);
        _rig.Stop();

        Build().Gaps.ShouldBe(1);
    }

    [Fact]
    public void Build_DamagedCertificate_IsSaid()
    {
        _rig.Take(RecorderRig.Run("A"));
        _rig.Data(1, 5);
        _rig.Stop();
        File.WriteAllText(Path.Combine(_rig.PathOf("A"), "certificate.json"), "{");

        TestReport report = Build();

        report.Certificate.ShouldBeNull();
        report.CertificateFault.ShouldNotBeNull().ShouldContain("certificate.json");
    }

    private TestReport Build()
    {
        VariableSet none = new() { Station = "", Revision = 0 };
        ReportBuilder.Build(_rig.PathOf("A"), new ReportVerbOptions(), () => none, out TestReport? report)
            .ShouldBeNull();
        return report!;
    }
}
