using Testing.Processes;

namespace Integration.Brokers;

/// <summary>How connector and monitor come to a broker.</summary>
/// <param name="Address">Its address.</param>
internal sealed record BrokerAccess(string Address)
{
    /// <summary>PEM file with its authority; empty those of the system.</summary>
    public string CaFile { get; init; } = "";

    /// <summary>Its account; null guest.</summary>
    public string? User { get; init; }

    /// <summary>File with the password of the account.</summary>
    public string PasswordFile { get; init; } = "";

    /// <summary>Options of a connector.</summary>
    public IEnumerable<string> OfBridge =>
        ["--Bridge:Broker", Address, .. Options("--Bridge:")];

    /// <summary>Starts a monitor that reads the queue of a rig, and nothing else.</summary>
    public HostProcess StartMonitor(string state, string rig) => HostProcess.Start(
        Hosts.Monitor,
        [
            "run", "--State:Folder", state, "--Http:Url", Hosts.AnyHttp, "--Connections:0:Amqp:Address", Address,
            "--Connections:0:Amqp:Site", "lab", "--Connections:0:Amqp:Rig", rig, .. Options("--Connections:0:Amqp:"),
        ]);

    private IEnumerable<string> Options(string prefix)
    {
        if (CaFile.Length > 0)
            yield return $"{prefix}CaFile={CaFile}";
        if (User is null)
            yield break;
        yield return $"{prefix}User={User}";
        yield return $"{prefix}PasswordFile={PasswordFile}";
    }
}
