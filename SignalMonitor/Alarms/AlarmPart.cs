using System.Text.Json;
using System.Text.Json.Serialization;
using SignalMonitor.Saving;

namespace SignalMonitor.Alarms;

/// <summary>
/// The part `alarms`: where every alarm stands, by stream. What was read stays in it until the stream was marked anew,
/// so that nothing is lost to a crash between, nor to a connector that is away for a day.
/// </summary>
internal sealed class AlarmPart : ISavedPart
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(Guid Publisher, uint Stream), SavedAlarms> _saved = [];

    /// <inheritdoc/>
    public string Name => "alarms";

    /// <summary>The saved alarms of a stream, which its engine resumes from; null none.</summary>
    public SavedAlarms? Find(Guid publisher, uint stream)
    {
        lock (_gate)
            return _saved.GetValueOrDefault((publisher, stream));
    }

    /// <summary>Saver: the newest mark of a stream.</summary>
    public void Put(SavedAlarms alarms)
    {
        lock (_gate)
            _saved[(alarms.Publisher, alarms.Stream)] = alarms;
    }

    /// <inheritdoc/>
    public void Write(Utf8JsonWriter json)
    {
        lock (_gate)
            JsonSerializer.Serialize(json, [.. _saved.Values], AlarmSavedJson.Default.SavedAlarmsArray);
    }

    /// <inheritdoc/>
    public string? Read(JsonElement part)
    {
        if (part.ValueKind != JsonValueKind.Array || part.GetArrayLength() > ISavedPart.MaxStreams)
            return $"the alarms are no list of up to {ISavedPart.MaxStreams} streams";
        SavedAlarms[] streams;
        try
        {
            streams = part.Deserialize(AlarmSavedJson.Default.SavedAlarmsArray)!;
        }
        catch (JsonException e)
        {
            return e.Message;
        }

        foreach (SavedAlarms? stream in streams)
        {
            if (stream is null)
                return "the alarms of a stream are missing";
            if (stream.TryMake(out _) is { } fault)
                return fault;
        }

        if (streams.DistinctBy(stream => (stream.Publisher, stream.Stream)).Count() != streams.Length)
            return "the alarms of a stream stand twice";
        foreach (SavedAlarms stream in streams)
            _saved[(stream.Publisher, stream.Stream)] = stream;
        return null;
    }
}

/// <summary>Generated JSON of saved alarms. <see cref="SavedAlarms.TryMake"/> judges what was read.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    IgnoreReadOnlyProperties = true,
    UseStringEnumConverter = true,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true)]
[JsonSerializable(typeof(SavedAlarms[]))]
internal sealed partial class AlarmSavedJson : JsonSerializerContext;
