namespace FuncLibs.Messaging.Wire.Control;

/// <summary>A stream of a publisher: its number and the last level of its topic.</summary>
/// <param name="Id">Number of the stream.</param>
/// <param name="Name">Its name.</param>
public readonly record struct NamedStream(uint Id, string Name)
{
    private const string What = "streams[]";

    internal void Write(ref MapWriter map)
    {
        map.Map(2);
        map.Write("id"u8, (ulong)Id);
        map.Write("name"u8, Name);
    }

    internal static bool TryRead(ref MapReader map, out NamedStream stream)
    {
        stream = new NamedStream(0, "");
        if (!map.Map(What, out int pairs))
            return false;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key(What, out ReadOnlySpan<byte> key))
                return false;
            bool ok;
            if (key.SequenceEqual("id"u8))
                (ok, stream) = (map.Read("streams[].id", out uint id), stream with { Id = id });
            else if (key.SequenceEqual("name"u8))
                (ok, stream) = (map.Read("streams[].name", out string name), stream with { Name = name });
            else
                ok = map.Skip(What);
            if (!ok)
                return false;
        }

        return map.Require("streams[].name", stream.Name.Length > 0);
    }
}
