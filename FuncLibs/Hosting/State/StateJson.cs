using System.Text.Json.Serialization;

namespace FuncLibs.Hosting.State;

/// <summary>Generated JSON of the state file.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(StateDocument))]
public sealed partial class StateJson : JsonSerializerContext;
