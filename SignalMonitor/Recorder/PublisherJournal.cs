using FuncLibs.Journal.Writing;
using SignalMonitor.Recordings;

namespace SignalMonitor.Recorder;

/// <summary>The blocks of one publisher in one recording. The recorder's thread opens it, while the receive thread
/// waits.</summary>
/// <param name="publisher">Whose blocks.</param>
internal sealed class PublisherJournal(Guid publisher) : IDisposable
{
    private readonly ManualResetEventSlim _decided = new();

    /// <summary>Whose blocks.</summary>
    public Guid Publisher => publisher;

    /// <summary>Where they go; null before it is open, and when it could not be opened.</summary>
    public FrameArchive? Archive { get; private set; }

    /// <summary>What earlier processes left out on purpose; set before it is open.</summary>
    public IReadOnlyList<NotKeptRange> NotKept { get; set; } = [];

    /// <summary>The pyramids of its streams; set before it is open, null when none are kept.</summary>
    public JournalPyramids? Pyramids { get; set; }

    /// <summary>Why it could not be opened; null otherwise.</summary>
    public string? Refusal { get; private set; }

    /// <summary>Recorder: the outcome of opening.</summary>
    public void Decide(FrameArchive? archive, string? refusal)
    {
        (Archive, Refusal) = (archive, refusal);
        _decided.Set();
    }

    /// <summary>Receive thread: waits until it is open or refused; false when the time is over.</summary>
    public bool Wait(TimeSpan limit) => _decided.Wait(limit);

    /// <inheritdoc/>
    public void Dispose()
    {
        Archive?.Dispose();
        _decided.Dispose();
    }
}
