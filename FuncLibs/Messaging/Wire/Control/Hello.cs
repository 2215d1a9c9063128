using System.Buffers;

namespace FuncLibs.Messaging.Wire.Control;

/// <summary>What a consumer needs: everything, or only what is new.</summary>
public enum ConsumerClass : byte
{
    /// <summary>Not said.</summary>
    Unknown,

    /// <summary>Skips holes.</summary>
    Live,

    /// <summary>Wants every block or the reason why not.</summary>
    Lossless,
}

/// <summary>Request <c>hello{client, class}</c>.</summary>
/// <param name="Id">Number of the request.</param>
/// <param name="Client">Name of the consumer, for people.</param>
/// <param name="Class">What it needs.</param>
public sealed record Hello(uint Id, string Client, ConsumerClass Class)
{
    /// <summary>Appends the map to <paramref name="output"/>.</summary>
    public void Write(IBufferWriter<byte> output)
    {
        MapWriter map = new ControlEnvelope(ControlOp.Hello, Id).Begin(output, 2);
        map.Write("client"u8, Client);
        map.WriteText("class"u8, Class == ConsumerClass.Live ? "live"u8 : "lossless"u8);
        map.Flush();
    }

    /// <summary>Reads a map; null when it is not one, and then <paramref name="fault"/> says why.</summary>
    public static Hello? Read(ReadOnlySpan<byte> payload, out MapFault fault)
    {
        var map = new MapReader(payload);
        Hello? hello = Read(ref map);
        fault = map.Fault;
        return hello;
    }

    private static Hello? Read(ref MapReader map)
    {
        var hello = new Hello(0, "", ConsumerClass.Unknown);
        if (!map.Map("hello", out int pairs))
            return null;
        for (int i = 0; i < pairs; i++)
        {
            if (!map.Key("hello", out ReadOnlySpan<byte> key) || !TryReadMember(ref map, key, ref hello))
                return null;
        }

        return map.Require("class", hello.Class != ConsumerClass.Unknown) && map.End("hello") ? hello : null;
    }

    private static bool TryReadMember(ref MapReader map, ReadOnlySpan<byte> key, ref Hello hello)
    {
        bool ok;
        if (key.SequenceEqual("id"u8))
            (ok, hello) = (map.Read("id", out uint id), hello with { Id = id });
        else if (key.SequenceEqual("client"u8))
            (ok, hello) = (map.Read("client", out string client), hello with { Client = client });
        else if (key.SequenceEqual("class"u8))
            ok = TryReadClass(ref map, ref hello);
        else
            ok = map.Skip("hello");
        return ok;
    }

    private static bool TryReadClass(ref MapReader map, ref Hello hello)
    {
        if (!map.Read("class", out ReadOnlySpan<byte> text))
            return false;
        bool live = text.SequenceEqual("live"u8);
        hello = hello with { Class = live ? ConsumerClass.Live : ConsumerClass.Lossless };
        return live || text.SequenceEqual("lossless"u8) || map.Refuse("class");
    }
}
