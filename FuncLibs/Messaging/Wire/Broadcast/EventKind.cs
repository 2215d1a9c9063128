namespace FuncLibs.Messaging.Wire.Broadcast;

/// <summary>Looks for the kind of an event before anything else of it is read:
/// other kinds have members of the same names and other types.</summary>
internal static class EventKind
{
    /// <summary>True when a payload is an event of a kind. Takes no memory.</summary>
    /// <param name="kind">The kind.</param>
    /// <param name="payload">The payload, looked through to its end.</param>
    /// <param name="fault">Why it is no event; empty when it is one of another kind.</param>
    public static bool Is(ReadOnlySpan<byte> kind, ReadOnlySpan<byte> payload, out MapFault fault)
    {
        var map = new MapReader(payload);
        bool isIt = false;
        bool read = map.Map("event", out int pairs);
        for (int i = 0; read && i < pairs; i++)
        {
            read = map.Key("event", out ReadOnlySpan<byte> key);
            if (read && key.SequenceEqual("kind"u8))
                (read, isIt) = (map.Read("kind", out ReadOnlySpan<byte> found), found.SequenceEqual(kind));
            else if (read)
                read = map.Skip("event");
        }

        read = read && map.End("event");
        fault = map.Fault;
        return read && isIt;
    }
}
