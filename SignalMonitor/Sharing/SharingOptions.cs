using System.ComponentModel;
using System.ComponentModel.DataAnnotations;

namespace SignalMonitor.Sharing;

/// <summary>Stations that several monitors share: the verb <c>share</c>.</summary>
public sealed class SharingOptions
{
    /// <summary>
    /// Folder that all monitors see, on which the state of each station is; empty = stations are not shared.
    /// </summary>
    [Description("folder that all monitors see, with the state of each shared station; empty = stations are not shared")]
    public string Folder { get; set; } = "";

    /// <summary>
    /// HTTP port of the first station of <c>Connections</c>; the others have the ports after it, in their order. 0 =
    /// the port of <c>Http:Url</c> plus one; any free ones where that is 0.
    /// </summary>
    [Description("HTTP port of the first station, the others have the ports after it; 0 = that of Http:Url plus one")]
    [Range(0, 65_535)]
    public int FirstPort { get; set; }

    /// <summary>
    /// Name or address of this machine, as browsers reach it, in the addresses of pages; empty = the machine's name.
    /// </summary>
    [Description("name or address of this machine in the addresses of pages; empty = the machine's name")]
    public string Host { get; set; } = "";

    /// <summary>
    /// true: a monitor that has more than its share of the stations gives one to another, each few seconds. false:
    /// stations stay where they are until that monitor ends.
    /// </summary>
    [Description("give stations to monitors that have fewer (true), or keep them")]
    public bool Balance { get; set; } = true;

    /// <summary>
    /// The only station of <c>Connections</c> that is followed; set for each process that `share` starts.
    /// </summary>
    [Description("the only station of Connections that is followed; `share` sets it for the processes that it starts")]
    public string Only { get; set; } = "";

    /// <summary>True when stations are shared.</summary>
    internal bool IsOn => Folder.Length > 0;
}
