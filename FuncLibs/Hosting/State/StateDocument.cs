using System.Text.Json.Serialization;

namespace FuncLibs.Hosting.State;

/// <summary>The file `state.json`: `{format, publisher, replays, epoch, catalogueRevision, streams: [{id, name}]}`.</summary>
public sealed record StateDocument
{
    /// <summary>Version of this shape; a reader refuses newer ones.</summary>
    [JsonRequired]
    public int Format { get; init; }

    /// <summary>UUID of this installation, made once.</summary>
    [JsonRequired]
    public Guid Publisher { get; init; }

    /// <summary>True for the publisher of a replay, false for a live one; null in a file of an earlier version.</summary>
    public bool? Replays { get; init; }

    /// <summary>Epoch of the present or last life.</summary>
    [JsonRequired]
    public ulong Epoch { get; init; }

    /// <summary>Revision of the last catalogue.</summary>
    public uint CatalogueRevision { get; init; }

    /// <summary>All streams ever seen.</summary>
    public IReadOnlyList<StateStream> Streams { get; init; } = [];
}
