using System.Buffers;
using System.Text.Unicode;

namespace FuncLibs.Blocks.Serialization.Json;

/// <summary>
/// Reads JSON (RFC 8259) token by token from UTF-8. Bad text is never an exception: a <c>Try</c> that fails returns
/// false, sets <see cref="Failure"/> and leaves <see cref="Position"/> at the offending byte. System.Text.Json's reader
/// was tried first: it throws for bad text, 20 us each, and its numbers cost twice as much.
/// </summary>
internal ref struct JsonTokens(ReadOnlySpan<byte> input)
{
    private const byte FirstPrintable = 0x20;
    private static readonly SearchValues<byte> Special = SearchValues.Create(
        [(byte)'"', (byte)'\\', .. Enumerable.Range(0, FirstPrintable).Select(b => (byte)b)]);

    private readonly ReadOnlySpan<byte> _input = input;

    /// <summary>Offset of the next byte to read.</summary>
    public int Position { get; private set; }

    /// <summary>Truncated, Malformed, TypeMismatch or OutOfRange; None if no read failed.</summary>
    public DecodeStatus Failure { get; private set; }

    /// <summary>The next byte that is not white space, or 0 at the end of the input.</summary>
    public byte Peek()
    {
        int at = Position;
        while (at < _input.Length && _input[at] is (byte)' ' or (byte)'\n' or (byte)'\r' or (byte)'\t')
            at++;
        Position = at;
        return at < _input.Length ? _input[at] : (byte)0;
    }

    /// <summary>True when only white space is left.</summary>
    public bool IsAtEnd()
    {
        Peek();
        return Position >= _input.Length;
    }

    /// <summary>Takes one byte of punctuation.</summary>
    public bool TryTake(byte wanted)
    {
        if (Peek() != wanted || IsAtEnd())
            return Fail();
        Position++;
        return true;
    }

    /// <summary>Goes to the next item of an array or an object, or takes its end.</summary>
    /// <param name="isFirst">True before the first item.</param>
    /// <param name="close">The byte that ends it.</param>
    /// <param name="hasItem">False when it has ended.</param>
    public bool TryNextItem(ref bool isFirst, byte close, out bool hasItem)
    {
        hasItem = Peek() != close;
        if (!hasItem)
        {
            Position++;
            return true;
        }

        bool taken = isFirst || TryTakeComma();
        isFirst = false;
        return taken;
    }

    /// <summary>
    /// Reads the name of a member and its colon. The name is as it is in the text, escapes and all.
    /// </summary>
    public bool TryReadName(out ReadOnlySpan<byte> name) => TryReadString(out name) && TryTake((byte)':');

    /// <summary>Reads a string as it is in the text, escapes and all; they and the UTF-8 are checked.</summary>
    public bool TryReadString(out ReadOnlySpan<byte> text)
    {
        text = default;
        if (Peek() != '"')
            return Fail();
        int start = Position + 1;
        int at = start;
        while (true)
        {
            int special = _input[at..].IndexOfAny(Special);
            if (special < 0)
                return FailAt(_input.Length, DecodeStatus.Truncated);
            at += special;
            if (_input[at] == '"')
                break;
            if (_input[at] != '\\')
                return FailAt(at, DecodeStatus.Malformed);
            int escape = JsonEscape.LengthOf(_input[at..]);
            if (escape <= 0)
                return FailAt(at, escape < 0 ? DecodeStatus.Truncated : DecodeStatus.Malformed);
            at += escape;
        }

        text = _input[start..at];
        if (!Utf8.IsValid(text))
            return FailAt(start, DecodeStatus.Malformed);
        Position = at + 1;
        return true;
    }

    /// <summary>Reads a number; text that is none of JSON's forms is Malformed.</summary>
    public bool TryReadNumber(out JsonNumber number)
    {
        number = default;
        if (Peek() is not ((byte)'-' or (>= (byte)'0' and <= (byte)'9')))
            return Fail();
        DecodeStatus status = JsonNumber.Read(_input[Position..], out number, out int used);
        if (status != DecodeStatus.Ok)
            return FailAt(Position + used, status);
        Position += used;
        return true;
    }

    /// <summary>Reads <c>true</c> or <c>false</c>.</summary>
    public bool TryReadBool(out bool value)
    {
        value = Peek() == 't';
        return value ? TryTakeWord("true"u8) : TryTakeWord("false"u8);
    }

    /// <summary>Takes <c>null</c>.</summary>
    public bool TryReadNull() => TryTakeWord("null"u8);

    /// <summary>Ends the reading at an offset.</summary>
    public bool FailAt(int position, DecodeStatus failure)
    {
        Position = position;
        Failure = failure;
        return false;
    }

    // After a comma an item must follow; its reader reports what is wrong with a bracket.
    private bool TryTakeComma() =>
        TryTake((byte)',') && (Peek() is not ((byte)']' or (byte)'}') || FailAt(Position, DecodeStatus.Malformed));

    private bool TryTakeWord(ReadOnlySpan<byte> word)
    {
        if (Peek() != word[0])
            return Fail();
        ReadOnlySpan<byte> rest = _input[Position..];
        int common = rest.CommonPrefixLength(word);
        if (common < word.Length)
            return FailAt(Position + common, common == rest.Length ? DecodeStatus.Truncated : DecodeStatus.Malformed);
        Position += word.Length;
        return true;
    }

    // Where another value begins it is of the wrong type; where none can, the text is not JSON.
    private bool Fail() => FailAt(
        Position,
        IsAtEnd()
            ? DecodeStatus.Truncated
            : JsonKind.NameOf(_input[Position]) is null ? DecodeStatus.Malformed : DecodeStatus.TypeMismatch);
}

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
