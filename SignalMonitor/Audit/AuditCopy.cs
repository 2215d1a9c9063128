using FuncLibs.Runtime.Files;

namespace SignalMonitor.Audit;

/// <summary>
/// Copies the part of the audit log that belongs to a test run into the folder of its recording, line by line, with
/// their hashes: the part can be checked without the log. One thread.
/// </summary>
/// <param name="log">The log.</param>
/// <param name="target">Folder of the recording.</param>
internal sealed class AuditCopy(IDiskFiles log, IDiskFiles target)
{
    private const byte NewLine = (byte)'\n';
    private long _last = -1;
    private long _length = -1;

    // Up to where the file that grows was copied; -1 = not known.
    private long _offset = -1;

    /// <summary>Copies what is new.</summary>
    /// <param name="isStart">Whether an entry is the start of the run.</param>
    /// <returns>Why it could not be copied; null when it was.</returns>
    public string? Update(Func<AuditEntry, bool> isStart)
    {
        long length = LengthOf(AuditFolder.FileName);
        if (length == _length && _last >= 0)
            return null;
        FileOutcome outcome = FileOutcome.Ok;
        if (_last < 0)
            outcome = FindLast(isStart);
        if (outcome.IsOk && !TryCopyNew(length, out outcome))
            outcome = Copy();
        if (!outcome.IsOk)
            return outcome.ToString();
        _length = length;
        return null;
    }

    // The newest entry that is in the recording already, or the one before the start of the run.
    private FileOutcome FindLast(Func<AuditEntry, bool> isStart)
    {
        FileOutcome outcome = target.Exists(AuditFolder.FileName) ? Repair(out _last) : FileOutcome.Ok;
        if (!outcome.IsOk || _last > 0)
            return outcome;
        AuditEntry? newest = null;
        foreach (AuditEntry entry in AuditFolder.NewestFirst(log, long.MaxValue, _ => { }))
        {
            newest ??= entry;
            if (!isStart(entry))
                continue;
            _last = entry.Number - 1;
            return outcome;
        }

        _last = newest?.Number ?? 0;
        return outcome;
    }

    private FileOutcome Repair(out long last)
    {
        last = -1;
        FileOutcome outcome = AuditFolder.Read(
            target, AuditFolder.FileName, out List<ReadOnlyMemory<byte>> lines, out int torn);
        if (!outcome.IsOk)
            return outcome;
        foreach (ReadOnlyMemory<byte> line in lines)
            last = AuditEntry.Read(line.Span, out _)?.Number ?? last;
        if (torn == 0)
            return outcome;
        outcome = target.OpenToWrite(AuditFolder.FileName, out IDiskFile? file);
        using (file)
            return outcome.IsOk ? file!.Truncate(lines.Sum(line => line.Length + 1L)) : outcome;
    }

    // What came to the file that grows. False when that is not a continuation of what was copied: another file has the
    // name now, or a line is none.
    private bool TryCopyNew(long length, out FileOutcome outcome)
    {
        outcome = FileOutcome.Ok;
        if (_offset < 0 || length < _offset || length - _offset > AuditFolder.MaxReadBytes)
            return false;
        byte[] content = new byte[length - _offset];
        outcome = log.OpenToRead(AuditFolder.FileName, out IDiskFile? file);
        int read = 0;
        using (file)
            outcome = outcome.IsOk ? file!.Read(_offset, content, out read) : outcome;
        if (!outcome.IsOk || read < content.Length)
            return false;
        long last = _last;
        List<ReadOnlyMemory<byte>> lines = AuditFolder.LinesOf(content, out int torn);
        foreach (ReadOnlyMemory<byte> line in lines)
        {
            if (AuditEntry.Read(line.Span, out _)?.Number != ++last)
                return false;
        }

        int copied = content.Length - torn;
        outcome = copied > 0 ? Append(content[..copied]) : outcome;
        if (outcome.IsOk)
            (_last, _offset) = (last, _offset + copied);
        return true;
    }

    private FileOutcome Copy()
    {
        FileOutcome outcome = AuditFolder.List(log, out string[] names);
        List<byte> added = [];
        (long last, long offset) = (_last, -1L);
        foreach (string name in outcome.IsOk ? After(names, last) : [])
        {
            outcome = AuditFolder.Read(log, name, out List<ReadOnlyMemory<byte>> lines, out _);
            if (!outcome.IsOk)
                return outcome;
            offset = name == AuditFolder.FileName ? lines.Sum(line => line.Length + 1L) : -1;
            foreach (ReadOnlyMemory<byte> line in lines)
            {
                if (AuditEntry.Read(line.Span, out _) is not { } entry || entry.Number <= last)
                    continue;
                added.AddRange(line.Span);
                added.Add(NewLine);
                last = entry.Number;
            }
        }

        outcome = outcome.IsOk && added.Count > 0 ? Append([.. added]) : outcome;
        if (outcome.IsOk)
            (_last, _offset) = (last, offset);
        return outcome;
    }

    // Full files before the newest copied entry are not read again.
    private IEnumerable<string> After(string[] names, long last)
    {
        int first = names.Length - 1;
        while (first > 0 && AuditFolder.FirstNumber(log, names[first]) is var number
            && (number == 0 || number > last + 1))
            first--;
        return names.Skip(first);
    }

    private FileOutcome Append(byte[] lines)
    {
        FileOutcome outcome = target.Exists(AuditFolder.FileName)
            ? target.OpenToWrite(AuditFolder.FileName, out IDiskFile? file)
            : target.Create(AuditFolder.FileName, out file);
        using (file)
        {
            long length = 0;
            outcome = outcome.IsOk ? file!.Length(out length) : outcome;
            outcome = outcome.IsOk ? file!.Write(length, lines) : outcome;
            outcome = outcome.IsOk ? file!.Flush() : outcome;
            if (!outcome.IsOk)
                file?.Truncate(length);
            return outcome;
        }
    }

    private long LengthOf(string name)
    {
        if (!log.OpenToRead(name, out IDiskFile? file).IsOk)
            return 0;
        using (file)
            return file!.Length(out long length).IsOk ? length : 0;
    }
}
