using System.Collections.Immutable;
using System.Text.Json;
using System.Text.Json.Serialization;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;
using SignalMonitor.Variables.Definitions;

namespace SignalMonitor.Recordings;

/// <summary>
/// What a recording is of: the file <c>recording.json</c> in its folder. The blocks are in the journals beside it.
/// </summary>
public sealed record RecordingDocument
{
    /// <summary>Name of the file.</summary>
    public const string FileName = "recording.json";

    /// <summary>Value of <see cref="Format"/>.</summary>
    public const string CurrentFormat = "telemetry-recording/1";

    /// <summary>Bytes of the file at most; a recorder stays below it by its limit of ranges.</summary>
    public const long MaxBytes = 4 << 20;

    // Sums over all ranges of a file stay in 64 bits.
    private const ulong MaxSequence = 1UL << 46;

    /// <summary>Name and version of the format.</summary>
    public required string Format { get; init; }

    /// <summary>Site/rig.</summary>
    public required string Station { get; init; }

    /// <summary>The test run, as the database had it last.</summary>
    public required RecordedRun Run { get; init; }

    /// <summary>Who published the blocks, in the order in which they were met.</summary>
    public ImmutableArray<RecordedPublisher> Publishers
    {
        get;
        init => field = value.IsDefault ? [] : value;
    } = [];

    /// <summary>When the recording was closed after the run was stopped; null = it is open, or its monitor was killed
    /// and did not return.</summary>
    public DateTimeOffset? ClosedUtc { get; init; }

    /// <summary>Blocks that reached the recorder and could not be stored; known once it is closed.</summary>
    public long LostBlocks { get; init; }

    /// <summary>Blocks that were left out on purpose; no block is in two of them.</summary>
    public ImmutableArray<NotKeptRange> NotKept
    {
        get;
        init => field = value.IsDefault ? [] : value;
    } = [];

    /// <summary>What became of the blocks of each journal that is not recorded whole.</summary>
    public ImmutableArray<RecordedAccount> Accounts
    {
        get;
        init => field = value.IsDefault ? [] : value;
    } = [];

    /// <summary>True: retention does not remove it; set and taken back by the verbs `recording keep` and
    /// `release`.</summary>
    public bool Keep { get; init; }

    /// <summary>Whether a folder is that of a recording.</summary>
    public static bool IsIn(string folder) => File.Exists(Path.Combine(folder, FileName));

    /// <summary>Reads the document of a recording. One that names a folder elsewhere is damaged.</summary>
    /// <param name="folder">The folder of the recording.</param>
    /// <param name="fault">Why not, in one line; null with a document.</param>
    public static RecordingDocument? Read(string folder, out string? fault)
    {
        string path = Path.Combine(folder, FileName);
        RecordingDocument? document = null;
        try
        {
            using FileStream file = File.OpenRead(path);
            if (file.Length > MaxBytes)
            {
                fault = $"{path} has {file.Length} bytes, more than any such file ({MaxBytes}); it is another file";
                return null;
            }

            document = JsonSerializer.Deserialize(file, RecordingJson.Default.RecordingDocument);
            fault = document is null ? $"{path} is empty"
                : document.Format != CurrentFormat
                    ? $"{path} has format '{OneLine.Format(document.Format)}'; this program reads {CurrentFormat}"
                : document.FindDamage() is { } damage
                    ? $"{path} is damaged: {damage}; the blocks beside it can be read, with --source of its journal"
                : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            fault = $"{path} cannot be read ({OneLine.Format(e)}); the blocks beside it can, with --source of "
                + $"its journal";
        }

        return fault is null ? document : null;
    }

    /// <summary>Writes the document, all or nothing.</summary>
    /// <param name="folder">The folder of the recording.</param>
    /// <exception cref="IOException">It cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public void Write(string folder) => AtomicFile.Write(
        Path.Combine(folder, FileName),
        JsonSerializer.SerializeToUtf8Bytes(this, RecordingJson.Default.RecordingDocument));

    // The reader of JSON takes null as an entry of a list, and leaves out what an entry lacks.
    private string? FindDamage()
    {
        if (Publishers.Any(one => one is null) || NotKept.Any(one => one is null) || Accounts.Any(one => one is null))
            return "an entry of publishers, notKept or accounts is null";
        if (Publishers.FirstOrDefault(one => !RecordingId.IsPart(one.Folder)) is { } publisher)
            return OneLine.Format(
                $"publishers has folder '{publisher.Folder}'; the name of a folder beside it is expected");
        if (NotKept.Any(one => one.Journal is null || one.Mode is null || one.From > one.To || one.To > MaxSequence))
            return "an entry of notKept has no journal or mode, or is no range of sequences";
        return Accounts.Any(one => one.Journal is null) ? "an entry of accounts has no journal" : null;
    }
}

/// <summary>A test run in a recording; see <see cref="TestRun"/>.</summary>
public sealed record RecordedRun
{
    /// <summary>Name of the run.</summary>
    public required string Name { get; init; }

    /// <summary>Who runs it.</summary>
    public string? Operator { get; init; }

    /// <summary>The specimen.</summary>
    public string? Specimen { get; init; }

    /// <summary>Gauge length L0 in mm; null = not given.</summary>
    public double? L0Mm { get; init; }

    /// <summary>Cross section S0 in mm2; null = not given.</summary>
    public double? S0Mm2 { get; init; }

    /// <summary>What the controller holds.</summary>
    public required string ControlMode { get; init; }

    /// <summary>When it began.</summary>
    public required DateTimeOffset StartedUtc { get; init; }

    /// <summary>When it was stopped; null = it runs.</summary>
    public DateTimeOffset? StoppedUtc { get; init; }

    /// <summary>Free text.</summary>
    public string? Note { get; init; }

    /// <summary>The run of the database.</summary>
    public static RecordedRun From(TestRun run) => new()
    {
        Name = run.Name,
        Operator = run.Operator,
        Specimen = run.Specimen,
        L0Mm = run.L0Mm,
        S0Mm2 = run.S0Mm2,
        ControlMode = EnumWords.Get(run.ControlMode),
        StartedUtc = run.StartedUtc,
        StoppedUtc = run.StoppedUtc,
        Note = run.Note,
    };
}

/// <summary>A publisher of a recording, or a group of its channels that is recorded in a mode of its own.</summary>
/// <param name="Id">Id of the installation.</param>
/// <param name="Folder">Name of the journal in the folder of the recording.</param>
public sealed record RecordedPublisher(Guid Id, string Folder)
{
    /// <summary>Name of the group; null for what is in no group.</summary>
    public string? Group { get; init; }

    /// <summary>Patterns of its channels; null for what is in no group.</summary>
    public string? Channels { get; init; }

    /// <summary>Mode of the recorder; null = every block whole.</summary>
    public string? Mode { get; init; }

    /// <summary>Of reduced channels: samples a second that are stored, as configured.</summary>
    public double? RateHz { get; init; }

    /// <summary>What is to be said of reduced samples; null nothing.</summary>
    [JsonIgnore]
    public string? ReducedNote => RateHz is not { } rate ? null : FormattableString.Invariant(
        $"samples are the smallest and the largest of each interval (Recorder:Mode=Reduced, about {rate} a second)");
}

/// <summary>Blocks in a row that the recorder left out on purpose.</summary>
/// <param name="Journal">Folder of the journal that would have them.</param>
/// <param name="Epoch">The epoch.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="From">First sequence.</param>
/// <param name="To">Last sequence.</param>
/// <param name="Mode">Mode of the recorder.</param>
public sealed record NotKeptRange(string Journal, ulong Epoch, uint Stream, ulong From, ulong To, string Mode)
{
    /// <summary>How many of its blocks are between two sequences.</summary>
    public ulong Within(ulong first, ulong last) =>
        From > last || To < first ? 0 : Math.Min(To, last) - Math.Max(From, first) + 1;

    /// <summary>A remark on blocks that were left out; null = none.</summary>
    /// <param name="ranges">The ranges.</param>
    public static string? NoteOf(ImmutableArray<NotKeptRange> ranges) => ranges.IsDefaultOrEmpty
        ? null
        : FormattableString.Invariant($"{ranges.Sum(range => (long)(range.To - range.From) + 1)} blocks were not kept ")
            + $"on purpose (Recorder:Mode={string.Join(", ", ranges.Select(range => range.Mode).Distinct())}); they "
            + "are no loss";
}

/// <summary>Generated JSON of recordings.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    WriteIndented = true,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    RespectNullableAnnotations = true)]
[JsonSerializable(typeof(RecordingDocument))]
internal sealed partial class RecordingJson : JsonSerializerContext;
