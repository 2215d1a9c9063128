using System.Runtime.Versioning;
using Testing;
using Testing.Processes;

namespace Integration.Deployment;

/// <summary>The archive, unpacked, and a root file system to install into.</summary>
public sealed class UnpackedArchive : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public UnpackedArchive()
    {
        string archive = Packages.Make(_folder.Path);
        Packages.Run("tar", "xzf", archive, "-C", _folder.Path);
        Folder = archive.Replace(".tar.gz", "", StringComparison.Ordinal);
        Debian = Directory.GetFiles(_folder.Path, "*.deb").Single();
    }

    public string Folder { get; }

    public string Debian { get; }

    public string NewRoot(string name) => Directory.CreateDirectory(_folder.File(name)).FullName;

    public void Dispose() => _folder.Dispose();
}

/// <summary>install.sh and uninstall.sh into a root file system, units, and the Debian package.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class InstallTests(UnpackedArchive archive) : IClassFixture<UnpackedArchive>
{
    private const string Prefix = "opt/telemetry";

    [Fact]
    public void Install_Upgrade_SwitchesTheLinkAndRollbackSwitchesItBack()
    {
        string root = archive.NewRoot("upgrade");
        string version = Path.Combine(archive.Folder, "VERSION");
        string first = File.ReadAllText(version);
        Install(root, "connector");
        Current(root).ShouldBe("versions/" + first.Trim());
        try
        {
            File.WriteAllText(version, "9.9.9\n");
            Install(root);
        }
        finally
        {
            File.WriteAllText(version, first);
        }

        Current(root).ShouldBe("versions/9.9.9");
        Install(root, "--rollback");
        Current(root).ShouldBe("versions/" + first.Trim());
    }

    [Fact]
    public void Install_ConfigurationThatIsThere_Stays()
    {
        string root = archive.NewRoot("again");
        Install(root, "connector");
        string configuration = Path.Combine(root, "etc/telemetry/connector.json");
        File.WriteAllText(configuration, "{}");
        Install(root, "connector");
        File.ReadAllText(configuration).ShouldBe("{}");
        File.GetUnixFileMode(Path.Combine(root, "etc/telemetry/keys"))
            .ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute);
    }

    [Fact]
    public void Uninstall_KeepsStateAndConfigurationUnlessPurged()
    {
        string root = archive.NewRoot("gone");
        Install(root, "monitor");
        Packages.Run(Path.Combine(archive.Folder, "uninstall.sh"), "--destdir", root);
        Directory.Exists(Path.Combine(root, Prefix)).ShouldBeFalse();
        File.Exists(Path.Combine(root, "etc/telemetry/monitor.json")).ShouldBeTrue();
        Install(root);
        Packages.Run(Path.Combine(archive.Folder, "uninstall.sh"), "--destdir", root, "--purge");
        Directory.Exists(Path.Combine(root, "etc/telemetry")).ShouldBeFalse();
    }

    [Theory]
    [InlineData("connector", "--listen", "0.0.0.0; rm -rf /")]
    [InlineData("connector", "--name")]
    [InlineData("rig")]
    [InlineData("--name", "rig1")]
    public void Install_WrongWords_EndsWithExitCode2(params string[] words)
    {
        string script = Path.Combine(archive.Folder, "install.sh");
        using HostProcess process =
            HostProcess.Run(script, script, [], [.. words, "--destdir", archive.NewRoot("wrong")]);
        process.WaitForExit().ShouldBe(2, process.Everything);
    }

    [Theory]
    [InlineData("telemetry-connector.service")]
    [InlineData("telemetry-monitor.service")]
    [InlineData("telemetry-simulator.service")]
    public void Unit_SystemdAnalyze_FindsNoFaultAndLittleExposure(string unit)
    {
        const string LeastExposure = "20";
        string root = archive.NewRoot("units-" + unit);
        string path = Path.Combine(root, unit);
        string text = File.ReadAllText(Path.Combine(archive.Folder, "systemd", unit));
        File.WriteAllText(path, text.Replace("/opt/telemetry/current", archive.Folder, StringComparison.Ordinal));
        Packages.Run("systemd-analyze", "verify", "--man=no", path).ShouldBe("");
        Packages.Run("systemd-analyze", "security", "--offline=yes", "--threshold=" + LeastExposure, path);
    }

    [Fact]
    public void DebianPackage_InstalledIntoARoot_RunsAndIsRemoved()
    {
        string root = archive.NewRoot("debian");
        Directory.CreateDirectory(Path.Combine(root, "var/lib/dpkg/info"));
        Directory.CreateDirectory(Path.Combine(root, "var/lib/dpkg/updates"));
        File.WriteAllText(Path.Combine(root, "var/lib/dpkg/status"), "");
        string[] dpkg = ["--root=" + root, "--force-depends", "--force-script-chrootless", "--log=/dev/null"];
        Packages.Run("dpkg", [.. dpkg, "--install", archive.Debian]);
        Packages.Run(Path.Combine(root, "usr/bin/HardwareConnector"), "check").ShouldContain("configuration ok");
        File.ReadAllText(Path.Combine(root, "usr/lib/systemd/system/telemetry-connector.service"))
            .ShouldContain("ExecStart=/usr/lib/telemetry/bin/HardwareConnector");
        Packages.Run("dpkg", [.. dpkg, "--remove", "telemetry"]);
        File.Exists(Path.Combine(root, "usr/bin/HardwareConnector")).ShouldBeFalse();
    }

    private void Install(string root, params string[] words) =>
        Packages.Run(Path.Combine(archive.Folder, "install.sh"), [.. words, "--destdir", root]);

    private static string? Current(string root) =>
        new DirectoryInfo(Path.Combine(root, Prefix, "current")).LinkTarget;
}
