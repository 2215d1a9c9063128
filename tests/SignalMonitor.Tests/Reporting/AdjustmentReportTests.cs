using Microsoft.Extensions.Logging.Abstractions;
using SignalMonitor.Audit;
using SignalMonitor.CalculatedChannels;
using SignalMonitor.Configuration;
using SignalMonitor.Events;
using SignalMonitor.Reporting;
using SignalMonitor.Tests.CalculatedChannels;
using SignalMonitor.Variables;
using SignalMonitor.Variables.Database;
using SignalMonitor.Variables.Definitions;
using Testing;

namespace SignalMonitor.Tests.Reporting;

/// <summary>Two monitors on one database of variables, each with a state folder of its own.</summary>
public sealed class AdjustmentReportTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly IVariableRepository _repository;
    private readonly VariableRig[] _monitors = [new(), new()];

    public AdjustmentReportTests() => _repository = VariableDatabase.Open(
        new MonitorOptions().Database, _folder.Path, TimeProvider.System, seed: false)!;

    public void Dispose()
    {
        Array.ForEach(_monitors, monitor => monitor.Dispose());
        _repository.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Update_TwoMonitorsOnOneDatabase_EachNotesTheBlockWhereItAppliedTheTare()
    {
        SignalVariable load = new() { Station = "lab/rig1", Name = "load", Expression = "servo1.force", Enabled = true };
        Change(load);
        Run(_monitors[0], blocks: 3);
        Run(_monitors[1], blocks: 7);
        Change(_repository.Load("lab/rig1").Value!.Variables.Single() with { Tare = 5 });
        Array.ForEach(_monitors, monitor => Run(monitor, blocks: 1));

        AuditAction[] noted = [.. _monitors.Select((monitor, i) => Noted(monitor, $"state{i}"))];
        noted.Select(action => (action.Who, action.Action, action.Sequence, action.Old, action.New)).ShouldBe(
        [
            ("kim", "variables.tare.applied", 4UL, "0", "5"), ("kim", "variables.tare.applied", 8UL, "0", "5"),
        ]);
        _monitors.Select(monitor => monitor.Value("load")).ShouldBe([1, 1]);
    }

    private void Change(SignalVariable row)
    {
        _repository.Change("lab/rig1", "kim", _ => [new Edit(row, EditKind.Put, row.Revision)], new DefinitionCheck())
            .Has(out EditOutcome? outcome, out DatabaseFault? fault).ShouldBeTrue(fault?.Text);
        outcome!.Faults.ShouldBeEmpty();
    }

    private void Run(VariableRig monitor, int blocks)
    {
        monitor.Coordinator.Take(_repository.Load("lab/rig1").Value!);
        for (int i = 0; i < blocks; i++)
            monitor.Next([4, 5, 6]);
    }

    private AuditAction Noted(VariableRig monitor, string state)
    {
        AuditLog audit = AuditLog.In(_folder.File(state), TimeProvider.System);
        AdjustmentReport report = new(
            audit, null, new EventLog(), TimeProvider.System, NullLogger<AdjustmentReport>.Instance);
        while (monitor.Coordinator.TryTakeSwitch(out PlanSwitch? made))
            report.Take(made);
        report.Update(isLast: true);
        return AuditFolder.NewestFirst(audit.Files, long.MaxValue, _ => { }).Single().Action;
    }
}
