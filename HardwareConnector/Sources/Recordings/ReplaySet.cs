using FuncLibs.Hosting;
using FuncLibs.Hosting.State;
using HardwareConnector.Configuration;

namespace HardwareConnector.Sources.Recordings;

/// <summary>
/// The recordings of all replay sources, and the rules that separate a replay from live data. A folder that several
/// sources play is opened once. One thread.
/// </summary>
public sealed class ReplaySet
{
    /// <summary>Suffix of the recorded rig's name, for the default name.</summary>
    public const string RigEnding = "-replay";

    private readonly ConnectorOptions _options;
    private readonly Dictionary<string, RecordedFolder?> _opened = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _faults = new(StringComparer.Ordinal);

    /// <summary>Creates the set; opens nothing yet.</summary>
    public ReplaySet(ConnectorOptions options) => _options = options;

    /// <summary>True when this connector replays.</summary>
    public bool Any => _options.Sources.Any(IsReplay);

    /// <summary>The effective name of the rig.</summary>
    public string Rig
    {
        get
        {
            if (_options.Rig.Length > 0)
                return _options.Rig;
            RecordedFolder? first =
                _options.Sources.Where(IsReplay).Select(source => Open(source, out _)).FirstOrDefault();
            return first is null ? ConnectorOptions.DefaultRig : ReplayNameOf(first.Newest.Rig);
        }
    }

    /// <summary>
    /// The recording of a source; null if it cannot be played, with the reason in <paramref name="fault"/>.
    /// </summary>
    public RecordedFolder? Open(SourceOptions source, out string? fault)
    {
        fault = "no folder is given";
        if (source.Folder.Length == 0)
            return null;
        string folder = Path.GetFullPath(source.Folder);
        if (!_opened.TryGetValue(folder, out RecordedFolder? recording))
        {
            recording = RecordedFolder.Open(folder, out string? found);
            _opened.Add(folder, recording);
            _faults.Add(folder, found ?? "");
        }

        fault = recording is null ? _faults[folder] : null;
        return recording;
    }

    /// <summary>The selection of a source. The configuration was checked.</summary>
    /// <param name="source">The source.</param>
    /// <param name="state">This publisher: it must not be the recorded one, or live and replay would share
    /// numbers.</param>
    /// <exception cref="StartupException">It can no longer be played, or was recorded by the publisher of this state
    /// folder.</exception>
    public RecordingSelection Select(SourceOptions source, PublisherState state)
    {
        RecordedFolder recording = Open(source, out string? fault) ?? throw new StartupException($"Sources: {fault}");
        if (recording.Journals.FirstOrDefault(journal => journal.Newest.Publisher == state.Publisher) is { } own)
        {
            throw new StartupException(
                $"{own.Folder} was recorded with this state folder; a replay is a publisher of its own: give it "
                    + $"another State:Folder");
        }

        return RecordingSelection.Create(recording, source, out SelectionFault? wrong)
            ?? throw new StartupException($"Sources: {wrong!.Option}: {wrong.What}; allowed: {wrong.Allowed}");
    }

    /// <summary>True for a source that replays.</summary>
    public static bool IsReplay(SourceOptions source) => source.Type == SourceType.Replay;

    private static string ReplayNameOf(string rig) =>
        rig[..Math.Min(rig.Length, StreamNaming.MaxNameLength - RigEnding.Length)] + RigEnding;
}
