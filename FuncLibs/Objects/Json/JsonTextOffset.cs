using System.Buffers;
using System.Text;

namespace FuncLibs.Objects.Json;

/// <summary>Bytes of UTF-8 text from the lines and columns that libraries tell.</summary>
internal static class JsonTextOffset
{
    /// <summary>Where a line begins.</summary>
    /// <param name="text">The text.</param>
    /// <param name="line">From 0.</param>
    public static long OfLine(ReadOnlySpan<byte> text, long line)
    {
        int at = 0;
        for (long passed = 0; passed < line; passed++)
        {
            int end = text[at..].IndexOf((byte)'\n');
            if (end < 0)
                return at;
            at += end + 1;
        }

        return at;
    }

    /// <summary>Where a character of a line is.</summary>
    /// <param name="text">The text.</param>
    /// <param name="line">From 0.</param>
    /// <param name="characters">UTF-16 characters before it in its line.</param>
    public static long Of(ReadOnlySpan<byte> text, long line, int characters)
    {
        long begin = OfLine(text, line);
        ReadOnlySpan<byte> rest = text[(int)begin..];
        while (characters > 0 && Rune.DecodeFromUtf8(rest, out Rune rune, out int bytes) == OperationStatus.Done)
        {
            characters -= rune.Utf16SequenceLength;
            begin += bytes;
            rest = rest[bytes..];
        }

        return begin;
    }
}
