namespace FuncLibs.Journal.Reading;

/// <summary>A stream of one of several journals, with a name that no other stream of them has.</summary>
/// <param name="Journal">The journal that keeps it.</param>
/// <param name="Stream">The stream.</param>
/// <param name="Name">
/// Name of the stream; <c>JOURNAL/NAME</c>, with the name of the folder of its journal, where another journal has a
/// stream of the same name.
/// </param>
public sealed record SelectableStream(JournalReader Journal, JournalStream Stream, string Name)
{
    /// <summary>The streams of several journals, in their order.</summary>
    public static IReadOnlyList<SelectableStream> List(IEnumerable<JournalReader> journals)
    {
        (JournalReader Journal, JournalStream Stream)[] all =
            [.. journals.SelectMany(journal => journal.Streams.Select(stream => (journal, stream)))];
        return
        [
            .. all.Select(one => new SelectableStream(
                one.Journal,
                one.Stream,
                all.Count(other => other.Stream.Name == one.Stream.Name) == 1
                    ? one.Stream.Name : $"{Path.GetFileName(one.Journal.Folder)}/{one.Stream.Name}")),
        ];
    }
}
