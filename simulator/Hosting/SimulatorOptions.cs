using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using System.Net;
using FuncLibs.GroundTruth;
using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Programs;
using FuncLibs.Hosting.Summaries;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Runtime.Platform;
using Simulator.Faults.Playing;
using Simulator.Presets;
using Simulator.Serving;

namespace Simulator.Hosting;

/// <summary>Everything that can be set on the simulator.</summary>
public sealed class SimulatorOptions : IHostOptions
{
    /// <summary>Default of <see cref="Seed"/>.</summary>
    public const long DefaultSeed = 1;

    /// <summary>Section `Run`.</summary>
    public RunOptions Run { get; set; } = new();

    /// <summary>Section `Link`.</summary>
    public LinkOptions Link { get; set; } = new();

    /// <summary>Section `Truth`.</summary>
    public GroundTruthOptions Truth { get; set; } = new();

    /// <summary>
    /// Name of a built-in preset, which the verb `presets` lists, or the path of a document, which ends in `.json`.
    /// </summary>
    [Description("what the rig is: a preset's name or a file .json")]
    public string Preset { get; set; } = RigPresets.DefaultName;

    /// <summary>Seed of all noise; the same seed gives the same blocks, bit for bit.</summary>
    [Description("seed of all noise")]
    public long Seed { get; set; } = DefaultSeed;

    /// <summary>A fault schedule, docs/faults.md; empty = nothing goes wrong.</summary>
    [Description("file with a schedule of faults")]
    public string Faults { get; set; } = "";

    /// <summary>
    /// Blocks a second, 1 to 100,000: keeps the points and scales the rates of all channels; 0 = as the preset.
    /// </summary>
    [Description("blocks a second at the same points a block, 0 = as the preset")]
    [Range(0, 100_000)]
    public int BlocksPerSecond { get; set; }

    /// <summary>Servo points a block, 1 to 65,536; the other groups in proportion: keeps the rates and changes the
    /// blocks a second; 0 = as the preset.</summary>
    [Description("servo points a block at the same rates, 0 = as the preset")]
    [Range(0, 65_536)]
    public int PointsPerBlock { get; set; }

    /// <summary>Real-time priority (SCHED_FIFO) of the threads that make blocks, 1 to 99; 0 = ordinary.
    /// Linux, with the right to it.</summary>
    [Description("real-time priority of the threads that make blocks, 0 = ordinary")]
    [Range(0, RealTimePriority.Max)]
    public int Priority { get; set; }
}

/// <summary>The controller link.</summary>
public sealed class LinkOptions
{
    /// <summary>Default of <see cref="Listen"/>.</summary>
    public const string DefaultListen = "tcp://127.0.0.1:5555";

    /// <summary>Where to listen, by IP address: loopback, or with <c>tls://</c> anywhere; port 0 takes any free one.
    /// </summary>
    [Description("where to listen: tcp://127.0.0.1:PORT, or tls://ADDRESS:PORT with a certificate; port 0 = any")]
    public string Listen { get; set; } = DefaultListen;

    /// <summary>File with the certificate of the rig; needed for <c>tls://</c>. Read again when it changes.</summary>
    [Description(
        "certificate of the rig for tls://: a PEM file, or .pfx without a password; read again when it changes")]
    public string Certificate { get; set; } = "";

    /// <summary>File with the private key of a PEM certificate; empty = in the same file.</summary>
    [Description("private key of that certificate, a file for the owner only; empty = in the file of the certificate")]
    public string CertificateKey { get; set; } = "";

    /// <summary>
    /// A PEM file, or a folder of them: certificates of connectors, or of authorities that sign them. Empty =
    /// connectors need no certificate.
    /// </summary>
    [Description(
        "PEM file or folder with the certificates of connectors that may connect, or of their authorities; empty = "
            + "any")]
    public string ClientCertificates { get; set; } = "";

    /// <summary>File with the secret that connectors send; empty = none.</summary>
    [Description("file with the token that connectors must send, mode 600; empty = none")]
    public string TokenFile { get; set; } = "";

    /// <summary>TLS as the options say.</summary>
    internal LinkServerTls CreateTls(TimeProvider time) =>
        new(Certificate, CertificateKey, ClientCertificates, TokenFile, time);

    /// <summary>The address; null when there is none in <see cref="Listen"/>.</summary>
    internal (IPEndPoint Endpoint, bool IsTls)? Address =>
        LinkAddress.TryParse(Listen, out LinkAddress? listen, out _)
        && (IPAddress.TryParse(listen.Host, out IPAddress? address) || (address = LoopbackOf(listen.Host)) is not null)
            ? (new IPEndPoint(address, listen.Port), listen.IsTls) : null;

    /// <summary>
    /// Blocks that wait for a slow client, 1 to 4096; when they are full, the newest is dropped and counted.
    /// </summary>
    [Description("blocks that may wait for a slow client")]
    [Range(1, 4096)]
    public int QueueBlocks { get; set; } = LinkServerSettings.DefaultQueueBlocks;

    private static IPAddress? LoopbackOf(string host) => host == "localhost" ? IPAddress.Loopback : null;
}

/// <summary>Section `Truth`: the ground truth of the run as JSON lines.</summary>
public sealed class GroundTruthOptions
{
    /// <summary>The file; it is replaced. Empty = none.</summary>
    [Description("file for the truth of the run, JSON lines; empty = none")]
    public string File { get; set; } = "";

    /// <summary>Largest file in bytes, 4096 to 2^40; what comes after is counted.</summary>
    [Description("largest truth file, bytes")]
    [Range(GroundTruthWriterOptions.SmallestMaxBytes, 1L << 40)]
    public long MaxBytes { get; set; } = GroundTruthWriterOptions.DefaultMaxBytes;
}

/// <summary>
/// The link listens on loopback, or with TLS anywhere: every client reads the rig. Beyond loopback a client must show
/// who it is.
/// </summary>
public sealed class ListenCheck : IOptionsCheck<SimulatorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(SimulatorOptions options)
    {
        LinkOptions link = options.Link;
        if (link.Address is not var (endpoint, isTls))
        {
            yield return new OptionFault(
                "Link:Listen",
                $"'{link.Listen}' is not an address",
                $"{LinkEndpoint.Allowed}, or the same with tls://");
            yield break;
        }

        if (!isTls && !IPAddress.IsLoopback(endpoint.Address))
            yield return new OptionFault(
                "Link:Listen",
                $"'{link.Listen}' is not a loopback address",
                "tcp://127.0.0.1:PORT, tcp://[::1]:PORT, or tls://ADDRESS:PORT");
        if (isTls != link.Certificate.Length > 0)
            yield return new OptionFault(
                "Link:Certificate",
                isTls ? $"is missing beside '{link.Listen}'" : $"is set, and '{link.Listen}' has no TLS",
                isTls ? "a certificate of a server with its key" : "with tls:// only");
        else if (isTls && link.CreateTls(TimeProvider.System).Fault is { } fault)
            yield return new OptionFault("Link:Certificate", fault, "files that can be used now");
        if (isTls && !IPAddress.IsLoopback(endpoint.Address)
            && link.ClientCertificates.Length + link.TokenFile.Length == 0)
            yield return new OptionFault(
                "Link:Listen",
                $"'{link.Listen}' can be reached from other machines, and nothing tells who connects",
                "Link:ClientCertificates or Link:TokenFile beside it");
    }
}

/// <summary>The preset exists, and can be had at the pace and block size that are requested.</summary>
public sealed class PresetCheck : IOptionsCheck<SimulatorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(SimulatorOptions options)
    {
        if (RigPresets.Load(options.Preset, out string? fault) is not { } preset)
        {
            yield return RigPresets.IsFile(options.Preset)
                ? new OptionFault("Preset", fault!, "a document as docs/simulator.md describes it")
                : new OptionFault(
                    "Preset",
                    $"'{options.Preset}' is not a preset",
                    "a .json file or one of " + string.Join(", ", RigPresets.Names));
            yield break;
        }

        PresetChange.Apply(preset, options.BlocksPerSecond, options.PointsPerBlock, out fault);
        if (fault is not null)
            yield return new OptionFault(
                options.PointsPerBlock > 0 ? "PointsPerBlock" : "BlocksPerSecond", fault, "0 = as the preset");
    }
}

/// <summary>The fault schedule can be read and fits the rig; all its faults are reported at once.</summary>
public sealed class FaultCheck : IOptionsCheck<SimulatorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(SimulatorOptions options)
    {
        if (options.Faults.Length == 0 || new PresetCheck().Check(options).Any())
            yield break;
        var faults = new PresetFaults();
        FaultSetup.Create(options.Faults, SimulatorVerbs.CreateRig(options), NullGroundTruthSink.Instance, faults);
        foreach (string line in faults.Lines)
            yield return new OptionFault("Faults", line, "a schedule as docs/faults.md describes it");
    }
}

/// <summary>The priority that is requested can be had.</summary>
public sealed class PriorityCheck : IOptionsCheck<SimulatorOptions>
{
    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(SimulatorOptions options)
    {
        if (options.Priority is >= 1 and <= RealTimePriority.Max
            && RealTimePriority.Check(options.Priority) is { } refusal)
            yield return new OptionFault(
                "Priority",
                $"{options.Priority}: {refusal}",
                "0, or give the process the right: docs/simulator.md, Pace");
    }
}
