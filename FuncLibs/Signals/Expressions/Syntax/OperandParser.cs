using System.Collections.Immutable;
using System.Globalization;

namespace FuncLibs.Signals.Expressions.Syntax;

/// <summary>Reads what operators are between: numbers with units, names, calls, texts, tables, brackets.</summary>
/// <param name="input">The tokens.</param>
/// <param name="expression">Reads an expression whose operators bind at least so tightly.</param>
internal sealed class OperandParser(ParserInput input, Func<int, Node?> expression)
{
    public Node? Operand()
    {
        Token token = input.Current;
        switch (token.Kind)
        {
            case TokenKind.Number:
                return Number(token);
            case TokenKind.Name:
                return NameOrCall(token);
            case TokenKind.Text:
                string text = input.CurrentText[1..^1].ToString();
                input.Advance();
                return input.Count(new TextNode(text, token.Place), token);
            case TokenKind.Open:
                input.Advance();
                return expression(OperatorPrecedence.Loosest) is { } inner && Expect(TokenKind.Close, ")", token)
                    ? inner : null;
            case TokenKind.OpenSquare:
                return Table(token);
            default:
                return input.RefuseCurrent(Hint(token));
        }
    }

    private string Hint(Token token)
    {
        const string Expected = "expected a number, a name or a bracket";
        if (token.Kind == TokenKind.Assign)
            return $"{Expected}; comparisons are <, <=, ==, !=, >= and >";
        bool isSecondStar = token.Kind == TokenKind.Times && input.Lexer.Text.AsSpan(0, token.Start).EndsWith("*");
        return isSecondStar ? $"{Expected}; write ^ for a power" : Expected;
    }

    private Node? Number(Token token)
    {
        double value = double.Parse(input.CurrentText, NumberStyles.Float, CultureInfo.InvariantCulture);
        if (!double.IsFinite(value))
            return input.Refuse(token, $"the number {input.Describe()} is too large", "at most 1.79e308");
        input.Advance();
        string unit = "";
        if (input.Current.Kind is TokenKind.Name or TokenKind.Percent)
        {
            unit = input.CurrentText.ToString();
            input.Advance();
        }
        else if (input.Current.Kind == TokenKind.OpenSquare)
        {
            if (!input.Lexer.TryReadUnit(out unit))
                return input.Refuse(
                    input.Current,
                    "a unit in brackets that is empty or does not end",
                    "expected for example 20 [kN/mm]");
            input.Advance();
        }

        return input.Count(new NumberNode(value, unit, token.Place), token);
    }

    private Node? NameOrCall(Token token)
    {
        string name = input.CurrentText.ToString();
        input.Advance();
        if (!input.Accept(TokenKind.Open))
            return input.Count(new NameNode(name, token.Place), token);
        ImmutableArray<Argument>.Builder arguments = ImmutableArray.CreateBuilder<Argument>();
        if (input.Accept(TokenKind.Close))
            return input.Count(new CallNode(name, [], token.Place), token);
        do
        {
            if (One() is not { } argument)
                return null;
            arguments.Add(argument);
        }
        while (input.Accept(TokenKind.Comma));
        return Expect(TokenKind.Close, ")", token)
            ? input.Count(new CallNode(name, arguments.DrainToImmutable(), token.Place), token)
            : null;
    }

    private Argument? One()
    {
        Token token = input.Current;
        string? name = null;
        if (token.Kind == TokenKind.Name && input.Lexer.IsAssignNext())
        {
            name = input.CurrentText.ToString();
            input.Advance();
            input.Advance();
        }

        return expression(OperatorPrecedence.Loosest) is { } value ? new Argument(name, value, token.Place) : null;
    }

    private Node? Table(Token token)
    {
        input.Advance();
        ImmutableArray<ImmutableArray<Node>>.Builder rows = ImmutableArray.CreateBuilder<ImmutableArray<Node>>();
        do
        {
            ImmutableArray<Node>.Builder row = ImmutableArray.CreateBuilder<Node>();
            do
            {
                if (expression(OperatorPrecedence.Loosest) is not { } entry)
                    return null;
                row.Add(entry);
            }
            while (input.Accept(TokenKind.Comma));
            rows.Add(row.DrainToImmutable());
        }
        while (input.Accept(TokenKind.Semicolon));
        return Expect(TokenKind.CloseSquare, "]", token)
            ? input.Count(new TableNode(rows.DrainToImmutable(), token.Place), token) : null;
    }

    private bool Expect(TokenKind kind, string symbol, Token opening)
    {
        if (input.Accept(kind))
            return true;
        string what = input.Current.Kind == TokenKind.End ? $"'{symbol}' is missing" : $"unexpected {input.Describe()}";
        string expected = $"expected an operator, ',' or the '{symbol}' for the bracket at {opening.Place}";
        input.Refuse(input.Current, what, input.Hint(expected));
        return false;
    }
}
