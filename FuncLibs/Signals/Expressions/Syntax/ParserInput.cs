namespace FuncLibs.Signals.Expressions.Syntax;

/// <summary>What a parser reads from: the present token, the limits, and the first fault.</summary>
internal sealed class ParserInput
{
    private readonly ExpressionLimits _limits;
    private int _depth;
    private int _nodes;

    public ParserInput(string text, ExpressionLimits limits)
    {
        Lexer = new Lexer(text);
        _limits = limits;
        Advance();
    }

    public Lexer Lexer { get; }

    /// <summary>The present token: the one token that is checked before it is taken.</summary>
    public Token Current { get; private set; }

    public ExpressionDiagnostic? Fault { get; private set; }

    /// <summary>The characters of the present token.</summary>
    public ReadOnlySpan<char> CurrentText => Lexer.Text.AsSpan(Current.Start, Current.Length);

    public void Advance()
    {
        Current = Lexer.Next();
        Fault ??= Lexer.Fault;
    }

    /// <summary>Takes the present token when it is of a kind.</summary>
    public bool Accept(TokenKind kind)
    {
        if (Current.Kind != kind)
            return false;
        Advance();
        return true;
    }

    /// <summary>One level deeper; false, with a fault, when that is too deep.</summary>
    public bool Enter()
    {
        if (_depth >= _limits.Depth)
            Refuse(Current, $"nested deeper than {_limits.Depth} levels", "split the expression into variables");
        else
            _depth++;
        return Fault is null;
    }

    public void Leave() => _depth--;

    /// <summary>
    /// Counts a node that was made; null, with a fault, when there are too many or they are nested too deep.
    /// </summary>
    public Node? Count(Node node, Token token)
    {
        if (node.Depth > _limits.Depth)
            return Refuse(
                token,
                $"more than {_limits.Depth} operators in a row",
                "put brackets round parts, or split it into variables");
        if (++_nodes > _limits.Nodes)
            return Refuse(
                token,
                $"more than {_limits.Nodes} numbers, names and operators",
                "split the expression into variables");
        return node;
    }

    /// <summary>Notes a fault, unless there is an earlier one.</summary>
    public Node? Refuse(Token token, string what, string advice)
    {
        Fault ??= new ExpressionDiagnostic(token.Place, what, advice);
        return null;
    }

    /// <summary>The present token is not expected.</summary>
    public Node? RefuseCurrent(string advice) => Refuse(Current, $"unexpected {Describe()}", advice);

    /// <summary>
    /// What to write instead of the present token where other languages have it; else what is expected.
    /// </summary>
    public string Hint(string expected) => Current.Kind switch
    {
        TokenKind.Assign => "write == to compare; a variable is named beside its expression",
        TokenKind.Percent => "write mod(a, b) for the rest of a division, or a number with its unit, as 5 %",
        TokenKind.Name or TokenKind.Number or TokenKind.Open => $"{expected}; write * for a product",
        _ => expected,
    };

    /// <summary>The present token in words.</summary>
    public string Describe()
    {
        const int MaxShown = 24;
        if (Current.Kind == TokenKind.End)
            return "end of the text";
        ReadOnlySpan<char> text = CurrentText;
        return text.Length <= MaxShown ? $"'{text}'" : $"'{text[..MaxShown]}...'";
    }
}
