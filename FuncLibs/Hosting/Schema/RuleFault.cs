namespace FuncLibs.Hosting.Schema;

/// <summary>What a validation attribute found.</summary>
/// <param name="What">What is wrong, with the value.</param>
/// <param name="Allowed">What is allowed.</param>
public sealed record RuleFault(string What, string Allowed);
