using FuncLibs.Messaging.Wire;

namespace FuncLibs.Messaging.Publishing;

/// <summary>Identity of a publisher in this epoch.</summary>
/// <param name="Publisher">The installation.</param>
/// <param name="Instance">Random id of this process: two instances with one publisher and epoch are an alarm.</param>
/// <param name="Epoch">Run number of this installation.</param>
/// <param name="Site">A level of every topic.</param>
/// <param name="Rig">A level of every topic.</param>
public sealed record PublisherIdentity(Guid Publisher, Guid Instance, ulong Epoch, string Site, string Rig)
{
    /// <summary>True for the replay of a recording: every frame then has the recording flag.</summary>
    public bool PlaysRecording { get; init; }

    /// <summary>The topic of a frame kind without a stream.</summary>
    public Topic TopicOf(FrameKind kind) => Topic.Create(kind, Site, Rig);
}
