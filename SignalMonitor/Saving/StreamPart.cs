using System.Text.Json;
using System.Text.Json.Serialization.Metadata;

namespace SignalMonitor.Saving;

/// <summary>
/// A part with one state for each stream. What was read of a stream stays in it until the stream is marked again, so
/// that neither a crash in between nor a connector that is away for a day loses it.
/// </summary>
/// <param name="name">Name of the part in the file.</param>
/// <param name="content">What it has, in the plural, for faults.</param>
/// <param name="type">How it is written.</param>
internal abstract class StreamPart<T>(string name, string content, JsonTypeInfo<T[]> type) : ISavedPart
    where T : class, IStreamState
{
    private readonly Lock _gate = new();
    private readonly Dictionary<(Guid Publisher, uint Stream), T> _saved = [];

    /// <inheritdoc/>
    public string Name => name;

    /// <summary>What was saved of a stream; null nothing.</summary>
    public T? Find(Guid publisher, uint stream)
    {
        lock (_gate)
            return _saved.GetValueOrDefault((publisher, stream));
    }

    /// <summary>Saver: the newest mark of a stream.</summary>
    public void Put(T state)
    {
        lock (_gate)
            _saved[(state.Publisher, state.Stream)] = state;
    }

    /// <inheritdoc/>
    public void Write(Utf8JsonWriter json)
    {
        lock (_gate)
            JsonSerializer.Serialize(json, [.. _saved.Values], type);
    }

    /// <inheritdoc/>
    public string? Read(JsonElement part)
    {
        if (StreamStates.Read(part, content, type, out T[] states) is { } fault)
            return fault;
        foreach (T state in states)
            _saved[(state.Publisher, state.Stream)] = state;
        return null;
    }
}

/// <summary>State of one stream at one position.</summary>
internal interface IStreamState
{
    /// <summary>Publisher of the stream.</summary>
    Guid Publisher { get; }

    /// <summary>Its number.</summary>
    uint Stream { get; }

    /// <summary>What is wrong with one that was read, as the end of a sentence; null nothing.</summary>
    string? Fault { get; }
}

/// <summary>Reads the states of streams from a position.</summary>
internal static class StreamStates
{
    /// <summary>Reads all of them or none.</summary>
    /// <param name="part">The part of the file.</param>
    /// <param name="content">What they are, in the plural.</param>
    /// <param name="type">How they are written.</param>
    /// <param name="states">One for each stream.</param>
    /// <returns>Null, or what is wrong with them, as the end of a sentence.</returns>
    public static string? Read<T>(JsonElement part, string content, JsonTypeInfo<T[]> type, out T[] states)
        where T : class, IStreamState
    {
        states = [];
        if (part.ValueKind != JsonValueKind.Array || part.GetArrayLength() > ISavedPart.MaxStreams)
            return $"the {content} are no list of up to {ISavedPart.MaxStreams} streams";
        T?[] read;
        try
        {
            read = part.Deserialize(type)!;
        }
        catch (JsonException e)
        {
            return e.Message;
        }

        foreach (T? state in read)
        {
            if (state is null)
                return $"the {content} of a stream are missing";
            if (state.Fault is { } fault)
                return fault;
        }

        if (read.DistinctBy(state => (state!.Publisher, state.Stream)).Count() != read.Length)
            return $"the {content} of a stream are listed twice";
        states = read!;
        return null;
    }
}
