using System.Globalization;

namespace FuncLibs.Signals.Expressions.Text;

/// <summary>A place in the text of an expression.</summary>
/// <param name="Line">From 1; 0 for what was not written, such as a default.</param>
/// <param name="Column">From 1, in UTF-16 characters.</param>
public readonly record struct TextPlace(int Line, int Column)
{
    /// <inheritdoc/>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"line {Line}, column {Column}");
}
