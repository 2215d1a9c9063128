using System.Runtime.Versioning;
using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Deployment;

/// <summary>
/// Two fresh machines after the commands of the README: a rig's PC with a connector, and an office PC with a monitor.
/// The archive is the one for an installed runtime, of the builds that are tested; the README names that for linux-x64.
/// </summary>
[UnsupportedOSPlatform("windows")]
public sealed class TwoMachines : IDisposable
{
    private const string ArchiveOfReadme = "linux-x64";
    private readonly TemporaryFolder _folder = new();

    // The folder of temporary files may be memory.
    private readonly string _disk = Repository.PathOf(".run", $"machines-{Environment.ProcessId}");

    public TwoMachines()
    {
        // The user of the services goes through it to its notification socket.
        File.SetUnixFileMode(_folder.Path, File.GetUnixFileMode(_folder.Path) | UnixFileMode.OtherExecute);
        Archive = Packages.Make(_folder.Path);
        Rig = new LabMachine(_folder.File("rig"), Path.Combine(_disk, "rig"), "10.77.0.1 rig1.lab");
        Office = new LabMachine(_folder.File("office"), Path.Combine(_disk, "office"), "10.77.0.1 rig1.lab")
        {
            Peer = Rig,
        };
        Rig.Peer = Office;
        LabMachine.Connect(Rig, "10.77.0.1", Office, "10.77.0.2");
        foreach (LabMachine machine in new[] { Rig, Office })
            File.Copy(Archive, Path.Combine(machine.Home, Path.GetFileName(Archive)));
        Commands = ReadmeCommands.Read();
        foreach (ReadmeCommand command in Commands)
            (command.Machine.Contains("rig", StringComparison.Ordinal) ? Rig : Office).Run(InTest(command.Text));
    }

    /// <summary>The archive, as a user has it.</summary>
    internal string Archive { get; }

    internal LabMachine Rig { get; }

    internal LabMachine Office { get; }

    internal IReadOnlyList<ReadmeCommand> Commands { get; }

    /// <summary>A command with the archive of the test.</summary>
    public static string InTest(string command) =>
        command.Replace(ArchiveOfReadme, Packages.System, StringComparison.Ordinal);

    public void Dispose()
    {
        Office.Dispose();
        Rig.Dispose();
        _folder.Dispose();
        Directory.Delete(_disk, recursive: true);
    }
}

/// <summary>From a fresh machine to a rig and a remote monitor with keys.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class DeploymentTests(TwoMachines machines) : IClassFixture<TwoMachines>
{
    [Fact]
    public void Readme_FromAFreshMachineToARemoteMonitor_TakesAtMostTenCommands() =>
        machines.Commands.Count.ShouldBeInRange(5, 10);

    [Fact]
    public void Monitor_AfterTheCommandsOfTheReadme_ShowsTheRigUnderTheNameOfItsKey()
    {
        WaitForBlocks(0);
        Eventually.True(
            () => Connector().GetProperty("consumers").EnumerateArray()
                .Any(consumer => consumer.GetProperty("name").GetString() == "office1"),
            "the connector knows the monitor by its key");
        Connector().GetProperty("security").GetProperty("keys").GetBoolean().ShouldBeTrue();
    }

    [Fact]
    public void Services_AfterTheCommandsOfTheReadme_RunAsTheirOwnUserWithFilteredSystemCalls()
    {
        string status = machines.Rig.Run("cat /proc/$(pgrep -u telemetry -f 'HardwareConnector.*connector.json')/status");
        status.ShouldContain("Seccomp:\t2");
        status.ShouldContain("NoNewPrivs:\t1");
    }

    [Fact]
    public void Keys_AfterTheCommandsOfTheReadme_BelongToTheServiceAlone() =>
        machines.Rig.Run("stat -c '%a %U' /etc/telemetry/keys /etc/telemetry/keys/rig1.key")
            .ShouldBe("700 telemetry\n600 telemetry");

    // The plan of docs/operations.md, "Disaster recovery".
    [Fact]
    public void Restore_ConnectorThatWasWipedOut_TheAccountOfTheMonitorGoesOn()
    {
        WaitForBlocks(0);
        LabMachine rig = machines.Rig;
        rig.Run("systemctl stop telemetry-connector");
        rig.Run("tar czf backup.tar.gz -C / etc/telemetry var/lib/telemetry/connector");
        string folder = Path.GetFileName(machines.Archive).Replace(".tar.gz", "", StringComparison.Ordinal);
        rig.Run($"sudo {folder}/uninstall.sh --purge");
        Directory.Exists(rig.PathOf("/var/lib/telemetry")).ShouldBeFalse();
        long before = Account().Delivered;
        rig.Run($"sudo {folder}/install.sh connector");
        rig.Run("sudo tar xzf backup.tar.gz -C /");
        rig.Run("sudo chown -R telemetry:telemetry /etc/telemetry/keys /var/lib/telemetry/connector");
        rig.Run("sudo systemctl enable --now telemetry-connector");
        WaitForBlocks(before);
        Eventually.True(() => Account() is { Missing: 0, DeclaredLost: 0, Closes: true }, "nothing is missing or lost");
    }

    private void WaitForBlocks(long before) => Eventually.True(
        () => Account().Delivered > before + 10, "blocks of the rig come to the monitor");

    private JsonElement Connector() => machines.Rig.Json("http://127.0.0.1:5081/health");

    private MonitorAccount Account() =>
        new(machines.Office.Json("http://127.0.0.1:5080/health").GetProperty("account"));
}
