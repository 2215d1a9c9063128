using System.Globalization;
using Launcher.Children;

namespace Launcher;

/// <summary>The command lines of the three processes.</summary>
internal sealed class ChildArguments(MainJobOptions options, RunFiles files)
{
    // Each run is its own account. A first look at the system must not fill a disk: 50 s of the reference rig.
    public const string JournalGB = "2";

    public IEnumerable<string> Simulator()
    {
        string[] rate =
            options.Rate is { } value ? ["--BlocksPerSecond", value.ToString(CultureInfo.InvariantCulture)] : [];
        return
        [
            "run", "--Link:Listen", options.Addresses.Link, "--Preset", options.Preset, .. rate,
            .. Run(ProgramNames.Simulator),
        ];
    }

    public IEnumerable<string> Connector(string link) =>
    [
        "run", "--Source:Type", "link", "--Source:Endpoint", link, "--Publish:Endpoint", options.Addresses.Publish,
        "--Publish:Content", options.Content, "--Control:Endpoint", options.Addresses.Control, "--Http:Url",
        options.Addresses.ConnectorHttp,
        "--Journal:QuotaGB", JournalGB, .. Transport, .. State(ProgramNames.Connector), .. Run(ProgramNames.Connector),
    ];

    public IEnumerable<string> Monitor(string publish, string control) =>
    [
        "watch", "--Subscribe:Endpoint", publish, "--Control:Endpoint", control, "--Http:Url",
        options.Addresses.MonitorHttp,
        "--Run:ListeningFile", files.MonitorListening, "--State:Resume", "false",
        "--Exports:Journal", files.State(ProgramNames.Connector), .. Transport,
        .. State(ProgramNames.Monitor), .. Run(ProgramNames.Monitor),
    ];

    private string[] Transport => ["--Transport:Library", options.Transport];

    private string[] State(string program) => ["--State:Folder", files.State(program)];

    private string[] Run(string program) =>
    [
        "--Run:Supervised", "true", "--Run:SummaryFile", files.Summary(program),
        "--Run:WarmupSeconds", options.WarmupSeconds.ToString(CultureInfo.InvariantCulture),
    ];
}
