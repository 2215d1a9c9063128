namespace FuncLibs.Signals.Expressions.Text;

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
