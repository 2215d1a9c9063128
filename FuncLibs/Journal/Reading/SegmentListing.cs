using FuncLibs.Journal.Segments;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Reading;

/// <summary>The segments of a folder, oldest first, whatever they hold.</summary>
internal sealed class SegmentListing
{
    private SegmentListing(FileOutcome outcome, IReadOnlyList<Entry> segments, IReadOnlyList<SegmentName> orphans)
    {
        Outcome = outcome;
        Segments = segments;
        Orphans = orphans;
    }

    /// <summary>Whether the folder could be read.</summary>
    public FileOutcome Outcome { get; }

    /// <summary>The segments.</summary>
    public IReadOnlyList<Entry> Segments { get; }

    /// <summary>Indexes whose segment is not there, oldest first.</summary>
    public IReadOnlyList<SegmentName> Orphans { get; }

    /// <summary>Lists a folder.</summary>
    public static SegmentListing Read(IDiskFiles files)
    {
        List<DiskFileEntry> found = [];
        FileOutcome outcome = files.List(found);
        List<(SegmentName Name, long Length)> named = [];
        SortedSet<SegmentName> orphans = [];
        foreach (DiskFileEntry file in found)
        {
            if (SegmentName.TryParse(file.Name, out SegmentName name))
                named.Add((name, file.Length));
            else if (SegmentName.TryParseIndex(file.Name, out name))
                orphans.Add(name);
        }

        named.Sort();
        orphans.ExceptWith(named.Select(file => file.Name));
        return new SegmentListing(outcome, [.. named.Select((file, at) => new Entry(
            file.Name,
            file.Length,
            at == named.Count - 1))], [.. orphans]);
    }

    /// <summary>One segment.</summary>
    /// <param name="Name">Its name.</param>
    /// <param name="Length">Bytes of the file.</param>
    /// <param name="IsNewest">True for the last of all.</param>
    internal readonly record struct Entry(SegmentName Name, long Length, bool IsNewest);
}
