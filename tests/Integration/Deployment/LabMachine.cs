using System.Diagnostics;
using System.Text.Json;
using Testing;
using Testing.Processes;

namespace Integration.Deployment;

/// <summary>
/// A machine of its own on this one: a mount namespace in which nothing of ours is installed, and a network namespace.
/// `sudo`, `scp` and `systemctl` are those of the folder Machine. Needs root.
/// </summary>
internal sealed class LabMachine : IDisposable
{
    private static readonly string Tools = Repository.PathOf("tests", "Integration", "Deployment", "Machine");
    private readonly Process _process;
    private readonly string _folder;

    /// <summary>Starts it.</summary>
    /// <param name="folder">For its files.</param>
    /// <param name="disk">A folder on a disk, for what it installs and keeps.</param>
    /// <param name="hosts">A line for its hosts file.</param>
    public LabMachine(string folder, string disk, string hosts)
    {
        _folder = folder;
        _process = Process.Start(new ProcessStartInfo(
            "unshare", ["--mount", "--net", Path.Combine(Tools, "boot"), folder, disk, hosts])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        })!;
        if (_process.StandardOutput.ReadLine() != "up")
            throw new InvalidOperationException("The machine did not start; see standard error.");
        Id = _process.Id;
    }

    // Its peer asks for it also after this machine has ended.
    public int Id { get; }

    /// <summary>Where its user works.</summary>
    public string Home => Path.Combine(_folder, "home");

    /// <summary>The machine that `scp` reaches.</summary>
    public LabMachine? Peer { get; set; }

    /// <summary>A file of the machine, as this process sees it.</summary>
    public string PathOf(string path) => $"/proc/{Id}/root{path}";

    /// <summary>Joins the networks of two machines by a cable.</summary>
    public static void Connect(LabMachine one, string address, LabMachine other, string otherAddress)
    {
        string[] ends = ["netns", $"{one.Id}", "type", "veth", "peer", "cable", "netns", $"{other.Id}"];
        Execute("ip", ["link", "add", "cable", .. ends]);
        one.Plug(address);
        other.Plug(otherAddress);
    }

    /// <summary>Runs a command as a user of the machine would; it must end with exit code 0.</summary>
    public string Run(string command) => Execute(
        "nsenter",
        ["--target", $"{Id}", "--root", "--mount", "--net", "--wd=" + Home, "bash", "-c", command],
        this);

    /// <summary>Gets a document from a web server of the machine.</summary>
    public JsonElement Json(string url) => JsonDocument.Parse(Run(
        $"/usr/bin/python3 -c 'import urllib.request as r; print(r.urlopen(\"{url}\").read().decode())'")).RootElement;

    public void Dispose()
    {
        Run("systemctl stop telemetry-monitor telemetry-connector telemetry-simulator");
        _process.StandardInput.Close();
        _process.WaitForExit();
        _process.Dispose();
    }

    private string VariableOf(string name) => name switch
    {
        "PATH" => $"{Tools}:/usr/local/bin:/usr/local/sbin:/usr/bin:/usr/sbin:/bin:/sbin",
        "MACHINE" => _folder,
        "PEER" => $"{Peer?.Id}",
        _ => $"{Peer?.Home}",
    };

    private void Plug(string address) =>
        Run($"ip addr add {address}/24 dev cable && ip link set cable up");

    private static string Execute(string file, IEnumerable<string> words, LabMachine? machine = null)
    {
        Dictionary<string, string> variables = machine is null
            ? []
            : new[] { "PATH", "MACHINE", "PEER", "PEER_HOME" }.ToDictionary(name => name, machine.VariableOf);
        using HostProcess process = HostProcess.Run(file, file, variables, words);
        process.WaitForExit().ShouldBe(0, $"{string.Join(' ', words)}: {process.Everything}");
        return string.Join('\n', process.Output);
    }
}
