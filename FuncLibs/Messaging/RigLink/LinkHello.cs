using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;
using FuncLibs.Blocks.Catalogue.Codec;
using FuncLibs.Blocks.Maps;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Messaging.RigLink;

/// <summary>The two hellos: the rig's <c>{protocol: 1, streams: [...]}</c>, sent first, and the connector's
/// <c>{protocol: 1, client, token?}</c>; <c>token</c> over TLS only.</summary>
public static class LinkHello
{
    /// <summary>Longest token in UTF-8 bytes.</summary>
    public const int MaxTokenBytes = 256;

    private const int MaxClientBytes = 64;

    /// <summary>Writes the rig's hello into a frame.</summary>
    public static void WriteRig(LinkFrameWriter frame, ImmutableArray<StreamDescription> streams)
    {
        frame.Begin(LinkFrameType.Hello);
        var writer = new MessagePackWriter(frame);
        WriteProtocol(ref writer, members: 2, "streams");
        CatalogueCodec.WriteStreams(ref writer, streams);
        writer.Flush();
        frame.End();
    }

    /// <summary>Writes the connector's hello into a frame.</summary>
    /// <param name="frame">The frame to fill.</param>
    /// <param name="client">Name of the client, for the rig's log; at most 64 UTF-8 bytes.</param>
    public static void WriteClient(LinkFrameWriter frame, string client) => WriteClient(frame, client, "");

    /// <summary>Writes the connector's hello with the secret that the rig knows.</summary>
    /// <param name="frame">The frame to fill.</param>
    /// <param name="client">Name of the client, for the rig's log; at most 64 UTF-8 bytes.</param>
    /// <param name="token">The secret; empty = none. At most <see cref="MaxTokenBytes"/> UTF-8 bytes.</param>
    public static void WriteClient(LinkFrameWriter frame, string client, string token)
    {
        frame.Begin(LinkFrameType.Hello);
        var writer = new MessagePackWriter(frame);
        WriteProtocol(ref writer, members: token.Length > 0 ? 3 : 2, "client");
        writer.Write(client);
        if (token.Length > 0)
        {
            writer.Write("token");
            writer.Write(token);
        }

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
    public static LinkOutcome ReadClient(ReadOnlySpan<byte> body, out string client) =>
        ReadClient(body, out client, out _);

    /// <summary>Reads the connector's hello.</summary>
    /// <param name="body">Body of a hello frame.</param>
    /// <param name="client">Name of the client.</param>
    /// <param name="token">The secret that it sent; empty = none.</param>
    public static LinkOutcome ReadClient(ReadOnlySpan<byte> body, out string client, out string token)
    {
        client = token = "";
        var reader = new MapReader(body);
        return TryOpen(ref reader, CatalogueLimits.Default, out MapScope hello)
            && reader.Read(hello, "client", MaxClientBytes, out client)
            && reader.Read(hello, "token", MaxTokenBytes, out token)
            ? LinkOutcome.Ok
            : new LinkOutcome(LinkStatus.BadHello, reader.Fault.ToString());
    }

    private static void WriteProtocol(ref MessagePackWriter writer, int members, string nextKey)
    {
        writer.WriteMapHeader(members);
        writer.Write("protocol");
        writer.Write((long)LinkProtocol.Version);
        writer.Write(nextKey);
    }

    private static bool TryOpen(ref MapReader reader, CatalogueLimits limits, out MapScope hello) =>
        reader.OpenDocument(limits.Depth, out hello)
        && reader.Read(hello, "protocol", LinkProtocol.Version, LinkProtocol.Version, out _);
}
