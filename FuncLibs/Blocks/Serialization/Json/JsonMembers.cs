namespace FuncLibs.Blocks.Serialization.Json;

/// <summary>Names of the members of the row classes, by key; -1 is a member that is not known here.</summary>
internal static class JsonMembers
{
    public const int Datas = 0;
    public const int ChannelId = 1;
    public const int ActiveCtrl = 0;
    public const int Command = 1;
    public const int Output = 2;
    public const int Count = 3;
    public const int Sensors = 4;

    private const int LongestName = 16;

    /// <summary>Finds a name without escapes, by its bytes in the text.</summary>
    public delegate int Lookup(ReadOnlySpan<byte> name);

    /// <summary>A member of <see cref="Blocks.Rows.RowBlock"/>.</summary>
    public static int OfBlock(ReadOnlySpan<byte> name)
    {
        for (int key = 0; key < BlockParts.Length; key++)
        {
            if (name.SequenceEqual(BlockName(key)))
                return key;
        }

        return -1;
    }

    /// <summary>Names of the parts in paths, by key.</summary>
    public static string[] BlockParts { get; } =
    [
        "servo", "temp", "ad", "bitIn", "bitOut", "firstSampleIndex",
        "servoChCount", "tempChCount", "adCount", "inCount", "outCount", "sampleRate",
    ];

    /// <summary>The name of a member of the block.</summary>
    public static ReadOnlySpan<byte> BlockName(int key) => key switch
    {
        0 => "ServoData"u8,
        1 => "TempData"u8,
        2 => "ADData"u8,
        3 => "BitIn"u8,
        4 => "BitOut"u8,
        5 => "FirstSampleIndex"u8,
        6 => "ServoChCount"u8,
        7 => "TempChCount"u8,
        8 => "ADCount"u8,
        9 => "InCount"u8,
        10 => "OutCount"u8,
        _ => "SampleRate"u8,
    };

    /// <summary>A member of a channel: <see cref="Datas"/> or <see cref="ChannelId"/>.</summary>
    public static int OfChannel(ReadOnlySpan<byte> name) =>
        name.SequenceEqual("Datas"u8) ? Datas : name.SequenceEqual("ChannelId"u8) ? ChannelId : -1;

    /// <summary>A member of a point.</summary>
    public static int OfPoint(ReadOnlySpan<byte> name) => name.Length switch
    {
        7 when name.SequenceEqual("Command"u8) => Command,
        7 when name.SequenceEqual("Sensors"u8) => Sensors,
        6 when name.SequenceEqual("Output"u8) => Output,
        5 when name.SequenceEqual("Count"u8) => Count,
        10 when name.SequenceEqual("ActiveCtrl"u8) => ActiveCtrl,
        _ => -1,
    };

    /// <summary>Finds a name, with its escapes resolved if it has any.</summary>
    public static int Find(ReadOnlySpan<byte> name, Lookup lookup)
    {
        if (!name.Contains((byte)'\\'))
            return lookup(name);
        Span<byte> resolved = stackalloc byte[LongestName];
        return JsonEscape.TryResolve(name, resolved, out int length) ? lookup(resolved[..length]) : -1;
    }
}
