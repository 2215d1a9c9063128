using FuncLibs.Amqp;

namespace SignalMonitor.Sharing;

/// <summary>What a monitor shares with others, from its options.</summary>
/// <param name="Folder">The folder that all of them see.</param>
/// <param name="Machine">Name of this one in claims.</param>
/// <param name="Host">Name or address of this one in the addresses of pages.</param>
/// <param name="Balance">Whether stations are given to monitors that have fewer.</param>
/// <param name="FindBroker">
/// The broker with the leases; called for each connection. Throws <see cref="BrokerException"/>.
/// </param>
/// <param name="Stations">The stations, in the order of configuration.</param>
internal sealed record SharingPlan(
    string Folder,
    string Machine,
    string Host,
    bool Balance,
    Func<BrokerAddress> FindBroker,
    IReadOnlyList<StationPlan> Stations);

/// <summary>One shared station.</summary>
/// <param name="Name">Site/rig.</param>
/// <param name="CommandOf">The command of the process that computes it, from its state folder.</param>
internal sealed record StationPlan(string Name, Func<string, IReadOnlyList<string>> CommandOf)
{
    private const string LeasePrefix = "cdb.lease.";

    /// <summary>The queue at the broker that is its lease.</summary>
    public string Lease => LeasePrefix + Name.Replace('/', '.');

    /// <summary>The address of a page as other machines reach it.</summary>
    /// <param name="announced">Where its process listens; every address of the machine, perhaps.</param>
    /// <param name="host">Name or address of the machine.</param>
    public static string PageAt(string announced, string host)
    {
        UriBuilder page = new(announced);
        if (page.Host.Trim('[', ']') is "0.0.0.0" or "::")
            page.Host = host;
        return page.Uri.ToString();
    }
}
