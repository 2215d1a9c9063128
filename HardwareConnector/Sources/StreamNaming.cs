using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;

namespace HardwareConnector.Sources;

/// <summary>
/// Published names of the streams of a source: the rig's own, or the connector's, because several rigs would all use
/// `main`. The stream of a rig with one stream gets the connector's name; each stream of a larger rig appends its own:
/// `rig01-main`.
/// </summary>
/// <param name="Name">The connector's name; null = the rig's own names.</param>
public readonly record struct StreamNaming(string? Name)
{
    /// <summary>Highest number of streams of all sources: the capacity of consumers and of the history.</summary>
    public const int MaxStreams = 64;

    /// <summary>Longest name of a stream: a level of a topic.</summary>
    public const int MaxNameLength = 24;

    /// <summary>The published name of a stream.</summary>
    public string NameOf(ImmutableArray<StreamDescription> streams, int index)
    {
        string own = streams[index].Name;
        if (Name is null)
            return own;
        return streams.Length == 1 ? Name : $"{Name}-{own}";
    }

    /// <summary>The fault of these names; null for none.</summary>
    public string? FindFault(ImmutableArray<StreamDescription> streams)
    {
        for (int i = 0; i < streams.Length; i++)
        {
            if (NameOf(streams, i) is { Length: > MaxNameLength } name)
                return $"stream {streams[i].Name} would be published as '{name}'; a name has at most {MaxNameLength} "
                    + $"characters: shorten Sources:N:Stream";
        }

        return null;
    }
}
