using System.Globalization;
using System.Text;
using FuncLibs.Blocks.Tokens;

namespace SignalMonitor.Inspection;

/// <summary>
/// MessagePack as an indented tree, one token a line, each with its offset. Long arrays show their first items. Text of
/// the payload is escaped: it is somebody else's and goes to a terminal.
/// </summary>
internal ref struct TokenText(ReadOnlySpan<byte> document, int offset, TextWriter output)
{
    private const int MaxDepth = 16;
    private const int MaxItems = 10;
    private const int MaxPairs = 1000;
    private const int MaxText = 200;

    private readonly ReadOnlySpan<byte> _document = document;
    private MessagePackReader _tokens = new(document);

    /// <summary>Bytes read.</summary>
    public readonly int Position => _tokens.Position;

    /// <summary>Prints one value; where it is broken, prints that and returns false.</summary>
    public bool Print()
    {
        if (TryPrint(0, ""))
            return true;
        output.WriteLine(string.Create(
            CultureInfo.InvariantCulture,
            $"MessagePack: {_tokens.Failure} at byte {offset + _tokens.Position}, found "
                + $"{MessagePackCode.NameOf(_tokens.NextCode)}"));
        HexText.PrintAround(_document, _tokens.Position, output);
        return false;
    }

    private bool TryPrint(int depth, string label)
    {
        byte code = _tokens.NextCode;
        if (depth > MaxDepth)
            return _tokens.Refuse(_tokens.Position, ReadFailure.TooDeep);
        if (MessagePackCode.IsArray(code))
            return TryPrintArray(depth, label);
        return MessagePackCode.IsMap(code) ? TryPrintMap(depth, label) : TryPrintLeaf(depth, label, code);
    }

    private bool TryPrintArray(int depth, string label)
    {
        int start = _tokens.Position;
        if (!_tokens.TryReadArrayHeader(out int count))
            return false;
        Line(start, depth, label, $"array of {count}");
        for (int i = 0; i < count; i++)
        {
            if (i == MaxItems && count > MaxItems + 2)
                Line(_tokens.Position, depth + 1, "", $"... {count - i} more");
            bool isShown = i < MaxItems || count <= MaxItems + 2;
            if (!(isShown ? TryPrint(depth + 1, $"[{i}] ") : _tokens.TrySkip(MaxDepth)))
                return false;
        }

        return true;
    }

    private bool TryPrintMap(int depth, string label)
    {
        int start = _tokens.Position;
        if (!_tokens.TryReadMapHeader(out int count))
            return false;
        Line(start, depth, label, $"map of {count}");
        for (int i = 0; i < count; i++)
        {
            bool isShown = i < MaxPairs;
            int key = _tokens.Position;
            if (!_tokens.TrySkip(MaxDepth))
                return false;
            if (!(isShown
                ? TryPrint(depth + 1, KeyText(_tokens.Slice(key, _tokens.Position)) + ": ")
                : _tokens.TrySkip(MaxDepth)))
                return false;
        }

        return true;
    }

    private bool TryPrintLeaf(int depth, string label, byte code)
    {
        int start = _tokens.Position;
        string text = LeafText(ref _tokens, code, out bool read);
        if (read)
            Line(start, depth, label, text);
        return read;
    }

    private readonly void Line(int start, int depth, string label, string text) =>
        output.WriteLine(
            string.Create(
                CultureInfo.InvariantCulture, $"{offset + start,10}  {new string(' ', 2 * depth)}{label}{text}"));

    private static string KeyText(ReadOnlySpan<byte> key)
    {
        var tokens = new MessagePackReader(key);
        return LeafText(ref tokens, tokens.NextCode, out bool read) is var text && read
            ? text
            : "a key of another kind";
    }

    private static string LeafText(ref MessagePackReader tokens, byte code, out bool read)
    {
        switch (MessagePackCode.NameOf(code))
        {
            case "nil":
                read = tokens.TryReadNil();
                return "nil";
            case "bool":
                read = tokens.TryRead(out bool flag);
                return flag ? "true" : "false";
            case "float32" or "float64":
                read = tokens.TryRead(out double real);
                return real.ToString("R", CultureInfo.InvariantCulture);
            case "string":
                read = tokens.TryReadUtf8(out ReadOnlySpan<byte> utf8);
                return Escaped(utf8);
            case "bin":
                read = tokens.TryReadBin(out ReadOnlySpan<byte> bin);
                return $"bin of {bin.Length}: {HexText.Start(bin)}";
            case "ext":
                read = tokens.TryReadExt(out sbyte type, out ReadOnlySpan<byte> body);
                return $"ext {type} of {body.Length}: {HexText.Start(body)}";
            default:
                if (code == MessagePackCode.UInt64 && tokens.TryRead(out ulong large))
                {
                    read = true;
                    return large.ToString(CultureInfo.InvariantCulture);
                }

                read = tokens.TryRead(out long number);
                return number.ToString(CultureInfo.InvariantCulture);
        }
    }

    private static string Escaped(ReadOnlySpan<byte> utf8)
    {
        var text = new StringBuilder("\"");
        foreach (char c in Encoding.UTF8.GetString(utf8[..Math.Min(utf8.Length, MaxText)]))
        {
            if (char.IsControl(c) || char.GetUnicodeCategory(c) == UnicodeCategory.Format)
                text.Append(CultureInfo.InvariantCulture, $"\\u{(int)c:X4}");
            else
                text.Append(c);
        }

        return text.Append(utf8.Length > MaxText ? "\"..." : "\"").ToString();
    }
}
