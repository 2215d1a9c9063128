using System.Text.Json.Serialization;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Messaging.Wire.Control;

namespace HardwareConnector.Recording;

/// <summary>What is known of one stream in a life of this publisher that is over.</summary>
/// <param name="Epoch">The life.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="First">First sequence; 0 when none was published, which only the control stream is named for.</param>
/// <param name="Last">Last sequence that was published, as far as that is known.</param>
/// <param name="LastRecovered">Last sequence that the journal had at the next start; 0 none.</param>
/// <param name="Exact">False after a power cut: more may have been published.</param>
public sealed record ClosedEpoch(ulong Epoch, uint Stream, ulong First, ulong Last, ulong LastRecovered, bool Exact)
{
    /// <summary>As a welcome says it.</summary>
    [JsonIgnore]
    public EpochRange Range => new(Epoch, Stream, First, Last, Exact);

    /// <summary>As a catalogue says it.</summary>
    [JsonIgnore]
    public EpochDescription Description => new(Epoch, Stream, First, Last, Exact);

    /// <summary>As an event frame says it.</summary>
    [JsonIgnore]
    public EpochEndPayload Notice => new(Stream, Epoch, First, Last, LastRecovered, Exact);
}
