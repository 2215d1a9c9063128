using FuncLibs.Signals.Expressions.Syntax;

namespace SignalMonitor.Variables.Definitions;

/// <summary>Why a set of definitions is refused.</summary>
/// <param name="Title">What it is about: <c>variable force_abs</c>.</param>
/// <param name="What">What is wrong, where, and what would be right, in one line.</param>
public sealed record VariableFault(string Title, string What)
{
    /// <summary>Column of the row; empty when it is not about one.</summary>
    public string Field { get; init; } = "";

    /// <summary>Where in a formula; null when it is not about a formula.</summary>
    public TextPosition? Place { get; init; }

    /// <summary>The line without column and place, for callers that show it there.</summary>
    public string Reason { get; init; } = What;

    /// <summary>One about a column of a row.</summary>
    public static VariableFault From(Definition row, FieldFault fault) =>
        new(row.Title, fault.ToString()) { Field = fault.Column, Reason = fault.What };

    /// <summary>One about the formula of a calculated channel.</summary>
    public static VariableFault From(SignalVariable row, ExpressionDiagnostic fault) =>
        new(row.Title, fault.ToString()) { Field = "expression", Place = fault.Position, Reason = fault.Reason };

    /// <summary>One line.</summary>
    public override string ToString() => $"{Title}: {What}";
}

/// <summary>One column of a definition that is not allowed.</summary>
/// <param name="Column">Column of the table.</param>
/// <param name="What">What is wrong, with the value, and what is allowed.</param>
public sealed record FieldFault(string Column, string What)
{
    /// <summary>`column: what is wrong; what is allowed`.</summary>
    public override string ToString() => $"{Column}: {What}";
}
