namespace Architecture;

/// <summary>
/// What each room of FuncLibs may point at, as docs/architecture.md draws it. An arrow includes what its target may use.
/// A room is a folder; the longest listed name that a namespace begins with counts.
/// </summary>
internal static class RoomArrows
{
    /// <summary>Rooms that every room may use.</summary>
    public static readonly string[] Open = ["Timing", "Diagnostics", "Rings", "Platform"];

    private static readonly Dictionary<string, string[]> Direct = new()
    {
        ["Platform"] = [],
        ["Timing"] = [],
        ["Diagnostics"] = [],
        ["Rings"] = [],
        ["MessagePack"] = [],
        ["Blocks"] = [],
        ["Blocks.Rows"] = ["Blocks"],
        ["Catalogue"] = ["Blocks", "MessagePack"],
        ["Serialization"] = ["Blocks", "Blocks.Rows", "Catalogue", "MessagePack"],
        ["Wire"] = ["Catalogue", "MessagePack"],
        ["Link"] = ["Wire", "Serialization"],
        ["Signals"] = ["Blocks", "Catalogue"],
        ["Delivery"] = ["Wire"],
        ["Journal"] = ["Wire"],
        ["Transport"] = ["Wire"],
        ["Publishing"] = ["Transport", "Wire"],
        ["Truth"] = [],
    };

    /// <summary>The room of a namespace below FuncLibs, for example Blocks.Rows; null for FuncLibs itself.</summary>
    public static string? RoomOf(string namespaceName)
    {
        if (!namespaceName.StartsWith("FuncLibs.", StringComparison.Ordinal))
            return null;
        string inner = namespaceName["FuncLibs.".Length..];
        return Direct.Keys.Where(room => inner == room || inner.StartsWith(room + ".", StringComparison.Ordinal)).MaxBy(room => room.Length)
            ?? inner.Split('.')[0];
    }

    /// <summary>True when the room is on the map.</summary>
    public static bool IsKnown(string room) => Direct.ContainsKey(room);

    /// <summary>True when code in one room may name a type of another.</summary>
    public static bool MayUse(string from, string to) => from == to || Open.Contains(to) || Reach(from).Contains(to);

    private static HashSet<string> Reach(string from)
    {
        HashSet<string> reached = [];
        Stack<string> open = new(Direct[from]);
        while (open.TryPop(out string? room))
        {
            if (reached.Add(room))
                Array.ForEach(Direct[room], open.Push);
        }

        return reached;
    }
}
