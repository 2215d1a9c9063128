using System.Globalization;
using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Signals.Units;

/// <summary>
/// Reads units as engineers write them: kN/mm, N*m, N.m, mm^2, m/s2, 1/s, MPa*m^0.5, MPa*sqrt(m), (kN/mm)^2. An empty
/// text is a plain number.
/// <code>
/// unit   = factor { ("*" | "." | "/") factor }        from left to right
/// factor = ("1" | symbol | "(" unit ")" | "sqrt(" unit ")") [power]
/// power  = "^" ["-" | "+"] number | "^(" integer "/" integer ")" | ["-"] digits | superscript 2 or 3
/// </code>
/// </summary>
public ref struct UnitParser
{
    /// <summary>Longest text in characters.</summary>
    public const int MaxText = 200;

    private const int MaxDepth = 16;

    private readonly UnitTable _table;
    private readonly ReadOnlySpan<char> _text;
    private int _at;
    private int _depth;

    private UnitParser(string text, UnitTable table)
    {
        _text = text;
        _table = table;
    }

    private readonly char Next => _at < _text.Length ? _text[_at] : '\0';

    /// <summary>Reads a text with the units of the standard table.</summary>
    public static UnitOutcome Parse(string text) => Parse(text, UnitTable.Standard);

    /// <summary>Reads a text with the units of a table.</summary>
    public static UnitOutcome Parse(string text, UnitTable table)
    {
        if (text.Length > MaxText)
            return UnitOutcome.Refused($"a unit of {text.Length} characters; allowed are {MaxText}", MaxText + 1);
        if (string.IsNullOrWhiteSpace(text))
            return UnitOutcome.Ok(Unit.One);
        var parser = new UnitParser(text, table);
        UnitOutcome outcome = parser.ReadUnit();
        return outcome.IsOk && parser._at < text.Length
            ? parser.Wrong(
                parser.Next == ')'
                    ? "')' closes nothing"
                    : $"'{parser.Next}' is not expected; join units with *, / or ^")
            : outcome;
    }

    private UnitOutcome ReadUnit()
    {
        UnitOutcome left = ReadFactor();
        while (left.IsOk && Next is '*' or '.' or '/' or '\u00B7' or '\u22C5')
        {
            int column = _at + 1;
            bool isQuotient = _text[_at++] == '/';
            UnitOutcome right = ReadFactor();
            if (!right.IsOk)
                return right;
            left = At(
                column,
                isQuotient
                    ? UnitAlgebra.Quotient(left.Unit!, right.Unit!)
                    : UnitAlgebra.Product(left.Unit!, right.Unit!));
        }

        return left;
    }

    private UnitOutcome ReadFactor()
    {
        SkipBlanks();
        int column = _at + 1;
        UnitOutcome unit = Next switch
        {
            '(' => ReadBrackets(),
            '1' when !(_at + 1 < _text.Length && (char.IsAsciiDigit(_text[_at + 1]) || _text[_at + 1] == '.')) =>
                ReadOne(),
            _ => ReadSymbol(),
        };
        if (!unit.IsOk || !TryReadPower(out double power))
            return unit.IsOk ? Wrong("an exponent is a number such as 2, -1, 0.5 or (1/3)") : unit;
        SkipBlanks();
        return power == 1 ? unit : At(column, UnitAlgebra.Power(unit.Unit!, power));
    }

    private UnitOutcome ReadOne()
    {
        _at++;
        return UnitOutcome.Ok(Unit.One);
    }

    private UnitOutcome ReadBrackets()
    {
        int column = _at + 1;
        if (_depth == MaxDepth)
            return Wrong($"brackets are nested deeper than {MaxDepth}");
        _depth++;
        _at++;
        UnitOutcome inner = ReadUnit();
        _depth--;
        if (inner.IsOk && Next != ')')
            return _at < _text.Length ? Wrong($"'{Next}' is not expected; ')' is")
                : UnitOutcome.Refused("this '(' is not closed", column);
        _at++;
        return inner;
    }

    private UnitOutcome ReadSymbol()
    {
        int start = _at;
        while (_at < _text.Length && UnitTable.IsSymbol(Next))
            _at++;
        string symbol = _text[start.._at].ToString();
        if (symbol.Length == 0)
            return Wrong(_at < _text.Length ? $"'{Next}' is no unit" : "a unit is missing at the end");
        if (symbol == "sqrt" && Next == '(')
        {
            UnitOutcome inner = ReadBrackets();
            return inner.IsOk ? At(start + 1, UnitAlgebra.SquareRoot(inner.Unit!)) : inner;
        }

        return _table.Find(symbol) is { } unit
            ? UnitOutcome.Ok(unit)
            : UnitOutcome.Refused($"'{symbol}' is not a known unit{Suggestion.For(symbol, _table.Symbols)}", start + 1);
    }

    // What follows a unit: nothing is a power of 1.
    private bool TryReadPower(out double power)
    {
        power = Next switch { '\u00B2' => 2, '\u00B3' => 3, _ => 1 };
        if (power != 1)
        {
            _at++;
            return true;
        }

        bool isMarked = Next == '^';
        if (isMarked)
            _at++;
        if (isMarked && Next == '(')
            return TryReadFraction(out power);
        int start = _at;
        if (Next == '-' || (isMarked && Next == '+'))
            _at++;
        ReadDigits();
        if (isMarked && Next == '.' && _at + 1 < _text.Length && char.IsAsciiDigit(_text[_at + 1]))
        {
            _at++;
            ReadDigits();
        }

        if (_at == start && !isMarked)
            return true;
        return double.TryParse(_text[start.._at], NumberStyles.Float, CultureInfo.InvariantCulture, out power);
    }

    private bool TryReadFraction(out double power)
    {
        power = 1;
        int close = _text[_at..].IndexOf(')');
        if (close < 0)
            return false;
        ReadOnlySpan<char> inner = _text[(_at + 1)..(_at + close)];
        int slash = inner.IndexOf('/');
        if (!int.TryParse(
            slash < 0 ? inner : inner[..slash],
            NumberStyles.AllowLeadingSign,
            CultureInfo.InvariantCulture,
            out int over))
            return false;
        int under = 1;
        if (slash >= 0
            && (!int.TryParse(inner[(slash + 1)..], NumberStyles.None, CultureInfo.InvariantCulture, out under)
                || under == 0))
            return false;
        power = over / (double)under;
        _at += close + 1;
        return true;
    }

    private void ReadDigits()
    {
        while (char.IsAsciiDigit(Next))
            _at++;
    }

    private void SkipBlanks()
    {
        while (Next == ' ')
            _at++;
    }

    private readonly UnitOutcome Wrong(string reason) => UnitOutcome.Refused(reason, _at + 1);

    private static UnitOutcome At(int column, UnitOutcome outcome) =>
        outcome.IsOk ? outcome : outcome with { Column = column };
}
