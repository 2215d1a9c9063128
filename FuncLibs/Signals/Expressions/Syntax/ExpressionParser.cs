namespace FuncLibs.Signals.Expressions.Syntax;

/// <summary>
/// Reads the text of an expression into a tree: a Pratt parser, whose loop takes operators as long as they bind tighter
/// than the tokens on the left (V. Pratt, Top Down Operator Precedence, POPL 1973). Grammar in docs/expressions.md.
/// The first fault ends it.
/// </summary>
public sealed class ExpressionParser
{
    private readonly ParserInput _input;
    private readonly OperandParser _operands;

    private ExpressionParser(ParserInput input)
    {
        _input = input;
        _operands = new OperandParser(input, Expression);
    }

    /// <summary>
    /// Parses a whole text. Takes no text, however long or deep, into the stack or memory beyond the limits.
    /// </summary>
    /// <param name="text">One expression; line breaks are blanks.</param>
    /// <param name="limits">Null for <see cref="ExpressionLimits.Default"/>.</param>
    public static ParseOutcome Parse(string text, ExpressionLimits? limits = null)
    {
        limits ??= ExpressionLimits.Default;
        if (text.Length > limits.TextLength)
            return Refuse(
                $"the text has {text.Length} characters",
                $"at most {limits.TextLength} are allowed; split it into variables");
        if (string.IsNullOrWhiteSpace(text))
            return Refuse("the text is empty", "expected an expression, for example servo1.force");
        ParserInput input = new(text, limits);
        Node? tree = new ExpressionParser(input).Whole();
        return input.Fault is { } fault ? new ParseOutcome(null, fault) : new ParseOutcome(tree, null);
    }

    private static ParseOutcome Refuse(string what, string advice) =>
        new(null, new ExpressionDiagnostic(new TextPosition(1, 1), what, advice));

    private Node? Whole()
    {
        Node? tree = Expression(OperatorPrecedence.Loosest);
        if (tree is not null && _input.Current.Kind != TokenKind.End)
            _input.RefuseCurrent(_input.Hint("expected an operator or the end"));
        return tree;
    }

    /// <summary>One expression whose operators bind at least so tightly; null after a fault.</summary>
    private Node? Expression(int strength)
    {
        if (!_input.Enter())
            return null;
        Node? left = Prefix(strength);
        while (left is not null && OperatorOf(_input.Current.Kind) is { } operation
            && OperatorPrecedence.Get(operation) >= strength)
            left = Infix(left, operation);
        _input.Leave();
        return left;
    }

    private Node? Prefix(int strength)
    {
        Token token = _input.Current;
        switch (token.Kind)
        {
            case TokenKind.Plus:
                _input.Advance();
                return Expression(OperatorPrecedence.Negate);
            case TokenKind.Minus:
                _input.Advance();
                return Expression(OperatorPrecedence.Negate) is { } negated
                    ? _input.Count(new UnaryNode(UnaryOperator.Negate, negated, token.Place), token) : null;
            case TokenKind.Not when strength > OperatorPrecedence.Not:
                return _input.Refuse(
                    token, "'not' follows an operator that binds tighter", "put brackets round it: (not x)");
            case TokenKind.Not:
                _input.Advance();
                return Expression(OperatorPrecedence.Not) is { } denied
                    ? _input.Count(new UnaryNode(UnaryOperator.Not, denied, token.Place), token) : null;
            default:
                return _operands.Operand();
        }
    }

    private Node? Infix(Node left, BinaryOperator operation)
    {
        Token token = _input.Current;
        _input.Advance();
        if (Expression(OperatorPrecedence.RightOf(operation)) is not { } right)
            return null;
        if (OperatorPrecedence.Get(operation) == OperatorPrecedence.Comparison
            && OperatorOf(_input.Current.Kind) is { } next
            && OperatorPrecedence.Get(next) == OperatorPrecedence.Comparison)
            return _input.Refuse(_input.Current, "comparisons do not chain", "write a < b and b < c");
        return _input.Count(new BinaryNode(operation, left, right, token.Place), token);
    }

    private static BinaryOperator? OperatorOf(TokenKind kind) => kind switch
    {
        TokenKind.Or => BinaryOperator.Or,
        TokenKind.And => BinaryOperator.And,
        TokenKind.Less => BinaryOperator.Less,
        TokenKind.LessOrEqual => BinaryOperator.LessOrEqual,
        TokenKind.Equal => BinaryOperator.Equal,
        TokenKind.NotEqual => BinaryOperator.NotEqual,
        TokenKind.GreaterOrEqual => BinaryOperator.GreaterOrEqual,
        TokenKind.Greater => BinaryOperator.Greater,
        TokenKind.Plus => BinaryOperator.Add,
        TokenKind.Minus => BinaryOperator.Subtract,
        TokenKind.Times => BinaryOperator.Multiply,
        TokenKind.Over => BinaryOperator.Divide,
        TokenKind.Power => BinaryOperator.Power,
        _ => null,
    };
}

/// <summary>
/// What parsing a text gave: a tree or a fault, never both; <c>default</c> is neither, and no success.
/// </summary>
/// <param name="Tree">The tree; null when it was refused.</param>
/// <param name="Fault">Why it was refused; null when it was not.</param>
public readonly record struct ParseOutcome(Node? Tree, ExpressionDiagnostic? Fault)
{
    /// <summary>True when there is a tree.</summary>
    public bool IsOk => Tree is not null;
}
