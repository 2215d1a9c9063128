namespace FuncLibs.Blocks.Serialization.Json;

/// <summary>Names of JSON's values, for messages.</summary>
internal static class JsonKind
{
    /// <summary>The value that begins with a byte, or null when none does.</summary>
    public static string? NameOf(byte first) => first switch
    {
        (byte)'{' => "object",
        (byte)'[' => "array",
        (byte)'"' => "string",
        (byte)'t' or (byte)'f' => "bool",
        (byte)'n' => "null",
        (byte)'-' or (>= (byte)'0' and <= (byte)'9') => "number",
        _ => null,
    };
}
