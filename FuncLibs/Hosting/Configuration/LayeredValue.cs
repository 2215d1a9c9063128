namespace FuncLibs.Hosting.Configuration;

/// <summary>The winning text of a key and the layer it came from.</summary>
public sealed record LayeredValue(string Text, string Layer);
