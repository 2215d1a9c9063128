using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Publishing;

/// <summary>Who publishes, in this life.</summary>
/// <param name="Publisher">The installation.</param>
/// <param name="Instance">This process, at random: two with one publisher and epoch are an alarm.</param>
/// <param name="Epoch">This life.</param>
/// <param name="Site">A level of every topic.</param>
/// <param name="Rig">A level of every topic.</param>
public sealed record PublisherIdentity(Guid Publisher, Guid Instance, ulong Epoch, string Site, string Rig)
{
    /// <summary>True when what is published is a recording and not of now: then every frame has the flag that says so.</summary>
    public bool PlaysRecording { get; init; }

    /// <summary>The topic of a kind that names no stream.</summary>
    public Topic TopicOf(FrameKind kind) => Topic.Make(kind, Site, Rig);
}
