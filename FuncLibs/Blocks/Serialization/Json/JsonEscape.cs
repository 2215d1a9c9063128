using System.Buffers.Text;

namespace FuncLibs.Blocks.Serialization.Json;

/// <summary>Escapes in strings. Only names need them resolved, and only to compare them with ASCII names.</summary>
internal static class JsonEscape
{
    private const int UnicodeLength = 6;

    /// <summary>Length of the escape that begins with this backslash: 0 when there is no such escape,
    /// -1 when the text ends in it.</summary>
    public static int LengthOf(ReadOnlySpan<byte> text)
    {
        if (text.Length < 2)
            return -1;
        if (text[1] != 'u')
            return Simple(text[1]) == 0 ? 0 : 2;
        for (int i = 2; i < UnicodeLength; i++)
        {
            if (i >= text.Length)
                return -1;
            if (!char.IsAsciiHexDigit((char)text[i]))
                return 0;
        }

        return UnicodeLength;
    }

    /// <summary>
    /// Resolves the escapes of a checked string; false when the result is longer than the target or not ASCII.
    /// </summary>
    public static bool TryResolve(ReadOnlySpan<byte> text, Span<byte> target, out int length)
    {
        length = 0;
        while (!text.IsEmpty)
        {
            if (length == target.Length)
                return false;
            int used = text[0] == '\\' ? LengthOf(text) : 1;
            int value = used switch
            {
                1 => text[0],
                2 => Simple(text[1]),
                _ => Utf8Parser.TryParse(text[2..UnicodeLength], out short code, out _, 'x') ? code : -1,
            };
            if (value is < 0 or > 127)
                return false;
            target[length++] = (byte)value;
            text = text[used..];
        }

        return true;
    }

    private static byte Simple(byte letter) => letter switch
    {
        (byte)'"' or (byte)'\\' or (byte)'/' => letter,
        (byte)'b' => (byte)'\b',
        (byte)'f' => (byte)'\f',
        (byte)'n' => (byte)'\n',
        (byte)'r' => (byte)'\r',
        (byte)'t' => (byte)'\t',
        _ => 0,
    };
}
