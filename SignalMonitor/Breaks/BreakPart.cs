using System.Text.Json;
using System.Text.Json.Serialization;
using SignalMonitor.Saving;

namespace SignalMonitor.Breaks;

/// <summary>
/// The part `breaks`: whether every break trigger is armed and what it saw last, by stream. What was read stays in it
/// until the stream was marked anew.
/// </summary>
internal sealed class BreakPart : ISavedPart
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(Guid Publisher, uint Stream), SavedBreaks> _saved = [];

    /// <inheritdoc/>
    public string Name => "breaks";

    /// <summary>The saved triggers of a stream; null none.</summary>
    public SavedBreaks? Find(Guid publisher, uint stream)
    {
        lock (_gate)
            return _saved.GetValueOrDefault((publisher, stream));
    }

    /// <summary>Saver: the newest mark of a stream.</summary>
    public void Put(SavedBreaks breaks)
    {
        lock (_gate)
            _saved[(breaks.Publisher, breaks.Stream)] = breaks;
    }

    /// <inheritdoc/>
    public void Write(Utf8JsonWriter json)
    {
        lock (_gate)
            JsonSerializer.Serialize(json, [.. _saved.Values], BreakSavedJson.Default.SavedBreaksArray);
    }

    /// <inheritdoc/>
    public string? Read(JsonElement part)
    {
        if (part.ValueKind != JsonValueKind.Array || part.GetArrayLength() > ISavedPart.MaxStreams)
            return $"the break triggers are no list of up to {ISavedPart.MaxStreams} streams";
        SavedBreaks[] streams;
        try
        {
            streams = part.Deserialize(BreakSavedJson.Default.SavedBreaksArray)!;
        }
        catch (JsonException e)
        {
            return e.Message;
        }

        foreach (SavedBreaks? stream in streams)
        {
            if (stream is null || stream.Publisher == Guid.Empty || stream.Run < 0 || stream.Breaks.Contains(null!))
                return "the break triggers of a stream lack publisher, run or a trigger";
        }

        if (streams.DistinctBy(stream => (stream.Publisher, stream.Stream)).Count() != streams.Length)
            return "the break triggers of a stream stand twice";
        foreach (SavedBreaks stream in streams)
            _saved[(stream.Publisher, stream.Stream)] = stream;
        return null;
    }
}

/// <summary>The break triggers of one stream at one position.</summary>
/// <param name="Publisher">Publisher of the stream.</param>
/// <param name="Stream">Its number.</param>
/// <param name="Run">The test run of its newest block; 0 none.</param>
/// <param name="Breaks">The triggers.</param>
internal sealed record SavedBreaks(Guid Publisher, uint Stream, long Run, IReadOnlyList<SavedBreak> Breaks);

/// <summary>One break trigger as it is saved.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Watched">What it watches and how (<see cref="BreakPlan.Identity"/>); another one begins anew.</param>
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
