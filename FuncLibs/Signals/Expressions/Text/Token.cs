namespace FuncLibs.Signals.Expressions.Text;

/// <summary>One piece of the text.</summary>
/// <param name="Kind">What it is.</param>
/// <param name="Start">Index of its first character.</param>
/// <param name="Length">Characters; 0 at the end.</param>
/// <param name="Place">Where it begins, for people.</param>
internal readonly record struct Token(TokenKind Kind, int Start, int Length, TextPlace Place)
{
    /// <summary>Index behind its last character.</summary>
    public int End => Start + Length;
}
