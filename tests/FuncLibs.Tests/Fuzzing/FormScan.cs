using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Tests.Fuzzing;

/// <summary>Names the forms that are in a MessagePack document: extensions by type and method,
/// scaled integers by scale and exceptions too.</summary>
internal static class FormScan
{
    private const int MaxDepth = 8;

    /// <summary>The forms of a document up to its first broken token.</summary>
    public static IReadOnlySet<string> Of(byte[] document)
    {
        var forms = new HashSet<string>(StringComparer.Ordinal);
        var reader = new MessagePackReader(document);
        while (!reader.IsAtEnd && TryScan(ref reader, forms, MaxDepth))
        {
        }

        return forms;
    }

    private static bool TryScan(ref MessagePackReader reader, HashSet<string> forms, int depth)
    {
        if (MessagePackCode.IsExt(reader.NextCode))
            return TryScanExt(ref reader, forms);
        if (!MessagePackCode.IsArray(reader.NextCode))
            return reader.TrySkip(MaxDepth);
        if (depth == 0 || !reader.TryReadArrayHeader(out int items))
            return false;
        while (items > 0 && TryScan(ref reader, forms, depth - 1))
            items--;
        return items == 0;
    }

    private static bool TryScanExt(ref MessagePackReader reader, HashSet<string> forms)
    {
        if (!reader.TryReadExt(out sbyte type, out ReadOnlySpan<byte> body))
            return false;
        forms.Add($"ext {type}");
        if (type is 21 or 22 && body.Length > 1)
            forms.Add($"ext {type} method {body[1]}");
        if (type == 21 && body.Length > 11 && body[1] is 1 or 2)
            forms.Add(
                $"ext 21 method {body[1]} scale "
                    + $"{(body[9] is > 0 and < 254 ? "decimal" : body[9])}{(body[10] == 0 ? "" : " exceptions")}");
        return true;
    }
}
