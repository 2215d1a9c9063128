using System.Collections.Immutable;
using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;
using System.Text.Json.Serialization.Metadata;
using FuncLibs.Runtime.Checksums;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;
using SignalMonitor.Saving;

namespace SignalMonitor.CalculatedChannels;

/// <summary>
/// The part `variables`: state of the functions of variables, by stream. What was read stays in it until the
/// stream was marked again, so that nothing is lost to a crash between, nor to a connector that is away for a day. A
/// large memory is in its own file beside the position, which names it with its CRC. A file is never changed: a
/// new memory gets a new file, and the former one is removed when the position that names the new one is on the disk.
/// </summary>
/// <param name="maxBytes">Most bytes of all streams together.</param>
internal sealed class VariablesPart(long maxBytes = SavedVariables.MaxBytes) : ISavedPart
{
    private const int SmallBytes = 64 << 10;
    private const string AsidePrefix = "variables-";
    private const string AsideEnding = ".state";

    private readonly Lock _gate = new();
    private readonly Dictionary<(Guid Publisher, uint Stream), SavedVariables> _saved = [];

    // Memory comes each second and is large: what holds it is used again, or the heap of large objects would grow by
    // it.
    private readonly Dictionary<(Guid Publisher, uint Stream), byte[]> _buffers = [];
    private readonly Dictionary<(Guid Publisher, uint Stream), long> _notSaved = [];
    private readonly Dictionary<(Guid Publisher, uint Stream), SampleCursor> _durable = [];
    private long _generation;
    private bool _mayHaveStale = true;

    /// <inheritdoc/>
    public string Name => "variables";

    /// <summary>What was saved of a stream, its memory a copy; null nothing.</summary>
    public SavedVariables? Find(Guid publisher, uint stream)
    {
        lock (_gate)
            return _saved.GetValueOrDefault((publisher, stream)) is { } saved
                ? saved with { Memory = saved.Memory.ToArray() }
                : null;
    }

    /// <summary>Bytes of memory that are saved.</summary>
    public long Bytes
    {
        get
        {
            lock (_gate)
                return _saved.Values.Sum(other => (long)other.Memory.Length);
        }
    }

    /// <summary>What is not saved, a line for each stream.</summary>
    public ImmutableArray<string> NotSaved
    {
        get
        {
            lock (_gate)
                return
                [
                    .. _notSaved.Select(stream => $"what the variables of stream {stream.Key.Stream} of "
                        + $"{stream.Key.Publisher} remember: "
                        + $"{stream.Value} bytes, and the position keeps {maxBytes} of all streams"),
                ];
        }
    }

    /// <summary>Any thread: whether the position on the disk has a stream up to a sample, or beyond.</summary>
    /// <param name="publisher">The installation.</param>
    /// <param name="stream">Number of the stream.</param>
    /// <param name="epoch">Epoch of the publisher.</param>
    /// <param name="sample">Base index of the sample.</param>
    public bool IsSaved(Guid publisher, uint stream, ulong epoch, long sample)
    {
        lock (_gate)
            return _durable.TryGetValue((publisher, stream), out SampleCursor at)
                && (at.Epoch > epoch || (at.Epoch == epoch && at.NextSample > sample));
    }

    /// <summary>True for the name of a file that this part writes.</summary>
    public static bool IsAside(string file) =>
        file.StartsWith(AsidePrefix, StringComparison.Ordinal) && file.EndsWith(AsideEnding, StringComparison.Ordinal)
        && GenerationOf(file) > 0;

    /// <summary>Saver: the newest mark of a stream, whose memory is copied. One that does not fit is not saved and
    /// is in <see cref="NotSaved"/>; what was there of it is past all the same.</summary>
    public void Put(SavedVariables variables)
    {
        (Guid, uint) key = (variables.Publisher, variables.Stream);
        lock (_gate)
        {
            _notSaved.Remove(key);
            if (_saved.Remove(key, out SavedVariables? before) && before.File is not null
                && before.Memory.Span.SequenceEqual(variables.Memory.Span))
                variables = variables with { File = before.File, Crc32C = before.Crc32C };
            if (variables.Memory.Length + _saved.Values.Sum(other => (long)other.Memory.Length) <= maxBytes)
                _saved.Add(key, variables with { Memory = Keep(key, variables.Memory.Span) });
            else
                _notSaved.Add(key, variables.Memory.Length);
        }
    }

    /// <inheritdoc/>
    public string? SaveAside(string folder)
    {
        foreach (SavedVariables variables in Large())
        {
            string name;
            try
            {
                _generation = Math.Max(_generation, NewestIn(folder)) + 1;
                name = $"{AsidePrefix}{_generation}{AsideEnding}";
                AtomicFile.Write(Path.Combine(folder, name), variables.Memory.Span);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                return $"the state of variables cannot be written to {folder} ({OneLine.Format(e)})";
            }

            _mayHaveStale = true;
            lock (_gate)
                _saved[(variables.Publisher, variables.Stream)] =
                    variables with { File = name, Crc32C = Crc32C.Compute(variables.Memory.Span) };
        }

        return null;
    }

    /// <inheritdoc/>
    public void RemoveStale(string folder)
    {
        lock (_gate)
        {
            foreach ((var key, SavedVariables saved) in _saved)
                _durable[key] = new SampleCursor(saved.Epoch, saved.NextSample);
        }

        if (!_mayHaveStale)
            return;
        HashSet<string?> named;
        lock (_gate)
            named = [.. _saved.Values.Select(variables => variables.File)];
        try
        {
            foreach (string path in Directory.GetFiles(folder, $"{AsidePrefix}*{AsideEnding}*"))
            {
                if (!named.Contains(Path.GetFileName(path)))
                    File.Delete(path);
            }

            _mayHaveStale = false;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            // Tried again at the next save: a file too many costs room, nothing else.
            _mayHaveStale = true;
        }
    }

    /// <inheritdoc/>
    public void Write(Utf8JsonWriter json)
    {
        lock (_gate)
            JsonSerializer.Serialize(
                json,
                [.. _saved.Values.Select(
                    variables => variables.File is null ? variables : variables with { Memory = default })],
                SavedVariablesJson.Default.SavedVariablesArray);
    }

    /// <inheritdoc/>
    public string? Read(JsonElement part)
    {
        JsonTypeInfo<SavedVariables[]> type = SavedVariablesJson.Default.SavedVariablesArray;
        if (StreamStates.Read(part, Name, type, out SavedVariables[] streams) is { } fault)
            return fault;
        foreach (SavedVariables stream in streams)
            _saved[(stream.Publisher, stream.Stream)] = stream;
        return null;
    }

    /// <inheritdoc/>
    public string? ReadAside(string folder)
    {
        List<string> faults = [];
        foreach ((Guid, uint) key in _saved.Keys.ToArray())
        {
            _saved[key] = _saved[key].WithMemory(folder, out string? fault);
            if (fault is not null)
                faults.Add(fault);
        }

        return faults.Count == 0
            ? null
            : $"the variables of {faults.Count} streams start over: {string.Join("; ", faults)}";
    }

    private ReadOnlyMemory<byte> Keep((Guid Publisher, uint Stream) key, ReadOnlySpan<byte> memory)
    {
        if (!_buffers.TryGetValue(key, out byte[]? buffer) || buffer.Length < memory.Length)
            _buffers[key] = buffer = new byte[memory.Length + (memory.Length / 8)];
        memory.CopyTo(buffer);
        return buffer.AsMemory(0, memory.Length);
    }

    // Those whose memory has no file yet: the large ones, and the small ones that do not fit in the position.
    private List<SavedVariables> Large()
    {
        List<SavedVariables> large = [];
        long inline = 0;
        lock (_gate)
        {
            foreach (SavedVariables variables in _saved.Values)
            {
                if (variables.File is not null)
                    continue;
                inline += variables.Memory.Length;
                if (variables.Memory.Length <= SmallBytes && inline <= SavedVariables.MaxInlineBytes)
                    continue;
                inline -= variables.Memory.Length;
                large.Add(variables);
            }
        }

        return large;
    }

    private static long NewestIn(string folder) =>
        Directory
            .GetFiles(folder, $"{AsidePrefix}*{AsideEnding}")
            .Select(path => GenerationOf(Path.GetFileName(path)))
            .DefaultIfEmpty()
            .Max();

    private static long GenerationOf(string file) =>
        long.TryParse(
            file[AsidePrefix.Length..^AsideEnding.Length],
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out long number) ? number : 0;
}

/// <summary>Generated JSON of <see cref="SavedVariables"/>.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    IgnoreReadOnlyProperties = true,
    RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true)]
[JsonSerializable(typeof(SavedVariables[]))]
internal sealed partial class SavedVariablesJson : JsonSerializerContext;
