using FuncLibs.Signals.Expressions.Program;

namespace SignalMonitor.Evaluation;

/// <summary>What came of compiling an expression.</summary>
/// <param name="Program">The program; null when it was refused.</param>
/// <param name="Fault">Why it was refused, with line and column; null when it was not.</param>
internal readonly record struct FormulaOutcome(SignalProgram? Program, string? Fault);
