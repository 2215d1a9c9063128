namespace FuncLibs.Hosting.Configuration;

/// <summary>A fault that a check found; where the value came from is added to it.</summary>
/// <param name="Key">The key, spelled as the option classes do.</param>
/// <param name="What">What is wrong, with the value.</param>
/// <param name="Allowed">What is allowed.</param>
public sealed record OptionFault(string Key, string What, string Allowed);
