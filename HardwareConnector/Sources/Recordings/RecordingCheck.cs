using FuncLibs.Hosting.Configuration;
using HardwareConnector.Configuration;

namespace HardwareConnector.Sources.Recordings;

/// <summary>Checks that each recording can be played, and that nobody can take what is replayed for what is live.</summary>
public sealed class RecordingCheck : IOptionsCheck<ConnectorOptions>
{
    private const string AllowedFolder = "the journal folder of a connector, or the state folder around it";

    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(ConnectorOptions options)
    {
        ReplaySet recordings = new(options);
        if (!recordings.Any)
            yield break;
        if (!options.Sources.All(ReplaySet.IsReplay))
            yield return new OptionFault("Sources", "some replay and some are live", "sources that all replay, or none: start another connector for the rest");
        for (int i = 0; i < options.Sources.Length; i++)
        {
            if (!ReplaySet.IsReplay(options.Sources[i]))
                continue;
            foreach (OptionFault fault in Check(options, recordings, i))
                yield return fault;
        }
    }

    private static IEnumerable<OptionFault> Check(ConnectorOptions options, ReplaySet recordings, int number)
    {
        SourceOptions source = options.Sources[number];
        if (recordings.Open(source, out string? unplayable) is not { } recording)
        {
            yield return new OptionFault($"Sources:{number}:Folder", unplayable!, AllowedFolder);
            yield break;
        }

        if (recording.Folder == Path.GetFullPath(options.Journal.In(options.State.Folder)))
            yield return new OptionFault($"Sources:{number}:Folder", $"{recording.Folder} is where this connector records", "another Journal:Folder or State:Folder");
        if ((options.Site, recordings.Rig) == (recording.Newest.Site, recording.Newest.Rig))
        {
            string what = $"'{recordings.Rig}' at site '{options.Site}' is the rig that was recorded; a replay must not look like it";
            yield return new OptionFault("Rig", what, $"another name, for example '{Shown(recording.Newest.Rig)}', or another Site");
        }

        if (RecordingSelection.Create(recording, source, out SelectionFault? wrong) is null)
            yield return new OptionFault($"Sources:{number}:{wrong!.Option}", wrong.What, wrong.Allowed);
    }

    private static string Shown(string rig) =>
        rig.Length + ReplaySet.RigEnding.Length <= StreamNaming.MaxNameLength ? rig + ReplaySet.RigEnding : "replay";
}
