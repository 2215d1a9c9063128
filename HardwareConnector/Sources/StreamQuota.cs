using System.Buffers;
using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Tokens;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Broadcast;

namespace HardwareConnector.Sources;

/// <summary>
/// What all sources together may publish in one epoch, checked before a description is taken over: how many names of streams, because
/// heartbeats, welcomes and the position file carry that many, and how many bytes the descriptions have, because a catalogue is one frame.
/// Any thread; one object for all sources of a connector.
/// </summary>
/// <param name="frames">What a frame of this connector may have at most.</param>
public sealed class StreamQuota(FrameLimits frames)
{
    /// <summary>Names of streams in one epoch: those of a heartbeat, less the control stream.</summary>
    public const int MaxNames = Heartbeat.MaxStreams - 1;

    /// <summary>Bytes of a catalogue frame kept for its head and the epochs: 5120 entries of 64 bytes are 320 KiB.</summary>
    public const int ReservedBytes = 512 << 10;

    // What every consumer's control link takes, whatever the blocks of this connector may have.
    private const int MaxDescriptionBytes = FrameLimits.DefaultMaxPayloadBytes - ReservedBytes;

    private readonly Lock _gate = new();
    private readonly HashSet<string> _names = new(StringComparer.Ordinal);
    private readonly Dictionary<SourceFeed, int> _bytes = [];

    /// <summary>The quota of a connector whose frames have the usual limit.</summary>
    public StreamQuota()
        : this(FrameLimits.Default)
    {
    }

    /// <summary>What a frame of this connector may have at most.</summary>
    public FrameLimits Frames => frames;

    /// <summary>Takes the description of a source into account, in place of the one before.</summary>
    /// <param name="source">Whose it is.</param>
    /// <param name="streams">What its rig said.</param>
    /// <returns>Why it is refused, for the rig and the log, and then nothing has changed; null when it is admitted.</returns>
    public string? Admit(SourceFeed source, ImmutableArray<StreamDescription> streams)
    {
        string[] names = [.. streams.Select((_, i) => source.Naming.NameOf(streams, i))];
        int bytes = SizeOf([.. streams.Select((stream, i) => stream with { Id = uint.MaxValue, Name = names[i] })]);
        lock (_gate)
        {
            int added = names.Count(name => !_names.Contains(name));
            if (_names.Count + added > MaxNames)
            {
                return $"{added} new names of streams beside the {_names.Count} of this epoch; a connector publishes {MaxNames}: "
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
