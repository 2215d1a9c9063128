using System.Buffers;
using FuncLibs.Blocks.Maps;

namespace FuncLibs.Messaging.Wire.Control;

/// <summary>Request <c>catalogue{revision?}</c>.</summary>
/// <param name="Id">Number of the request.</param>
/// <param name="Revision">The requested revision; null for the current one.</param>
public readonly record struct CatalogueRequest(uint Id, uint? Revision = null)
{
    private static readonly MapSchema<CatalogueRequest> Schema = ControlSchema
        .Create(ControlOp.Catalogue, default(CatalogueRequest), m => m.Id, (ref m, value) => m = m with { Id = value })
        .AddOptional("revision", MapCodec.UInt32, m => m.Revision, (ref m, value) => m = m with { Revision = value });

    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output) => Schema.Write(output, this);

    /// <summary>Reads a map.</summary>
    public static bool TryRead(ReadOnlySpan<byte> payload, out CatalogueRequest request, out MapFault fault) =>
        Schema.TryRead(payload, out request, out fault);
}

/// <summary>
/// Answers that carry a catalogue: <c>{op: "catalogue", id, catalogue}</c>, and <c>{op: "snapshot", id, catalogue,
/// blocks}</c>, which <c>blocks</c> data messages follow. The catalogue is already encoded and is not decoded here.
/// </summary>
/// <param name="Id">Number of the request.</param>
/// <param name="Blocks">Data messages that follow; null for an answer to <c>catalogue</c>.</param>
public readonly record struct CatalogueAnswer(uint Id, int? Blocks = null)
{
    /// <summary>Highest number of blocks in a snapshot: one per stream.</summary>
    public const int MaxBlocks = 1024;

    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    /// <param name="output">Target.</param>
    /// <param name="catalogue">The encoded catalogue, one MessagePack value.</param>
    public void Write(IBufferWriter<byte> output, ReadOnlySpan<byte> catalogue)
    {
        ControlOp op = Blocks is null ? ControlOp.Catalogue : ControlOp.Snapshot;
        MapWriter map = new ControlEnvelope(op, Id).Begin(output, Blocks is null ? 1 : 2);
        map.WriteRaw("catalogue"u8, catalogue);
        if (Blocks is { } blocks)
            map.Write("blocks"u8, (long)blocks);
        map.Flush();
    }

    /// <summary>Reads a map; <paramref name="catalogue"/> is a slice of it.</summary>
    public static bool TryRead(
        ReadOnlySpan<byte> payload, out CatalogueAnswer answer, out ReadOnlySpan<byte> catalogue, out MapFault fault)
    {
        var map = new MapReader(payload);
        bool read = TryRead(ref map, out answer, out catalogue);
        fault = map.Fault;
        return read;
    }

    private static bool TryRead(scoped ref MapReader map, out CatalogueAnswer answer, out ReadOnlySpan<byte> catalogue)
    {
        answer = default;
        catalogue = default;
        if (!map.Map("answer", out int pairs))
            return false;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key("answer", out ReadOnlySpan<byte> key))
                return false;
            bool ok;
            if (key.SequenceEqual("id"u8))
                (ok, answer) = (map.Read("id", out uint id), answer with { Id = id });
            else if (key.SequenceEqual("blocks"u8))
                ok = TryReadBlocks(ref map, ref answer);
            else
                ok = key.SequenceEqual("catalogue"u8) ? map.Raw("catalogue", out catalogue) : map.Skip("answer");
            if (!ok)
                return false;
        }

        return map.Require("catalogue", !catalogue.IsEmpty) && map.End("answer");
    }

    private static bool TryReadBlocks(ref MapReader map, ref CatalogueAnswer answer)
    {
        if (!map.Read("blocks", out uint blocks))
            return false;
        answer = answer with { Blocks = (int)Math.Min(blocks, MaxBlocks) };
        return blocks <= MaxBlocks || map.Refuse("blocks");
    }
}
