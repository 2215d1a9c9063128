using System.Text.Json.Serialization;
using FuncLibs.Journal.Retention;
using FuncLibs.Messaging.Wire;
using FuncLibs.Messaging.Wire.Control;

namespace HardwareConnector.Recording;

/// <summary>The file `claims.json` of the state folder: <c>{format, claims: [{consumer, stream, epoch, delivered, renewed}]}</c>.</summary>
internal sealed record LeaseDocument
{
    /// <summary>The newest shape that this program knows.</summary>
    public const int Newest = 1;

    /// <summary>Version of this shape.</summary>
    public int Format { get; init; } = Newest;

    /// <summary>By consumer and stream.</summary>
    public IReadOnlyList<RetentionLease> Claims { get; init; } = [];

    /// <summary>What is wrong with it; null when it can be used.</summary>
    [JsonIgnore]
    public string? Fault
    {
        get
        {
            if (Format is < 1 or > Newest)
                return $"it has format {Format}, this program knows {Newest}";
            if (Claims is null || Claims.Count > RetentionLeases.Capacity)
                return $"it has no claims, or more than {RetentionLeases.Capacity}";
            return Claims.All(IsLegal) ? null : "a claim has no proper consumer, stream or epoch";
        }
    }

    private static bool IsLegal(RetentionLease? claim) => claim is { Consumer: not null, Epoch: > 0 }
        && ConsumerName.IsProperText(claim.Consumer)
        && claim.Stream is not (FrameHeader.ControlStream or FrameHeader.HeartbeatStream);
}

/// <summary>Source-generated reader and writer of the file.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(LeaseDocument))]
internal sealed partial class LeaseJson : JsonSerializerContext;
