using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using System.Text;
using FuncLibs.Messaging.Wire.Control;
using FuncLibs.Runtime.Checksums;

namespace SignalMonitor.Connections;

/// <summary>How this monitor is known to its connectors.</summary>
public sealed class ClientOptions
{
    private const string NamePattern = "^[!-~]{0,64}$";

    /// <summary>
    /// Its name: what the connector calls it when it is slow, and what its place in the journal is kept under. 1 to 64
    /// visible ASCII characters, one name a monitor. Empty = made of the host's name and the state folder, so that it
    /// is the same after each restart.
    /// </summary>
    [Description("name at the connector, 1 to 64 visible ASCII characters; empty = from host and state folder")]
    [RegularExpression(NamePattern, ErrorMessage = "1 to 64 visible ASCII characters, or empty")]
    public string Name { get; set; } = "";

    /// <summary>The name in force.</summary>
    /// <param name="host">Name of this machine.</param>
    /// <param name="stateFolder">The state folder, of which each monitor has one of its own.</param>
    public string NameFor(string host, string stateFolder)
    {
        if (Name.Length > 0)
            return Name;
        const int RoomForFolder = 16;
        string folder = Path.GetFullPath(stateFolder);
        string shown = ConsumerName.Create(host).Text;
        return $"{shown[..Math.Min(shown.Length, ConsumerName.MaxLength - RoomForFolder)].Replace(' ', '-')}-{Crc32C.Compute(Encoding.UTF8.GetBytes(folder)):x8}";
    }
}
