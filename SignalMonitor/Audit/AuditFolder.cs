using System.Globalization;
using FuncLibs.Runtime.Files;

namespace SignalMonitor.Audit;

/// <summary>
/// The files of an audit log in its folder: <c>audit.jsonl</c>, which grows, and <c>audit-0001.jsonl</c> and so on,
/// which are full. None is removed by the program.
/// </summary>
internal static class AuditFolder
{
    /// <summary>The file that grows.</summary>
    public const string FileName = "audit.jsonl";

    /// <summary>Bytes of one file that are read at most; no monitor writes that many.</summary>
    public const int MaxReadBytes = 64 << 20;

    private const string Prefix = "audit-";
    private const string Ending = ".jsonl";

    // A longer first line is read with its file.
    private const int FirstLineBytes = 16 << 10;
    private const byte NewLine = (byte)'\n';

    /// <summary>Name of a full file.</summary>
    public static string NameOf(int number) =>
        string.Create(CultureInfo.InvariantCulture, $"{Prefix}{number:D4}{Ending}");

    /// <summary>The files, oldest first.</summary>
    /// <param name="files">The folder.</param>
    /// <param name="names">Their names.</param>
    public static FileOutcome List(IDiskFiles files, out string[] names)
    {
        List<DiskFileEntry> all = [];
        FileOutcome outcome = files.List(all);
        names =
        [
            .. all.Select(file => file.Name).Where(name => NumberOf(name) > 0).OrderBy(NumberOf),
            .. all.Select(file => file.Name).Where(name => name == FileName),
        ];
        return outcome.Fault == FileFault.Missing ? FileOutcome.Ok : outcome;
    }

    /// <summary>Number of the newest full file; 0 none.</summary>
    public static int NewestFull(string[] names) => names.Select(NumberOf).DefaultIfEmpty().Max();

    /// <summary>The lines of a file without their ends, and whether the last one is not finished.</summary>
    /// <param name="files">The folder.</param>
    /// <param name="name">Name of the file.</param>
    /// <param name="lines">The lines that are finished.</param>
    /// <param name="torn">Bytes after the last of them.</param>
    public static FileOutcome Read(IDiskFiles files, string name, out List<ReadOnlyMemory<byte>> lines, out int torn)
    {
        FileOutcome outcome = AtomicFile.Read(files, name, MaxReadBytes, out byte[] content);
        lines = LinesOf(content, out torn);
        return outcome;
    }

    /// <summary>The lines of a part of a file that begins with a line, without their ends.</summary>
    /// <param name="content">The part.</param>
    /// <param name="torn">Bytes after the last line that is finished.</param>
    public static List<ReadOnlyMemory<byte>> LinesOf(byte[] content, out int torn)
    {
        List<ReadOnlyMemory<byte>> lines = [];
        int at = 0;
        for (int end = Array.IndexOf(content, NewLine); end >= 0; end = Array.IndexOf(content, NewLine, at))
        {
            lines.Add(content.AsMemory(at, end - at));
            at = end + 1;
        }

        torn = content.Length - at;
        return lines;
    }

    /// <summary>Entries, newest first; lines that are none are left out.</summary>
    /// <param name="files">The folder.</param>
    /// <param name="before">Only those with a lower number.</param>
    /// <param name="fault">Why not all could be read; null when they were.</param>
    public static IEnumerable<AuditEntry> NewestFirst(IDiskFiles files, long before, Action<string> fault)
    {
        FileOutcome outcome = List(files, out string[] names);
        if (!outcome.IsOk)
            fault(outcome.ToString());
        foreach (string name in names.Reverse())
        {
            if (before < long.MaxValue && FirstNumber(files, name) >= before)
                continue;
            outcome = Read(files, name, out List<ReadOnlyMemory<byte>> lines, out _);
            if (!outcome.IsOk && outcome.Fault != FileFault.Missing)
                fault(outcome.ToString());
            for (int i = lines.Count - 1; i >= 0; i--)
            {
                if (AuditEntry.Read(lines[i].Span, out _) is { } entry && entry.Number < before)
                    yield return entry;
            }
        }
    }

    /// <summary>Number of the first entry of a file, without the rest of it; 0 = not known.</summary>
    public static long FirstNumber(IDiskFiles files, string name)
    {
        if (!files.OpenToRead(name, out IDiskFile? file).IsOk)
            return 0;
        using (file)
        {
            byte[] begin = new byte[FirstLineBytes];
            file!.Read(0, begin, out int read);
            int end = begin.AsSpan(0, read).IndexOf(NewLine);
            return end < 0 ? 0 : AuditEntry.Read(begin.AsSpan(0, end), out _)?.Number ?? 0;
        }
    }

    private static int NumberOf(string name) =>
        name.Length > Prefix.Length + Ending.Length && name.StartsWith(Prefix, StringComparison.Ordinal)
        && name.EndsWith(Ending, StringComparison.Ordinal)
        && int.TryParse(
            name.AsSpan(Prefix.Length, name.Length - Prefix.Length - Ending.Length),
            NumberStyles.None,
            CultureInfo.InvariantCulture,
            out int number) ? number : 0;
}
