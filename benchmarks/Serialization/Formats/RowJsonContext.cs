using System.Text.Json.Serialization;
using FuncLibs.Blocks.Rows;

namespace Benchmarks.Serialization.Formats;

/// <summary>Source-generated JSON of the row classes: their own names; NaN and the infinities as strings.</summary>
[JsonSourceGenerationOptions(NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals)]
[JsonSerializable(typeof(RowBlock))]
internal sealed partial class RowJsonContext : JsonSerializerContext;
