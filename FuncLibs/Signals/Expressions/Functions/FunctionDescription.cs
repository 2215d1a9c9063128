namespace FuncLibs.Signals.Expressions.Functions;

/// <summary>A function of the language, for people who look for one.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Signature">How it is called: <c>movavg(x, n)</c>.</param>
/// <param name="Group">Where a list shows it: <c>windows</c>.</param>
/// <param name="Summary">What it gives, in one line.</param>
public sealed record FunctionDescription(string Name, string Signature, string Group, string Summary);
