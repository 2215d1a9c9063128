namespace FuncLibs.Hosting.Configuration;

/// <summary>Keys and values of one origin, as written there; a later value of the same key replaces an earlier one.</summary>
/// <param name="Name">What a fault calls the origin.</param>
/// <param name="Values">Keys with `:` between sections.</param>
public sealed record ConfigurationLayer(string Name, IReadOnlyList<KeyValuePair<string, string>> Values);
