using System.Collections.Immutable;
using FuncLibs.Blocks.Catalogue;

namespace HardwareConnector.Sources;

/// <summary>
/// What the streams of a source are called when they are published: by the rig, or by the connector, where several rigs would all say
/// `main`. A named rig of one stream has that name; each stream of a larger one has its own behind it: `rig01-main`.
/// </summary>
/// <param name="Name">The connector's name; null = the rig's own names.</param>
public readonly record struct StreamNaming(string? Name)
{
    /// <summary>Streams that all sources together may have: what consumers and the look back are made for.</summary>
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

    /// <summary>What is wrong with these names; null when nothing is.</summary>
    public string? FaultOf(ImmutableArray<StreamDescription> streams)
    {
        for (int i = 0; i < streams.Length; i++)
        {
            if (NameOf(streams, i) is { Length: > MaxNameLength } name)
                return $"stream {streams[i].Name} would be published as '{name}'; a name has at most {MaxNameLength} characters: shorten Sources:N:Stream";
        }

        return null;
    }
}
