using System.Globalization;

namespace SignalMonitor.Inspection;

/// <summary>Bytes as hexadecimal text.</summary>
internal static class HexText
{
    private const int Before = 8;
    private const int Shown = 24;

    /// <summary>The bytes around an offset, and a mark under it.</summary>
    public static void PrintAround(ReadOnlySpan<byte> bytes, long offset, TextWriter output)
    {
        int start = (int)Math.Max(0, offset - Before);
        string line = string.Create(CultureInfo.InvariantCulture, $"{start,10}  ");
        string hex = string.Join(
            ' ',
            bytes[start..Math.Min(bytes.Length, start
                + Shown)].ToArray().Select(b => b.ToString("X2", CultureInfo.InvariantCulture)));
        output.WriteLine(line + hex);
        output.WriteLine(new string(' ', line.Length + (3 * (int)(offset - start))) + "^^");
    }

    /// <summary>The first bytes of a body.</summary>
    public static string Start(ReadOnlySpan<byte> body)
    {
        const int Max = 16;
        string hex = Convert.ToHexString(body[..Math.Min(Max, body.Length)]);
        return body.Length > Max ? hex + "..." : hex;
    }
}
