using System.Text.Json.Serialization;

namespace HardwareConnector.Recording;

/// <summary>The file `epochs.json` of the state folder: <c>{format, epochs: [{epoch, stream, first, last, lastRecovered,
/// exact}]}</c>.</summary>
internal sealed record EpochsDocument
{
    /// <summary>Version of this shape.</summary>
    public int Format { get; init; } = 1;

    /// <summary>Oldest first.</summary>
    public IReadOnlyList<ClosedEpoch> Epochs { get; init; } = [];
}

/// <summary>Source-generated reader and writer of the file.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(EpochsDocument))]
internal sealed partial class EpochsJson : JsonSerializerContext;
