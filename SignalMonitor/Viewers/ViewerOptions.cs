using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.Viewers;

/// <summary>
/// Live values for viewers of others: PlotJuggler and Foxglove. Off until one of them is switched on.
/// </summary>
public sealed class ViewerOptions
{
    /// <summary>
    /// Channels and calculated channels that viewers get: names by comma, <c>*</c> and <c>?</c> as in
    /// `Compute:Channels`. At most 1024 of a stream are taken: calculated channels first, then in the order of the
    /// block.
    /// </summary>
    [Description("channels for viewers: names by comma, with * and ?")]
    [Required]
    public string Channels { get; set; } = "*";

    /// <summary>
    /// Values of each channel a second at most. Of faster channels the newest sample at every 1/n s is sent, on a grid
    /// of absolute time; nothing is averaged.
    /// </summary>
    [Description("values of a channel a second at most for viewers")]
    [Range(1, 1000)]
    public int RateHz { get; set; } = 50;

    /// <summary>The PUB socket for PlotJuggler.</summary>
    public PlotJugglerOptions PlotJuggler { get; set; } = new();

    /// <summary>The WebSocket for Foxglove.</summary>
    public FoxgloveOptions Foxglove { get; set; } = new();

    /// <summary>The patterns of <see cref="Channels"/>.</summary>
    internal string[] Patterns =>
        Channels.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);

    /// <summary>True when any viewer may connect.</summary>
    internal bool IsOn => PlotJuggler.Endpoint.Length > 0 || Foxglove.Enabled;
}

/// <summary>PlotJuggler's plug-in "ZMQ Subscriber" reads what is published here.</summary>
public sealed class PlotJugglerOptions
{
    /// <summary>Where it is published: tcp on loopback, or ipc; empty: nowhere. Port 0 = any free one.</summary>
    [Description("where PlotJuggler subscribes: tcp on loopback, or ipc; empty = nowhere")]
    public string Endpoint { get; set; } = "";
}

/// <summary>The WebSocket `/foxglove` of the web server.</summary>
public sealed class FoxgloveOptions
{
    /// <summary>true: serve it.</summary>
    [Description("serve /foxglove of Http:Url to Foxglove and programs that speak its protocol")]
    public bool Enabled { get; set; }

    /// <summary>Viewers at one time, 1 to 64; one more gets 503 with a reason.</summary>
    [Description("Foxglove viewers at one time; one more is refused")]
    [Range(1, 64)]
    public int MaxClients { get; set; } = 8;

    /// <summary>
    /// Web origins whose pages may connect, by comma: a page of any other site is refused. Programs that name none may
    /// always connect. The default is Foxglove's own page and its desktop application.
    /// </summary>
    [Description("web origins whose pages may connect to /foxglove, by comma")]
    public string Origins { get; set; } = "https://app.foxglove.dev,file://";

    /// <summary>The origins of <see cref="Origins"/>.</summary>
    internal string[] AllowedOrigins =>
        Origins.Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries);
}
