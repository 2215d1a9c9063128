using System.Globalization;
using System.Text.Json;
using System.Text.Json.Serialization;

namespace SignalMonitor.Sharing;

/// <summary>
/// The file <c>claims/NNNNNNNN.json</c> of a station: who took it, and where its page is. A generation is taken once,
/// by making its file; only its owner writes it.
/// </summary>
internal sealed record StationClaim
{
    /// <summary>The version that this code reads and writes.</summary>
    public const int CurrentFormat = 1;

    /// <summary>Largest file that is read.</summary>
    public const int MaxBytes = 64 << 10;

    /// <summary>The last generation: names have eight digits.</summary>
    public const long MaxGeneration = 99_999_999;

    private const string Ending = ".json";
    private const int Digits = 8;

    /// <summary>Version of the file.</summary>
    [JsonRequired]
    public int Format { get; init; } = CurrentFormat;

    /// <summary>How many times the station was taken, this time included.</summary>
    [JsonRequired]
    public long Generation { get; init; }

    /// <summary>Name of the machine.</summary>
    [JsonRequired]
    public string Holder { get; init; } = "";

    /// <summary>Id of the process there that took it.</summary>
    public int Process { get; init; }

    /// <summary>When, by the clock of the machine.</summary>
    public DateTimeOffset TakenUtc { get; init; }

    /// <summary>Address of the page of the station; null until it is served.</summary>
    public string? Page { get; init; }

    /// <summary>Name of the file of a generation.</summary>
    public static string FileOf(long generation) => NumberOf(generation) + Ending;

    /// <summary>A generation with leading zeros, so that names sort.</summary>
    public static string NumberOf(long generation) => generation.ToString($"d{Digits}", CultureInfo.InvariantCulture);

    /// <summary>The generation in the name of a file; null for another file.</summary>
    public static long? GenerationOf(string file) =>
        file.EndsWith(Ending, StringComparison.Ordinal) ? ParseNumber(file[..^Ending.Length]) : null;

    /// <summary>A generation, as <see cref="NumberOf"/> writes it; null for other text.</summary>
    public static long? ParseNumber(string text) =>
        text.Length == Digits
            && long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number)
            && number > 0 ? number : null;

    /// <summary>The file.</summary>
    public byte[] ToBytes() => JsonSerializer.SerializeToUtf8Bytes(this, StationClaimJson.Default.StationClaim);

    /// <summary>Reads a file; null for one that is damaged or of a newer program.</summary>
    public static StationClaim? Read(ReadOnlySpan<byte> content)
    {
        try
        {
            return JsonSerializer.Deserialize(content, StationClaimJson.Default.StationClaim)
                is { Format: CurrentFormat } claim ? claim : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}

/// <summary>Generated JSON of claims.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(StationClaim))]
internal sealed partial class StationClaimJson : JsonSerializerContext;
