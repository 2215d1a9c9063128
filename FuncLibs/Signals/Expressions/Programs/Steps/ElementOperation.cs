using FuncLibs.Signals.Elementwise;
using FuncLibs.Signals.Elementwise.Looks;

namespace FuncLibs.Signals.Expressions.Programs.Steps;

/// <summary>A function without memory, of one to three operands, each a column or a number.</summary>
/// <param name="key">Its name and constants: equal keys mean the same function.</param>
/// <param name="arity">1 to 3.</param>
/// <param name="passing">What it does with the qualities of its operands.</param>
internal abstract class ElementOperation(string key, int arity, QualityPassing passing = QualityPassing.Worst)
{
    /// <summary>Most operands.</summary>
    public const int MaxArity = 3;

    /// <summary>Its name and constants: equal keys mean the same function.</summary>
    public string Key { get; } = key;

    /// <summary>How many operands it has.</summary>
    public int Arity { get; } = arity;

    /// <summary>What it does with the qualities of its operands.</summary>
    public QualityPassing Passing { get; } = passing;

    /// <summary>True when NaN in any operand gives NaN, whatever the others are; false when that is not known.</summary>
    public virtual bool KeepsNaN => false;

    /// <summary>The function of each value; operands beyond <see cref="Arity"/> are not looked at.</summary>
    public abstract void Apply(Operand a, Operand b, Operand c, Span<double> target);

    /// <summary>The same, and true when some result is NaN.</summary>
    public virtual bool ApplyAndLook(Operand a, Operand b, Operand c, Span<double> target)
    {
        Apply(a, b, c, target);
        return NaNScan.Finds(target);
    }

    /// <summary>The function of numbers: the same code at length 1.</summary>
    public double Apply(double a, double b, double c)
    {
        double result = a;
        Apply(Operand.Of(a), Operand.Of(b), Operand.Of(c), new Span<double>(ref result));
        return result;
    }
}
