namespace FuncLibs.Blocks.Tokens;

/// <summary>First bytes of CBOR items (RFC 8949, section 3), and tags of typed arrays (RFC 8746, section 2).</summary>
internal static class CborCode
{
    /// <summary>Major type of an unsigned integer.</summary>
    public const int Unsigned = 0;

    /// <summary>Major type of a negative integer: the argument is -1 minus the value.</summary>
    public const int Negative = 1;

    /// <summary>Major type of a byte string.</summary>
    public const int Bytes = 2;

    /// <summary>Major type of an array.</summary>
    public const int Array = 4;

    /// <summary>Major type of a tag.</summary>
    public const int Tag = 6;

    /// <summary>Major type of floats and simple values.</summary>
    public const int Simple = 7;

    /// <summary>Additional information of an argument of one byte; 25, 26 and 27 are of two, four and eight.</summary>
    public const int Argument8 = 24;

    /// <summary>Additional information of an argument of eight bytes, and of a float64.</summary>
    public const int Argument64 = 27;

    /// <summary>Additional information of an indefinite length.</summary>
    public const int Indefinite = 31;

    /// <summary>Additional information of a float16.</summary>
    public const int Float16 = 25;

    /// <summary>Additional information of a float32.</summary>
    public const int Float32 = 26;

    /// <summary>null.</summary>
    public const byte Null = 0xF6;

    /// <summary>First byte of a float64.</summary>
    public const byte Float64 = (Simple << 5) | Argument64;

    /// <summary>Bytes of the longest head.</summary>
    public const int MaxHeadBytes = 9;

    /// <summary>Tag of an array of int64, little-endian.</summary>
    public const int Int64Array = 79;

    /// <summary>Tag of an array of float64, little-endian.</summary>
    public const int Float64Array = 86;

    /// <summary>The specification's name of an item that begins with <paramref name="code"/>, for messages.</summary>
    public static string NameOf(byte code) => (code & 31) == Indefinite && code >> 5 is >= Bytes and not Tag
        ? "an indefinite length"
        : (code >> 5) switch
        {
            Unsigned or Negative => "integer",
            Bytes => "byte string",
            3 => "text string",
            Array => "array",
            5 => "map",
            Tag => "tag",
            _ => code == Null ? "null" : (code & 31) is >= Float16 and <= Argument64 ? "float" : "simple value",
        };
}
