namespace FuncLibs.Signals.Expressions.Text;

/// <summary>Why an expression was refused, as one line an engineer can act on.</summary>
/// <param name="Place">Where.</param>
/// <param name="What">What is wrong there.</param>
/// <param name="Advice">What is expected there, or what to do; may be empty.</param>
public sealed record ExpressionFault(TextPlace Place, string What, string Advice = "")
{
    /// <inheritdoc/>
    public override string ToString() => Advice.Length == 0 ? $"{Place}: {Clipped}" : $"{Place}: {Clipped}; {Advice}";

    // It may quote a name of 60,000 characters.
    private string Clipped => What.Length <= MaxShown ? What : $"{What[..MaxShown]}...";

    private const int MaxShown = 240;
}
