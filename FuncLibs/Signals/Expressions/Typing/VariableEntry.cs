using FuncLibs.Signals.Expressions.Programs.States;

namespace FuncLibs.Signals.Expressions.Typing;

/// <summary>A variable as others see it.</summary>
/// <param name="Value">What it is; null when it was refused.</param>
/// <param name="Key">Changes with its text and with all it depends on.</param>
/// <param name="LegacyKey">Its key in 0.1.0; null when that did not say which channels it depends on.</param>
/// <param name="OverRunsKey">Its key without the constants of the test run; null when it does not depend on them.</param>
internal sealed record VariableEntry(TypedValue? Value, StateKey Key, StateKey? LegacyKey = null, StateKey? OverRunsKey = null);
