using System.Globalization;
using FuncLibs.Runtime.Files;

namespace SignalMonitor.Audit;

/// <summary>
/// Checks every line of an audit log: its own hash, the chain from line to line, the numbers, and the newest entry
/// against the head beside it.
/// </summary>
internal sealed class AuditCheck
{
    private const int MostFaults = 50;
    private readonly List<string> _faults = [];
    private readonly List<string> _notes = [];
    private AuditHead _head = AuditHead.None;
    private AuditEntry? _before;

    /// <summary>Entries that are whole.</summary>
    public long Entries { get; private set; }

    /// <summary>The newest of them; null none.</summary>
    public AuditEntry? Newest => _before;

    /// <summary>What was changed, removed or is no entry; at most 50.</summary>
    public IReadOnlyList<string> Faults => _faults;

    /// <summary>What is to be known, and is no fault.</summary>
    public IReadOnlyList<string> Notes => _notes;

    /// <summary>Checks a log.</summary>
    /// <param name="files">Its folder.</param>
    /// <param name="isPart">True for the part of a log that a recording has: it begins anywhere.</param>
    public static AuditCheck Run(IDiskFiles files, bool isPart)
    {
        AuditCheck check = new();
        FileOutcome outcome = AuditFolder.List(files, out string[] names);
        if (!outcome.IsOk)
            check.Fault(outcome.ToString());
        if (!isPart)
            check._head = AuditHead.Read(files);
        foreach (string name in names)
            check.Read(files, name, isPart);
        check.CompareWithHead();
        return check;
    }

    private void Read(IDiskFiles files, string name, bool isPart)
    {
        FileOutcome outcome = AuditFolder.Read(files, name, out List<ReadOnlyMemory<byte>> lines, out int torn);
        if (!outcome.IsOk)
            Fault($"{name}: {outcome}");
        for (int i = 0; i < lines.Count; i++)
            Take(lines[i].Span, string.Create(CultureInfo.InvariantCulture, $"{name}, line {i + 1}"), isPart);
        if (torn > 0)
            _notes.Add(string.Create(
                CultureInfo.InvariantCulture,
                $"{name}: {torn} bytes at the end are of an entry that was not finished; the next action cuts them"));
    }

    private void Take(ReadOnlySpan<byte> line, string place, bool isPart)
    {
        if (AuditEntry.Read(line, out string wrong) is not { } entry)
        {
            Fault($"{place}: {wrong}");
            return;
        }

        // After a file that could not be continued a new chain begins, and says so.
        bool isBegin = _before is null && (isPart || (entry.Number == 1 && entry.Previous == AuditEntry.NoHash));
        string expected = _before?.Hash ?? AuditEntry.NoHash;
        long next = (_before?.Number ?? 0) + 1;
        if (!isBegin && entry.Previous != expected)
            Fault($"{place}: the entry before it was removed or changed");
        else if (!isBegin && entry.Number != next)
            Fault(string.Create(
                CultureInfo.InvariantCulture, $"{place}: entries {next} to {entry.Number - 1} are not there"));
        if (_before is { } before && entry.UtcNs < before.UtcNs)
            _notes.Add(string.Create(
                CultureInfo.InvariantCulture,
                $"{place}: the clock had been set back by {(before.UtcNs - entry.UtcNs) / 1e9:0.###} s"));
        if (entry.Number == _head.Number && entry.Hash != _head.Hash)
            Fault($"{place}: another entry than the one that {AuditHead.FileName} names: it was replaced");
        _before = entry;
        Entries++;
    }

    private void CompareWithHead()
    {
        long newest = _before?.Number ?? 0;
        if (_head.Number > newest)
            Fault(string.Create(
                CultureInfo.InvariantCulture, $"entries {newest + 1} to {_head.Number} were removed at the end"));
    }

    private void Fault(string text)
    {
        if (_faults.Count < MostFaults)
            _faults.Add(text);
    }
}
