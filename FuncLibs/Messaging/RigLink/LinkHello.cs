using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Maps;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Messaging.RigLink;

/// <summary>The two hellos: the rig's <c>{protocol: 1, streams: [...]}</c>, sent first, and the connector's
/// <c>{protocol: 1, client}</c>.</summary>
public static class LinkHello
{
    private const int MaxClientBytes = 64;

    /// <summary>Writes the rig's hello into a frame.</summary>
    public static void WriteRig(LinkFrameWriter frame, ImmutableArray<StreamDescription> streams)
    {
        frame.Begin(LinkFrameType.Hello);
        var writer = new MessagePackWriter(frame);
        WriteProtocol(ref writer, "streams");
        CatalogueCodec.WriteStreams(ref writer, streams);
        writer.Flush();
        frame.End();
    }

    /// <summary>Writes the connector's hello into a frame.</summary>
    /// <param name="frame">The frame to fill.</param>
    /// <param name="client">Name of the client, for the rig's log; at most 64 UTF-8 bytes.</param>
    public static void WriteClient(LinkFrameWriter frame, string client)
    {
        frame.Begin(LinkFrameType.Hello);
        var writer = new MessagePackWriter(frame);
        WriteProtocol(ref writer, "client");
        writer.Write(client);
        writer.Flush();
        frame.End();
    }

    /// <summary>Reads the rig's hello.</summary>
    public static LinkOutcome ReadRig(
        ReadOnlySpan<byte> body, out ImmutableArray<StreamDescription> streams, CatalogueLimits? limits = null)
    {
        limits ??= CatalogueLimits.Default;
        streams = [];
        var reader = new MapReader(body);
        if (!TryOpen(ref reader, limits, out MapScope hello)
            || !CatalogueCodec.TryReadStreams(ref reader, hello, limits, out streams))
            return new LinkOutcome(LinkStatus.BadHello, reader.Fault.ToString());
        return streams.Length > 0 ? LinkOutcome.Ok : new LinkOutcome(LinkStatus.BadHello, "streams: none");
    }

    /// <summary>Reads the connector's hello.</summary>
    public static LinkOutcome ReadClient(ReadOnlySpan<byte> body, out string client)
    {
        client = "";
        var reader = new MapReader(body);
        return TryOpen(ref reader, CatalogueLimits.Default, out MapScope hello)
            && reader.Read(hello, "client", MaxClientBytes, out client)
            ? LinkOutcome.Ok
            : new LinkOutcome(LinkStatus.BadHello, reader.Fault.ToString());
    }

    private static void WriteProtocol(ref MessagePackWriter writer, string nextKey)
    {
        writer.WriteMapHeader(2);
        writer.Write("protocol");
        writer.Write((long)LinkProtocol.Version);
        writer.Write(nextKey);
    }

    private static bool TryOpen(ref MapReader reader, CatalogueLimits limits, out MapScope hello) =>
        reader.OpenDocument(limits.Depth, out hello)
        && reader.Read(hello, "protocol", LinkProtocol.Version, LinkProtocol.Version, out _);
}
