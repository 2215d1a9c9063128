using System.Globalization;
using System.Text.Json.Serialization;

namespace FuncLibs.Hosting.State;

/// <summary>
/// The file `state.json`: `{format, publisher, replays, epoch, catalogueRevision, streams: [{id, name}]}`.
/// </summary>
public sealed record StateDocument
{
    /// <summary>Format version; a reader refuses newer ones.</summary>
    [JsonRequired]
    public int Format { get; init; }

    /// <summary>UUID of this installation, created once.</summary>
    [JsonRequired]
    public Guid Publisher { get; init; }

    /// <summary>
    /// True for the publisher of a replay, false for a live one; null in a file of an earlier version.
    /// </summary>
    public bool? Replays { get; init; }

    /// <summary>Epoch of the current or last run.</summary>
    [JsonRequired]
    public ulong Epoch { get; init; }

    /// <summary>Revision of the last catalogue.</summary>
    public uint CatalogueRevision { get; init; }

    /// <summary>All streams ever published.</summary>
    public IReadOnlyList<StateStream> Streams { get; init; } = [];
}

/// <summary>A data stream of a publisher.</summary>
/// <param name="Id">Number, from 1, assigned once and never reused for another.</param>
/// <param name="Name">Name, the last level of its topic.</param>
public sealed record StateStream(uint Id, string Name);

/// <summary>Generated JSON of the state file.</summary>
[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase, WriteIndented = true)]
[JsonSerializable(typeof(StateDocument))]
internal sealed partial class StateJson : JsonSerializerContext;

/// <summary>Merges streams assigned by a run that the state file lacks with those in it.</summary>
internal static class StreamMerge
{
    /// <summary>
    /// All known streams unchanged, and of the others those with an unknown number, sorted by number.
    /// </summary>
    public static IReadOnlyList<StateStream> Merge(IReadOnlyList<StateStream> known, IEnumerable<StateStream> others)
    {
        List<StateStream> all = [.. known];
        foreach (StateStream other in others.OrderBy(stream => stream.Id))
        {
            if (other.Id is 0 or uint.MaxValue || all.Exists(stream => stream.Id == other.Id))
                continue;
            all.Add(IsFree(all, other.Name) ? other : other with { Name = FreeName(all, other.Id) });
        }

        return all;
    }

    private static bool IsFree(List<StateStream> all, string name) =>
        name.Length > 0 && !all.Exists(stream => stream.Name == name);

    // The number stays assigned, because journals contain frames with it.
    private static string FreeName(List<StateStream> all, uint id)
    {
        string name = string.Create(CultureInfo.InvariantCulture, $"unknown-{id}");
        while (!IsFree(all, name))
            name += '_';
        return name;
    }
}
