using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization;
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
    public ImmutableArray<ModesState> Publishers { get; init; } = [];

    /// <summary>Reads it; an empty one where there is none that can be read: then triggers begin anew.</summary>
    public static ResumeDocument Read(string folder)
    {
        try
        {
            using FileStream file = File.OpenRead(Path.Combine(folder, FileName));
            return file.Length > MaxBytes
                ? new() : JsonSerializer.Deserialize(file, ResumeJson.Default.ResumeDocument) ?? new();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            return new();
        }
    }

    /// <summary>Writes it, all or nothing.</summary>
    /// <exception cref="IOException">It cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public void Write(string folder) => AtomicFile.Write(
        Path.Combine(folder, FileName),
        JsonSerializer.SerializeToUtf8Bytes(this, ResumeJson.Default.ResumeDocument));
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
