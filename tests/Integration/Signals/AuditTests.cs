using System.Text.Json;
using Testing.Processes;

namespace Integration.Signals;

/// <summary>A tare, and what is noted of it and of verbs beside it.</summary>
public sealed class AuditTests
{
    [Fact]
    public void Tare_BesideVerbsOfOtherProcesses_IsNotedInOneChainAndOutlivesAKill()
    {
        using SignalSystem system = new();
        system.Import("""
            {"format":"telemetry-variables/1","station":"lab/rig1",
             "variables":[{"name":"load","expression":"servo1.force"}]}
            """);
        system.WaitFor(() => system.Value("load") is not null, "load is computed");
        using (HostProcess other = HostProcess.Start(
            Hosts.Monitor, "aliases", "set", "force", "--Channel", "servo1.force", "--State:Folder", system.StateFolder))
        {
            system.Verb("testrun", "start", "T-1", "--By", "ann").ExitCode.ShouldBe(0);
            other.WaitForExit().ShouldBe(0, other.Everything);
        }

        (int code, string text) = system.Verb(
            "tare", "load", "--By", "kim", "--WindowMs", "200", "--json", "--Http:Url", system.Monitor.Endpoint("http"));
        code.ShouldBe(0, text);
        JsonElement done = JsonSerializer.Deserialize<JsonElement>(text[text.IndexOf('{', StringComparison.Ordinal)..]);
        done.GetProperty("sequence").GetString().ShouldNotBeNull();
        double tare = done.GetProperty("tare").GetDouble();
        system.WaitFor(() => Noted(system, "variables.tare.applied"), "the place of the tare is noted");

        system.KillMonitor();
        system.WaitFor(() => system.Value("load") is not null, "load is computed again");
        system.Variable("load")!.Value.GetProperty("tare").GetDouble().ShouldBe(tare);
        system.Verb("audit", "verify").ShouldSatisfyAllConditions(
            verified => verified.ExitCode.ShouldBe(0, verified.Text));
    }

    private static bool Noted(SignalSystem system, string action) =>
        system.Monitor.Text("/api/audit").Contains($"\"{action}\"", StringComparison.Ordinal);
}
