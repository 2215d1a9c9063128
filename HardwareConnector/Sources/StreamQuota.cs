using System.Buffers;
using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Tokens;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;

namespace HardwareConnector.Sources;

/// <summary>
/// Limits of all sources in one epoch, checked before a description is applied: the number of stream names, because
/// heartbeats, welcomes and the position file have that capacity, and the bytes of the descriptions, because a
/// catalogue is one frame. Any thread; one object for all sources of a connector.
/// </summary>
/// <param name="frames">Limits of a frame of this connector.</param>
public sealed class StreamQuota(FrameLimits frames)
{
    /// <summary>Highest number of stream names in one epoch: those of a heartbeat, minus the control stream.</summary>
    public const int MaxNames = Heartbeat.MaxStreams - 1;

    /// <summary>
    /// Bytes of a catalogue frame reserved for its head and the epochs: 5120 entries of 64 bytes are 320 KiB.
    /// </summary>
    public const int ReservedBytes = 512 << 10;

    // What every consumer's control link accepts, independent of this connector's block limit.
    private const int MaxDescriptionBytes = FrameLimits.DefaultMaxPayloadBytes - ReservedBytes;

    private readonly Lock _gate = new();
    private readonly HashSet<string> _names = new(StringComparer.Ordinal);
    private readonly Dictionary<SourceFeed, int> _bytes = [];

    /// <summary>Creates the quota with the default frame limits.</summary>
    public StreamQuota()
        : this(FrameLimits.Default)
    {
    }

    /// <summary>Limits of a frame of this connector.</summary>
    public FrameLimits Frames => frames;

    /// <summary>Adds the description of a source, replacing its earlier one.</summary>
    /// <param name="source">The source.</param>
    /// <param name="streams">The description.</param>
    /// <returns>Why it is refused, for the rig and the log, with no change; null if it is admitted.</returns>
    public string? Admit(SourceFeed source, ImmutableArray<StreamDescription> streams)
    {
        string[] names = [.. streams.Select((_, i) => source.Naming.NameOf(streams, i))];
        int bytes = SizeOf([.. streams.Select((stream, i) => stream with { Id = uint.MaxValue, Name = names[i] })]);
        lock (_gate)
        {
            int added = names.Count(name => !_names.Contains(name));
            if (_names.Count + added > MaxNames)
            {
                return $"{added} new names of streams beside the {_names.Count} of this epoch; a connector publishes "
                    + $"{MaxNames}: "
                    + "keep the names that the streams had, or restart the connector";
            }

            int others = _bytes.Where(entry => entry.Key != source).Sum(entry => entry.Value);
            if (bytes > MaxDescriptionBytes - others)
            {
                return $"a description of {bytes} bytes beside the {others} of other sources; a catalogue has room for "
                    + $"{MaxDescriptionBytes}: shorten names and units, or serve this rig by another connector";
            }

            _names.UnionWith(names);
            _bytes[source] = bytes;
            return null;
        }
    }

    private static int SizeOf(ImmutableArray<StreamDescription> streams)
    {
        var output = new ArrayBufferWriter<byte>();
        var writer = new MessagePackWriter(output);
        CatalogueCodec.WriteStreams(ref writer, streams);
        writer.Flush();
        return output.WrittenCount;
    }
}
