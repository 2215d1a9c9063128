using System.Globalization;

namespace FuncLibs.Signals.Expressions.Syntax;

/// <summary>Why an expression was refused, as one line an engineer can act on.</summary>
/// <param name="Position">Where.</param>
/// <param name="What">What is wrong there.</param>
/// <param name="Advice">What is expected there, or what to do; may be empty.</param>
public sealed record ExpressionDiagnostic(TextPosition Position, string What, string Advice = "")
{
    /// <summary>The line without the place, for callers that mark that in the text.</summary>
    public string Reason => Advice.Length == 0 ? Clipped : $"{Clipped}; {Advice}";

    /// <inheritdoc/>
    public override string ToString() => $"{Position}: {Reason}";

    // It may quote a name of 60,000 characters.
    private string Clipped => What.Length <= MaxShown ? What : $"{What[..MaxShown]}...";

    private const int MaxShown = 240;
}

/// <summary>A place in the text of an expression.</summary>
/// <param name="Line">From 1; 0 for what was not written, such as a default.</param>
/// <param name="Column">From 1, in UTF-16 characters.</param>
public readonly record struct TextPosition(int Line, int Column)
{
    /// <inheritdoc/>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"line {Line}, column {Column}");
}
