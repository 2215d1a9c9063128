using System.Diagnostics.CodeAnalysis;
using System.Security.Cryptography;
using FuncLibs.Runtime.Files;

namespace SignalMonitor.Dashboard.Api;

/// <summary>
/// Layouts of the dashboard as files of one folder. A revision is made of the content: a layout that is saved unchanged
/// keeps it. Any thread; one at a time.
/// </summary>
/// <param name="files">The folder; made with the first layout.</param>
internal sealed class LayoutStore(IDiskFiles files)
{
    /// <summary>Most bytes of a layout.</summary>
    public const int MaxBytes = 256 << 10;

    /// <summary>Most layouts.</summary>
    public const int MaxCount = 100;

    /// <summary>Most characters of a name.</summary>
    public const int MaxName = 64;

    // So that no name is one that a system has for something else, as CON has on Windows.
    private const string Prefix = "layout-";
    private const string Ending = ".json";
    private const int RevisionBytes = 8;

    private readonly Lock _gate = new();

    /// <summary>What is wrong with a name; null when nothing is.</summary>
    public static string? FindFault(string name)
    {
        bool isName =
            name.Length is > 0 and <= MaxName && char.IsLetterOrDigit(name[0]) && char.IsLetterOrDigit(name[^1])
                && name.All(c => char.IsLetterOrDigit(c) || c is ' ' or '-' or '_');
        return isName
            ? null
            : $"'{name}' is no name of a layout; 1 to {MaxName} letters, digits, blanks, - and _, a letter or digit "
                + $"at both ends";
    }

    /// <summary>The revision of some content.</summary>
    public static string RevisionOf(ReadOnlySpan<byte> content) =>
        Convert.ToHexStringLower(SHA256.HashData(content).AsSpan(0, RevisionBytes));

    /// <summary>Names and revisions, in the order of names.</summary>
    public IReadOnlyList<(string Name, string Revision)> List()
    {
        List<(string, string)> layouts = [];
        lock (_gate)
        {
            foreach (string name in Names().Order(StringComparer.OrdinalIgnoreCase))
            {
                if (Read(name, out byte[]? content, out _))
                    layouts.Add((name, RevisionOf(content)));
            }
        }

        return layouts;
    }

    /// <summary>A layout.</summary>
    /// <param name="name">A name without a fault.</param>
    /// <param name="content">Its content.</param>
    /// <param name="fault">Why it cannot be read; null when there is none of that name.</param>
    public bool TryGet(string name, [NotNullWhen(true)] out byte[]? content, out string? fault)
    {
        lock (_gate)
            return Read(name, out content, out fault);
    }

    /// <summary>Adds or replaces a layout; when it returns, it survives a power cut.</summary>
    /// <param name="name">A name without a fault.</param>
    /// <param name="content">Its content, JSON.</param>
    /// <param name="revision">The revision that must be there; null = whatever is there.</param>
    public LayoutOutcome Put(string name, byte[] content, string? revision)
    {
        lock (_gate)
        {
            bool isThere = Read(name, out byte[]? there, out string? fault);
            if (fault is not null)
                return new LayoutOutcome(LayoutStatus.Failed, fault);
            if (IsOther(revision, there))
                return Conflict(name);
            if (!isThere && Names().Count() >= MaxCount)
                return new LayoutOutcome(LayoutStatus.Refused, $"there are {MaxCount} layouts already; remove one");
            FileOutcome outcome = files.CreateFolder();
            outcome = outcome.IsOk ? AtomicFile.Write(files, FileOf(name), content) : outcome;
            return outcome.IsOk ? new LayoutOutcome(LayoutStatus.Done, "")
                : new LayoutOutcome(
                    LayoutStatus.Failed,
                    $"layout {name} is not saved: {outcome}; free some space or mend the folder {files.Folder}");
        }
    }

    /// <summary>Removes a layout.</summary>
    /// <param name="name">A name without a fault.</param>
    /// <param name="revision">The revision that must be there; null = whatever is there.</param>
    public LayoutOutcome Remove(string name, string? revision)
    {
        lock (_gate)
        {
            if (!Read(name, out byte[]? there, out string? fault))
            {
                return fault is null ? new LayoutOutcome(LayoutStatus.Missing, $"there is no layout {name}")
                    : new LayoutOutcome(LayoutStatus.Failed, fault);
            }

            if (IsOther(revision, there))
                return Conflict(name);
            FileOutcome outcome = files.Delete(FileOf(name));
            outcome = outcome.IsOk ? files.FlushFolder() : outcome;
            return outcome.IsOk
                ? new LayoutOutcome(LayoutStatus.Done, "")
                : new LayoutOutcome(LayoutStatus.Failed, outcome.ToString());
        }
    }

    private static bool IsOther(string? revision, byte[]? there) =>
        revision is not null && (there is null || RevisionOf(there) != revision);

    private static LayoutOutcome Conflict(string name) =>
        new(
            LayoutStatus.Conflict,
            $"layout {name} was saved or removed by somebody else; load it again, or save it under another name");

    private IEnumerable<string> Names()
    {
        List<DiskFileEntry> entries = [];
        return files.List(entries).IsOk
            ? entries.Select(entry => entry.Name)
                .Where(
                    name => name.StartsWith(Prefix, StringComparison.Ordinal)
                        && name.EndsWith(Ending, StringComparison.Ordinal))
                .Select(name => name[Prefix.Length..^Ending.Length])
                .Where(name => FindFault(name) is null)
            : [];
    }

    private bool Read(string name, [NotNullWhen(true)] out byte[]? content, out string? fault)
    {
        FileOutcome outcome = AtomicFile.Read(files, FileOf(name), MaxBytes, out content);
        fault = outcome.IsOk || outcome.Fault == FileFault.Missing ? null : outcome.ToString();
        content = outcome.IsOk ? content : null;
        return content is not null;
    }

    private static string FileOf(string name) => Prefix + name + Ending;
}

/// <summary>What became of a layout.</summary>
/// <param name="Status">How it ended.</param>
/// <param name="Text">Why, in one line; empty when it was done.</param>
internal readonly record struct LayoutOutcome(LayoutStatus Status, string Text);

/// <summary>How an edit of a layout ended.</summary>
internal enum LayoutStatus
{
    /// <summary>Nothing was tried: the value of <c>default</c>.</summary>
    None,

    /// <summary>It is done.</summary>
    Done,

    /// <summary>There is no such layout.</summary>
    Missing,

    /// <summary>Somebody else was faster.</summary>
    Conflict,

    /// <summary>There are too many.</summary>
    Refused,

    /// <summary>The disk did not do it.</summary>
    Failed,
}
