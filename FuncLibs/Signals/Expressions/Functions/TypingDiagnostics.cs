using FuncLibs.Signals.Expressions.Syntax;

namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>The diagnostics of one expression: the first fault, and warnings.</summary>
internal sealed class TypingDiagnostics
{
    private readonly List<ExpressionDiagnostic> _warnings = [];

    /// <summary>The first fault; null while all is well.</summary>
    public ExpressionDiagnostic? Fault { get; private set; }

    /// <summary>What is allowed but probably a mistake.</summary>
    public IReadOnlyList<ExpressionDiagnostic> Warnings => _warnings;

    /// <summary>Notes a fault, unless there is an earlier one.</summary>
    public TypedValue? Reject(TextPosition place, string what, string advice = "")
    {
        Fault ??= new ExpressionDiagnostic(place, what, advice);
        return null;
    }

    /// <summary>Notes a warning.</summary>
    public void Warn(TextPosition place, string what, string advice) =>
        _warnings.Add(new ExpressionDiagnostic(place, what, advice));
}
