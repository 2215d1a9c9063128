using SignalMonitor.Archiving.Documents;

namespace SignalMonitor.Archiving;

/// <summary>What became of archiving one recording.</summary>
/// <param name="State">In one word.</param>
/// <param name="Text">Where it is, or what is wrong and what to do, in one line.</param>
/// <param name="Test">The test; null when it is not archived.</param>
internal sealed record PushOutcome(PushState State, string Text, ArchivedTest? Test)
{
    /// <summary>The process ends.</summary>
    public static PushOutcome Ended { get; } = new(PushState.Ended, "ended before it was whole; it is continued", null);

    /// <summary>True when the recording is in the archive and in the catalogue.</summary>
    public bool IsDone => State is PushState.Archived or PushState.Already;

    /// <summary>It was not archived.</summary>
    public static PushOutcome Failed(PushState state, string text) => new(state, text, null);
}

/// <summary>What became of archiving one recording.</summary>
internal enum PushState
{
    /// <summary>It was copied.</summary>
    Archived,

    /// <summary>It was in the archive already.</summary>
    Already,

    /// <summary>The recording cannot be archived as it is; others can.</summary>
    SourceFails,

    /// <summary>The folder of the archive cannot be used.</summary>
    ArchiveFails,

    /// <summary>The catalogue cannot be used.</summary>
    CatalogueFails,

    /// <summary>The process ends.</summary>
    Ended,
}
