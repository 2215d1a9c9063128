namespace FuncLibs.Blocks.Tokens;

/// <summary>First bytes of MessagePack tokens, as the MessagePack specification names them.</summary>
internal static class MessagePackCode
{
#pragma warning disable CS1591 // The names are those of the specification; a comment would repeat them.
    public const byte MaxPositiveFixInt = 0x7F;
    public const byte FixMap = 0x80;
    public const byte MaxFixMap = 0x8F;
    public const byte FixArray = 0x90;
    public const byte MaxFixArray = 0x9F;
    public const byte FixStr = 0xA0;
    public const byte MaxFixStr = 0xBF;
    public const byte Nil = 0xC0;
    public const byte NeverUsed = 0xC1;
    public const byte False = 0xC2;
    public const byte True = 0xC3;
    public const byte Bin8 = 0xC4;
    public const byte Bin16 = 0xC5;
    public const byte Bin32 = 0xC6;
    public const byte Ext8 = 0xC7;
    public const byte Ext16 = 0xC8;
    public const byte Ext32 = 0xC9;
    public const byte Float32 = 0xCA;
    public const byte Float64 = 0xCB;
    public const byte UInt8 = 0xCC;
    public const byte UInt16 = 0xCD;
    public const byte UInt32 = 0xCE;
    public const byte UInt64 = 0xCF;
    public const byte Int8 = 0xD0;
    public const byte Int16 = 0xD1;
    public const byte Int32 = 0xD2;
    public const byte Int64 = 0xD3;
    public const byte FixExt1 = 0xD4;
    public const byte FixExt2 = 0xD5;
    public const byte FixExt4 = 0xD6;
    public const byte FixExt8 = 0xD7;
    public const byte FixExt16 = 0xD8;
    public const byte Str8 = 0xD9;
    public const byte Str16 = 0xDA;
    public const byte Str32 = 0xDB;
    public const byte Array16 = 0xDC;
    public const byte Array32 = 0xDD;
    public const byte Map16 = 0xDE;
    public const byte Map32 = 0xDF;
    public const byte MinNegativeFixInt = 0xE0;
#pragma warning restore CS1591

    /// <summary>True when an integer begins with <paramref name="code"/>.</summary>
    public static bool IsInt(byte code) =>
        code is <= MaxPositiveFixInt or >= MinNegativeFixInt or (>= UInt8 and <= Int64);

    /// <summary>True when an array begins with <paramref name="code"/>.</summary>
    public static bool IsArray(byte code) => (code & 0xF0) == FixArray || code is Array16 or Array32;

    /// <summary>True when a map begins with <paramref name="code"/>.</summary>
    public static bool IsMap(byte code) => (code & 0xF0) == FixMap || code is Map16 or Map32;

    /// <summary>True when an ext begins with <paramref name="code"/>.</summary>
    public static bool IsExt(byte code) => code is >= FixExt1 and <= FixExt16 or >= Ext8 and <= Ext32;

    /// <summary>The specification's name of a token that begins with <paramref name="code"/>, for messages.</summary>
    public static string NameOf(byte code) => code switch
    {
        <= MaxPositiveFixInt or >= MinNegativeFixInt => "int",
        <= MaxFixMap => "map",
        <= MaxFixArray => "array",
        <= MaxFixStr => "string",
        Nil => "nil",
        False or True => "bool",
        Bin8 or Bin16 or Bin32 => "bin",
        Ext8 or Ext16 or Ext32 or FixExt1 or FixExt2 or FixExt4 or FixExt8 or FixExt16 => "ext",
        Float32 => "float32",
        Float64 => "float64",
        >= UInt8 and <= Int64 => "int",
        Str8 or Str16 or Str32 => "string",
        Array16 or Array32 => "array",
        Map16 or Map32 => "map",
        NeverUsed => "the never used code C1",
    };
}
