using System.Globalization;

namespace FuncLibs.Signals.Expressions.Syntax;

/// <summary>
/// Cuts a text into tokens, one at a time, without copying it. A number is <c>12</c>, <c>.5</c>, <c>1.5e-3</c>; a name
/// is letters, digits, <c>_</c> and inner dots; a text is between double quotes, on one line, without an escape.
/// </summary>
internal sealed class Lexer(string text)
{
    private int _at;
    private int _line = 1;
    private int _lineStart;

    /// <summary>The text.</summary>
    public string Text { get; } = text;

    /// <summary>What could not be read; then the last token was <see cref="TokenKind.End"/>.</summary>
    public ExpressionDiagnostic? Fault { get; private set; }

    /// <summary>The next token.</summary>
    public Token Next()
    {
        SkipBlanks();
        if (_at >= Text.Length)
            return new Token(TokenKind.End, Text.Length, 0, Position);
        char first = Text[_at];
        if (char.IsAsciiDigit(first) || (first == '.' && IsDigitAt(_at + 1)))
            return TokenTo(TokenKind.Number, NumberEnd());
        if (IsNameStart(first))
            return Word();
        if (first == '"')
            return Quoted();
        return Symbol();
    }

    /// <summary>
    /// The text from after an opening <c>[</c> that was just taken up to its <c>]</c> on the same line: a unit.
    /// </summary>
    /// <param name="unit">Without blanks around it.</param>
    public bool TryReadUnit(out string unit)
    {
        int end = Text.AsSpan(_at).IndexOfAny(']', '\n');
        unit = "";
        if (end < 0 || Text[_at + end] != ']')
            return false;
        unit = Text.Substring(_at, end).Trim();
        _at += end + 1;
        return unit.Length > 0;
    }

    /// <summary>True when an <c>=</c> (and no <c>==</c>) follows the last token.</summary>
    public bool IsAssignNext()
    {
        ReadOnlySpan<char> rest = Text.AsSpan(_at).TrimStart();
        return rest.StartsWith('=') && !rest.StartsWith("==", StringComparison.Ordinal);
    }

    /// <summary>True for a character a name can begin with; the signs of degree and micro begin units.</summary>
    public static bool IsNameStart(char c) => char.IsLetter(c) || c is '_' or '°';

    /// <summary>True for a character inside a name.</summary>
    public static bool IsNamePart(char c) => IsNameStart(c) || char.IsAsciiDigit(c);

    private TextPosition Position => new(_line, _at - _lineStart + 1);

    private void SkipBlanks()
    {
        while (_at < Text.Length && char.IsWhiteSpace(Text[_at]))
        {
            if (Text[_at++] == '\n')
            {
                _line++;
                _lineStart = _at;
            }
        }
    }

    private bool IsDigitAt(int index) => index < Text.Length && char.IsAsciiDigit(Text[index]);

    private int NumberEnd()
    {
        int end = SkipDigits(_at);
        if (end < Text.Length && Text[end] == '.')
            end = SkipDigits(end + 1);
        if (end < Text.Length && Text[end] is 'e' or 'E')
        {
            int digits = end + 1 < Text.Length && Text[end + 1] is '+' or '-' ? end + 2 : end + 1;
            if (IsDigitAt(digits))
                end = SkipDigits(digits);
        }

        return end;
    }

    private int SkipDigits(int index)
    {
        while (IsDigitAt(index))
            index++;
        return index;
    }

    private Token Word()
    {
        int end = _at;
        while (end < Text.Length && (IsNamePart(Text[end]) || IsInnerDot(end)))
            end++;
        TokenKind kind = Text.AsSpan(_at, end - _at) switch
        {
            "and" => TokenKind.And,
            "or" => TokenKind.Or,
            "not" => TokenKind.Not,
            _ => TokenKind.Name,
        };
        return TokenTo(kind, end);
    }

    private bool IsInnerDot(int index) => Text[index] == '.' && index + 1 < Text.Length && IsNamePart(Text[index + 1]);

    private Token Quoted()
    {
        int length = Text.AsSpan(_at + 1).IndexOfAny('"', '\n');
        if (length < 0 || Text[_at + 1 + length] == '\n')
            return Refuse("a text that does not end", "expected a closing \" on the same line");
        return TokenTo(TokenKind.Text, _at + length + 2);
    }

    private Token Symbol()
    {
        bool orEqual = _at + 1 < Text.Length && Text[_at + 1] == '=';
        return Text[_at] switch
        {
            '(' => TokenTo(TokenKind.Open, _at + 1),
            ')' => TokenTo(TokenKind.Close, _at + 1),
            '[' => TokenTo(TokenKind.OpenSquare, _at + 1),
            ']' => TokenTo(TokenKind.CloseSquare, _at + 1),
            ',' => TokenTo(TokenKind.Comma, _at + 1),
            ';' => TokenTo(TokenKind.Semicolon, _at + 1),
            '%' => TokenTo(TokenKind.Percent, _at + 1),
            '+' => TokenTo(TokenKind.Plus, _at + 1),
            '-' => TokenTo(TokenKind.Minus, _at + 1),
            '*' => TokenTo(TokenKind.Times, _at + 1),
            '/' => TokenTo(TokenKind.Over, _at + 1),
            '^' => TokenTo(TokenKind.Power, _at + 1),
            '<' when orEqual => TokenTo(TokenKind.LessOrEqual, _at + 2),
            '<' => TokenTo(TokenKind.Less, _at + 1),
            '>' when orEqual => TokenTo(TokenKind.GreaterOrEqual, _at + 2),
            '>' => TokenTo(TokenKind.Greater, _at + 1),
            '=' when orEqual => TokenTo(TokenKind.Equal, _at + 2),
            '=' => TokenTo(TokenKind.Assign, _at + 1),
            '!' when orEqual => TokenTo(TokenKind.NotEqual, _at + 2),
            '&' => Refuse(Unknown('&'), "write 'and'"),
            '|' => Refuse(Unknown('|'), "write 'or'"),
            '!' => Refuse(Unknown('!'), "write 'not', or != for unequal"),
            '\'' or '\u201C' or '\u201D' => Refuse(Unknown(Text[_at]), "texts are between double quotes, as \"kN\""),
            _ => Refuse(Unknown(Text[_at]), "expected a number, a name, an operator or a bracket"),
        };
    }

    private static string Unknown(char c) => char.IsControl(c) || char.IsSurrogate(c)
        ? string.Create(CultureInfo.InvariantCulture, $"the character U+{(int)c:X4} has no meaning here")
        : $"the character '{c}' has no meaning here";

    private Token TokenTo(TokenKind kind, int end)
    {
        Token token = new(kind, _at, end - _at, Position);
        _at = end;
        return token;
    }

    private Token Refuse(string what, string advice)
    {
        Fault ??= new ExpressionDiagnostic(Position, what, advice);
        Token end = new(TokenKind.End, _at, 0, Position);
        _at = Text.Length;
        return end;
    }
}

/// <summary>One piece of the text.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Start">Index of its first character.</param>
/// <param name="Length">Characters; 0 at the end.</param>
/// <param name="Place">Where it begins, for people.</param>
internal readonly record struct Token(TokenKind Kind, int Start, int Length, TextPosition Place);

/// <summary>What a piece of text is.</summary>
internal enum TokenKind : byte
{
    End,
    Number,
    Name,
    Text,
    Open,
    Close,
    OpenSquare,
    CloseSquare,
    Comma,
    Semicolon,
    Assign,
    Percent,
    Plus,
    Minus,
    Times,
    Over,
    Power,
    Less,
    LessOrEqual,
    Equal,
    NotEqual,
    GreaterOrEqual,
    Greater,
    And,
    Or,
    Not,
}
