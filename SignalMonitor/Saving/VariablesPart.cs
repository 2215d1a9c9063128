using System.Text.Json;

namespace SignalMonitor.Saving;

/// <summary>
/// The part `variables`: what the functions of variables remember, by stream. What was read stays in it until the stream was marked anew,
/// so that nothing is lost to a crash between, nor to a connector that is away for a day.
/// </summary>
internal sealed class VariablesPart : ISavedPart
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(Guid Publisher, uint Stream), SavedVariables> _saved = [];

    /// <inheritdoc/>
    public string Name => "variables";

    /// <summary>What was saved of a stream; null nothing.</summary>
    public SavedVariables? Find(Guid publisher, uint stream)
    {
        lock (_gate)
            return _saved.GetValueOrDefault((publisher, stream));
    }

    /// <summary>Saver: the newest mark of a stream. One that finds no room is not saved;
    /// what was there of it is past all the same.</summary>
    public void Put(SavedVariables variables)
    {
        lock (_gate)
        {
            _saved.Remove((variables.Publisher, variables.Stream));
            if (variables.Memory.Length + _saved.Values.Sum(other => (long)other.Memory.Length) <= SavedVariables.MaxBytes)
                _saved.Add((variables.Publisher, variables.Stream), variables);
        }
    }

    /// <inheritdoc/>
    public void Write(Utf8JsonWriter json)
    {
        lock (_gate)
            JsonSerializer.Serialize(json, [.. _saved.Values], SavedJson.Default.SavedVariablesArray);
    }

    /// <inheritdoc/>
    public string? Read(JsonElement part)
    {
        if (part.ValueKind != JsonValueKind.Array || part.GetArrayLength() > AccountPart.MaxStreams)
            return $"the variables are no list of up to {AccountPart.MaxStreams} streams";
        SavedVariables[] streams;
        try
        {
            streams = part.Deserialize(SavedJson.Default.SavedVariablesArray)!;
        }
        catch (JsonException e)
        {
            return e.Message;
        }

        if (streams.Select(stream => stream is null ? "the variables of a stream are missing" : stream.Fault).FirstOrDefault(f => f is not null) is { } fault)
            return fault;
        if (streams.DistinctBy(stream => (stream.Publisher, stream.Stream)).Count() != streams.Length)
            return "the variables of a stream stand twice";
        foreach (SavedVariables stream in streams)
            _saved[(stream.Publisher, stream.Stream)] = stream;
        return null;
    }
}
