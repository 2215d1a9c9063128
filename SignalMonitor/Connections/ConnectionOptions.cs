using System.ComponentModel;
using System.ComponentModel.DataAnnotations;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Wire;

namespace SignalMonitor.Connections;

/// <summary>One connector.</summary>
public sealed class ConnectionOptions
{
    private const string StationPattern = "^([a-z0-9_-]{1,24}/[a-z0-9_-]{1,24})?$";

    /// <summary>Its PUB socket.</summary>
    [Description("where the connector publishes")]
    [Required]
    public string Subscribe { get; set; } = "tcp://127.0.0.1:5556";

    /// <summary>Its ROUTER socket.</summary>
    [Description("where the connector answers")]
    [Required]
    public string Control { get; set; } = "tcp://127.0.0.1:5557";

    /// <summary>
    /// Public key of the connector, or its public key file; empty: a connector without keys. Needs
    /// <c>Security:KeyFile</c>.
    /// </summary>
    [Description("public key of the connector (40 characters) or its .pub file; empty = a connector without keys")]
    public string ServerKey { get; set; } = "";

    /// <summary>A queue at a broker to read in place of the sockets.</summary>
    public AmqpOptions Amqp { get; set; } = new();

    /// <summary>
    /// Site/rig of the rig whose variables, limits, test run and recording are its own. Empty = that of
    /// `Database:Station`, which all connections without one share.
    /// </summary>
    [Description("site/rig of this connector, whose variables, limits and test run are used; empty = Database:Station")]
    [RegularExpression(StationPattern, ErrorMessage = "site/rig, each 1 to 24 of a-z 0-9 _ -; or empty")]
    public string Station { get; set; } = "";

    /// <summary>A database of its own for the station; the common one where nothing is set.</summary>
    public StationDatabaseOptions Database { get; set; } = new();

    /// <summary>Reads the connector's public key.</summary>
    /// <param name="key">The key; null without one, or when there is a fault.</param>
    /// <returns>Why it cannot be used, in one line; null when it can, or when there is none.</returns>
    internal string? FindKeyFault(out CurveKey? key)
    {
        key = null;
        if (ServerKey.Length == 0)
            return null;

        // A path has the characters of Z85, and may have as many as a key.
        string? fault = null;
        bool isFile = ServerKey.EndsWith(KeyFile.PublicEnding, StringComparison.Ordinal) || File.Exists(ServerKey);
        if (!isFile && CurveKey.TryParse(ServerKey, out key, out fault))
            return null;
        if (!isFile && ServerKey.Length == CurveKey.TextLength)
            return $"the key {fault}";
        if (KeyFile.TryRead(ServerKey, out KeyFile? file, out fault))
            key = file.Public;
        return fault;
    }
}

/// <summary>What happens when blocks are missing.</summary>
public sealed class DeliveryOptions
{
    /// <summary>
    /// replay: wait, and read what is missing from the connector's journal; skip: declare it lost at once. A connector
    /// without a journal has nothing to read, and then replay is skip.
    /// </summary>
    [Description("missing blocks: replay (from the connector's journal) or skip")]
    public GapPolicy OnHole { get; set; } = GapPolicy.Replay;

    /// <summary>
    /// Memory for blocks that came after missing ones, in bytes, from 1 MiB to 4 GiB, for each connector. A gap of
    /// more than half of it is read from the journal without holding live blocks. Ignored with skip.
    /// </summary>
    [Description("memory for blocks that wait for missing ones, bytes")]
    [Range(1L << 20, 4L << 30)]
    public long HoldBytes { get; set; } = DeliverySettings.DefaultHoldBytes;

    /// <summary>
    /// Longest payload of a frame in KiB, 4 to 64 MiB. libzmq ends the link on which a longer one comes: beside that
    /// frame all that waited after it is missing then, and read from the journal if the publisher keeps one.
    /// Connectors send none above 4 MiB.
    /// </summary>
    [Description("KiB of the largest payload; a larger one closes its link")]
    [Range(FrameLimits.DefaultMaxPayloadBytes >> 10, 65_536)]
    public int MaxPayloadKiB { get; set; } = FrameLimits.DefaultMaxPayloadBytes >> 10;

    /// <summary>The same for checks.</summary>
    internal FrameLimits Frames => new(MaxPayloadKiB << 10);
}
