using System.Text.Json.Serialization;
using SignalMonitor.Saving;

namespace SignalMonitor.Breaks;

/// <summary>The part `breaks`: whether every break trigger is armed and what it saw last, by stream.</summary>
internal sealed class BreakPart() : StreamPart<SavedBreaks>(
    "breaks", "break triggers", BreakSavedJson.Default.SavedBreaksArray);

/// <summary>The break triggers of one stream at one position.</summary>
/// <param name="Publisher">Publisher of the stream.</param>
/// <param name="Stream">Its number.</param>
/// <param name="Run">The test run of its newest block; 0 none.</param>
/// <param name="Breaks">The triggers.</param>
internal sealed record SavedBreaks(Guid Publisher, uint Stream, long Run, IReadOnlyList<SavedBreak> Breaks)
    : IStreamState
{
    /// <inheritdoc/>
    public string? Fault => Publisher == Guid.Empty || Run < 0 || Breaks.Contains(null!)
        ? $"the break triggers of stream {Stream} lack publisher, run or a trigger"
        : null;
}

/// <summary>One break trigger as it is saved.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Watched">What it watches and how (<see cref="BreakPlan.Identity"/>); another one starts over.</param>
/// <param name="Memory">What <see cref="BreakWatch.Save"/> wrote; base64 in JSON. Damaged bytes count as none.</param>
internal sealed record SavedBreak(string Name, string Watched, byte[] Memory);

/// <summary>Generated JSON of saved break triggers.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    IgnoreReadOnlyProperties = true,
    RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true)]
[JsonSerializable(typeof(SavedBreaks[]))]
internal sealed partial class BreakSavedJson : JsonSerializerContext;
