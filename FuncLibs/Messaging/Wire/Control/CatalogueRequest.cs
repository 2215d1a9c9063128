using System.Buffers;

namespace FuncLibs.Messaging.Wire.Control;

/// <summary>Request <c>catalogue{revision?}</c>.</summary>
/// <param name="Id">Number of the request.</param>
/// <param name="Revision">The revision that is wanted; null the one in force.</param>
public readonly record struct CatalogueRequest(uint Id, uint? Revision = null)
{
    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output)
    {
        MapWriter map = new ControlEnvelope(ControlOp.Catalogue, Id).Begin(output, Revision is null ? 0 : 1);
        if (Revision is { } revision)
            map.Write("revision"u8, (ulong)revision);
        map.Flush();
    }

    /// <summary>Reads a map.</summary>
    public static bool TryRead(ReadOnlySpan<byte> payload, out CatalogueRequest request, out MapFault fault)
    {
        var map = new MapReader(payload);
        bool read = TryRead(ref map, out request);
        fault = map.Fault;
        return read;
    }

    private static bool TryRead(ref MapReader map, out CatalogueRequest request)
    {
        request = default;
        if (!map.Map("catalogue", out int pairs))
            return false;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key("catalogue", out ReadOnlySpan<byte> key))
                return false;
            bool ok;
            if (key.SequenceEqual("id"u8))
                (ok, request) = (map.Read("id", out uint id), request with { Id = id });
            else if (key.SequenceEqual("revision"u8))
                (ok, request) = (map.Read("revision", out uint revision), request with { Revision = revision });
            else
                ok = map.Skip("catalogue");
            if (!ok)
                return false;
        }

        return map.End("catalogue");
    }
}
