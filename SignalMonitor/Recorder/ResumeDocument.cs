using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;
using SignalMonitor.Recorder.Modes;

namespace SignalMonitor.Recorder;

/// <summary>
/// Where the modes of a recording are: the file <c>resume.json</c> in its folder while it is open. The next process
/// looks at the blocks after it, and knows the triggers before it.
/// </summary>
internal sealed record ResumeDocument
{
    /// <summary>Name of the file.</summary>
    public const string FileName = "resume.json";

    private const long MaxBytes = 4 << 20;

    /// <summary>A line for each publisher.</summary>
    public ImmutableArray<ModesState> Publishers
    {
        get;
        init => field = value.IsDefault ? [] : value;
    } = [];

    /// <summary>Reads it; an empty one where there is none that can be read: then triggers begin anew.</summary>
    /// <param name="folder">The folder of the recording.</param>
    /// <param name="fault">Why it cannot be read, in one line; null when it can, and without a file.</param>
    public static ResumeDocument Read(string folder, out string? fault)
    {
        string path = Path.Combine(folder, FileName);
        fault = null;
        try
        {
            if (!File.Exists(path))
                return new();
            using FileStream file = File.OpenRead(path);
            if (file.Length <= MaxBytes
                && JsonSerializer.Deserialize(file, ResumeJson.Default.ResumeDocument) is { IsDamaged: false } document)
                return document;
            fault = $"{path} is damaged or another file; triggers and accounts of the recording begin anew";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            fault = $"{path} cannot be read ({OneLine.Format(e)}); triggers and accounts of the recording begin anew";
        }

        return new();
    }

    /// <summary>Writes it, all or nothing.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public void Write(string folder) => AtomicFile.Write(
        Path.Combine(folder, FileName),
        JsonSerializer.SerializeToUtf8Bytes(this, ResumeJson.Default.ResumeDocument));

    // The reader of JSON takes null as an entry of a list, and leaves out what an entry lacks.
    private bool IsDamaged => Publishers.Any(state => state is null
        || state.Streams.IsDefault
        || state.Streams.Any(stream => stream is null || stream.Triggers.IsDefault
            || stream.Triggers.Any(trigger => trigger?.Windows is null || trigger.Name is null))
        || state.Journals.IsDefault
        || state.Journals.Any(journal => journal?.Account?.Journal is null || journal.Streams.IsDefault
            || journal.Streams.Any(stream => stream is null)));
}

/// <summary>Where the modes are with the blocks of one publisher.</summary>
/// <param name="Id">The publisher.</param>
/// <param name="Streams">Its streams.</param>
/// <param name="Journals">Its journals.</param>
internal sealed record ModesState(
    Guid Id, ImmutableArray<StreamState> Streams, ImmutableArray<JournalState> Journals);

/// <summary>Where the modes are with one stream.</summary>
/// <param name="Id">Number of the stream.</param>
/// <param name="Newest">The newest block that the triggers looked at.</param>
/// <param name="Triggers">Its triggers.</param>
internal sealed record StreamState(uint Id, BlockInstant? Newest, ImmutableArray<TriggerState> Triggers);

/// <summary>The account of a journal.</summary>
/// <param name="Account">What it is.</param>
/// <param name="Streams">How far it goes.</param>
internal sealed record JournalState(Recordings.RecordedAccount Account, ImmutableArray<JournalStreamState> Streams);

/// <summary>How far the account of a stream goes.</summary>
/// <param name="Id">Number of the stream.</param>
/// <param name="Epoch">Epoch of the newest block that is in it.</param>
/// <param name="Sequence">Its number.</param>
/// <param name="NextIndex">
/// Of a reduced stream that ended with its process: index of the first sample that is in no stored block.
/// </param>
internal sealed record JournalStreamState(uint Id, ulong Epoch, ulong Sequence, long? NextIndex);

/// <summary>Generated JSON; one line.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    RespectNullableAnnotations = true)]
[JsonSerializable(typeof(ResumeDocument))]
internal sealed partial class ResumeJson : JsonSerializerContext;
