namespace FuncLibs.Objects.Graph;

/// <summary>
/// What the bytes of a document are, all of it MessagePack: <c>[kind, [[name, ...], ...], root]</c>. An object is
/// <c>[row, value, ...]</c>, where the row of the table has its names; a list is <c>[nil, element, ...]</c>; a
/// dictionary is a map. docs/object-graphs.md draws them.
/// </summary>
internal static class GraphFormat
{
    private const byte FirstExtension = 0xC7;
    private const byte LastExtension = 0xC9;
    private const byte FirstFixedExtension = 0xD4;
    private const byte LastFixedExtension = 0xD8;

    /// <summary>Elements of a document.</summary>
    public const int Elements = 3;

    /// <summary>Kind of a document in which each object is written where it is met.</summary>
    public const int Tree = 1;

    /// <summary>Kind of a document with references to what came before.</summary>
    public const int References = 2;

    /// <summary>Extension: number of an object, list or dictionary, counted from 0 by their begins.</summary>
    public const sbyte ObjectReference = 1;

    /// <summary>Extension: number of a text, counted from 0.</summary>
    public const sbyte TextReference = 2;

    /// <summary>Extension of 8 bytes: <see cref="DateTime.ToBinary"/>.</summary>
    public const sbyte Time = 3;

    /// <summary>Extension of 10 bytes: ticks of 100 ns since the year 1, UTC; offset in minutes.</summary>
    public const sbyte TimeWithOffset = 4;

    /// <summary>Extension of 16 bytes: the four numbers of <see cref="decimal.GetBits(decimal)"/>.</summary>
    public const sbyte Decimal = 5;

    /// <summary>Extension of 16 bytes: a UUID in the order of its text.</summary>
    public const sbyte Uuid = 6;

    /// <summary>Rows of a table at most: types of a document.</summary>
    public const int MostRows = 4096;

    /// <summary>The byte that is nil.</summary>
    public const byte Nil = 0xC0;

    /// <summary>Characters from which on a text is referred to: a reference takes 3 bytes.</summary>
    public const int ShortestShared = 4;

    /// <summary>Whether a value that begins with this byte is an extension.</summary>
    public static bool IsExtension(byte code) => code is >= FirstExtension and <= LastExtension
        or >= FirstFixedExtension and <= LastFixedExtension;
}
