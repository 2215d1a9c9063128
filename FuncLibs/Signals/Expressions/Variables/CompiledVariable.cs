using FuncLibs.Signals.Expressions.Typing;

namespace FuncLibs.Signals.Expressions.Variables;

/// <summary>A variable after compiling.</summary>
/// <param name="Value">What it is; null when it was refused.</param>
/// <param name="Description">What is said of it.</param>
internal sealed record CompiledVariable(TypedValue? Value, SignalVariable Description);
