using FuncLibs.Blocks.Catalogue;
using FuncLibs.Journal.Reading;
using FuncLibs.Journal.Segments;

namespace HardwareConnector.Sources.Recordings;

/// <summary>
/// A folder that can be played: the journal of a connector, the state folder around it, or the recording of a test run,
/// which has a journal for each publisher and for each group of channels.
/// </summary>
public sealed class RecordedFolder
{
    private readonly RecordedJournal[] _journals;
    private readonly string[] _unplayable;

    private RecordedFolder(RecordedJournal[] journals, string[] unplayable) =>
        (_journals, _unplayable) = (journals, unplayable);

    /// <summary>The journals that can be played; at least one.</summary>
    public IReadOnlyList<RecordedJournal> Journals => _journals;

    /// <summary>The last catalogue of the first of them: site and rig of the recording.</summary>
    public PublisherCatalogue Newest => _journals[0].Newest;

    /// <summary>Opens a folder; null if nothing in it can be played, with the reason in <paramref name="fault"/>.
    /// </summary>
    public static RecordedFolder? Open(string given, out string? fault)
    {
        List<RecordedJournal> journals = [];
        List<string> unplayable = [];
        foreach (string folder in JournalReader.FoldersOf(given))
        {
            if (RecordedJournal.Open(folder, out string? reason) is { } journal)
                journals.Add(journal);
            else
                unplayable.Add(reason!);
        }

        fault = journals.Count == 0 ? unplayable[0] : null;
        return journals.Count == 0 ? null : new RecordedFolder([.. journals], [.. unplayable]);
    }

    /// <summary>Finds a stream.</summary>
    /// <param name="name">Its name; empty = the only one. Where journals have streams of one name:
    /// <c>JOURNAL/NAME</c>.</param>
    /// <param name="journal">The journal that has it; null with a fault.</param>
    /// <param name="kept">Its recorded extents, oldest epoch first.</param>
    /// <returns>The fault; null for none.</returns>
    public string? FindStream(string name, out RecordedJournal? journal, out StreamExtent[] kept)
    {
        (journal, kept) = (null, []);
        IReadOnlyList<SelectableStream> streams = SelectableStream.List(_journals.Select(one => one.Reader));
        string names = string.Join(", ", streams.Select(stream => stream.Name))
            + string.Concat(_unplayable.Select(reason => $"; {reason}"));
        if (name.Length == 0 && streams.Count > 1)
            return $"{streams.Count} streams are recorded there; choose one of {names}";
        if (streams.FirstOrDefault(stream => name.Length == 0 || stream.Name == name) is not { } chosen)
            return streams.Any(stream => stream.Stream.Name == name)
                ? $"several journals have a stream '{name}'; choose one of {names}"
                : $"no stream '{name}' is recorded there; known are {names}";
        journal = _journals.First(one => one.Reader == chosen.Journal);
        kept = [.. chosen.Stream.Extents];
        return null;
    }
}
