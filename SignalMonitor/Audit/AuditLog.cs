using System.Buffers;
using System.Globalization;
using System.Text;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;

namespace SignalMonitor.Audit;

/// <summary>
/// The append-only log of control actions in a state folder. A monitor and verbs beside it write one chain: each holds
/// the lock of the file while it appends, and reads the newest line first. An entry survives a power cut when
/// <see cref="Append"/> returns. Any thread.
/// </summary>
/// <param name="files">The state folder.</param>
/// <param name="time">Clock of the entries.</param>
/// <param name="maxBytes">Bytes after which the next file is begun.</param>
internal sealed class AuditLog(IDiskFiles files, TimeProvider time, long maxBytes = AuditLog.DefaultMaxBytes)
{
    /// <summary>Bytes after which the next file is begun: some ten thousand actions.</summary>
    public const long DefaultMaxBytes = 16 << 20;

    /// <summary>Name of the file that is locked while a process appends.</summary>
    public const string LockName = "audit.lock";

    private const int BatchBytes = 1 << 20;
    private const int MostShown = 200;

    // More than the longest line has.
    private const int TailBytes = 256 << 10;

    private readonly Lock _gate = new();
    private string? _fault;

    /// <summary>Why the last actions could not be noted; null when they were, or there were none.</summary>
    public string? Fault => Volatile.Read(ref _fault);

    /// <summary>The log of a state folder.</summary>
    public static AuditLog In(string stateFolder, TimeProvider time) => new(new DiskFiles(stateFolder), time);

    /// <summary>The folder, for readers.</summary>
    public IDiskFiles Files => files;

    /// <summary>Notes actions, all or none.</summary>
    /// <returns>Why not, in one line; null when they are on the disk.</returns>
    public string? Append(params IReadOnlyList<AuditAction> actions)
    {
        if (actions.Count == 0)
            return null;
        lock (_gate)
        {
            FileOutcome outcome = files.CreateFolder();
            IDisposable? held = null;
            outcome = outcome.IsOk ? FolderLock.Take(files, LockName, out held) : outcome;
            using (held)
            {
                if (outcome.IsOk)
                    outcome = AppendLocked(actions, AuditHead.Read(files));
            }

            string? fault = outcome.IsOk ? null
                : $"the audit log in {files.Folder} cannot be written: {outcome}; free some space or mend the folder";
            Volatile.Write(ref _fault, fault);
            return fault;
        }
    }

    private FileOutcome AppendLocked(IReadOnlyList<AuditAction> actions, AuditHead head)
    {
        FileOutcome outcome = AuditFolder.List(files, out string[] names);
        if (!outcome.IsOk)
            return outcome;
        List<AuditAction> all = [];
        outcome = FindEnd(names, all, out AuditHead last, out long length);
        if (!outcome.IsOk)
            return outcome;
        if (head.Number > last.Number)
        {
            all.Add(AuditOrigin.Monitor.CreateAction(AuditActions.AuditMissing, AuditFolder.FileName) with
            {
                Old = string.Create(
                    CultureInfo.InvariantCulture, $"entries {last.Number + 1} to {head.Number} were removed"),
            });
            last = last with { Number = head.Number };
        }

        all.AddRange(actions);
        for (int done = 0; done < all.Count && outcome.IsOk;)
            outcome = AppendBatch(all, ref done, ref last, ref length);
        return outcome;
    }

    // One write and one fsync for many entries of an import.
    private FileOutcome AppendBatch(List<AuditAction> all, ref int done, ref AuditHead last, ref long length)
    {
        if (length >= maxBytes)
        {
            FileOutcome rotated = Rotate();
            if (!rotated.IsOk)
                return rotated;
            length = 0;
        }

        ArrayBufferWriter<byte> batch = new();
        AuditHead newest = last;
        while (done < all.Count && batch.WrittenCount < BatchBytes && length + batch.WrittenCount < maxBytes)
        {
            batch.Write(AuditEntry.Write(
                newest.Number + 1, time.NowNs(), all[done++], newest.Hash, out AuditEntry entry));
            newest = new AuditHead(entry.Number, entry.Hash);
        }

        FileOutcome outcome = Write(length, batch.WrittenSpan);
        if (!outcome.IsOk)
            return outcome;
        (last, length) = (newest, length + batch.WrittenCount);

        // The head finds entries that are removed at the end; without it the log is complete all the same.
        _ = AtomicFile.Write(files, AuditHead.FileName, Encoding.ASCII.GetBytes(newest.ToString()));
        return outcome;
    }

    private FileOutcome Write(long length, ReadOnlySpan<byte> lines)
    {
        bool isNew = !files.Exists(AuditFolder.FileName);
        FileOutcome outcome = isNew
            ? files.Create(AuditFolder.FileName, out IDiskFile? file)
            : files.OpenToWrite(AuditFolder.FileName, out file);
        if (outcome.IsOk && isNew)
            outcome = files.FlushFolder();
        using (file)
        {
            if (!outcome.IsOk)
                return outcome;
            outcome = file!.Write(length, lines);
            outcome = outcome.IsOk ? file.Flush() : outcome;
            if (!outcome.IsOk)
                file.Truncate(length);
            return outcome;
        }
    }

    private FileOutcome Rotate()
    {
        FileOutcome outcome = AuditFolder.List(files, out string[] names);
        return outcome.IsOk
            ? files.Rename(AuditFolder.FileName, AuditFolder.NameOf(AuditFolder.NewestFull(names) + 1))
            : outcome;
    }

    // Where the next line goes, and what it follows. What had to be repaired for that is noted first.
    private FileOutcome FindEnd(string[] names, List<AuditAction> notes, out AuditHead last, out long length)
    {
        (last, length) = (AuditHead.None, 0);
        foreach (string name in names.Reverse())
        {
            FileOutcome outcome = ReadTail(name, out AuditTail tail);
            if (!outcome.IsOk)
                return outcome;
            if (tail.Fault is { } fault && name == AuditFolder.FileName)
            {
                string kept = KeptName(names);
                outcome = files.Rename(name, kept);
                if (!outcome.IsOk)
                    return outcome;
                notes.Add(AuditOrigin.Monitor.CreateAction(AuditActions.AuditDamaged, name) with
                {
                    Old = fault,
                    New = $"kept as {kept}",
                });
                continue;
            }

            if (name == AuditFolder.FileName)
                length = tail.Length;
            if (tail.Torn.Length > 0 && name == AuditFolder.FileName)
            {
                outcome = Cut(name, tail.Length);
                if (!outcome.IsOk)
                    return outcome;
                notes.Add(AuditOrigin.Monitor.CreateAction(AuditActions.AuditRepair, name) with
                {
                    Old = Encoding.UTF8.GetString(tail.Torn.AsSpan(0, Math.Min(tail.Torn.Length, MostShown))),
                    New = string.Create(
                        CultureInfo.InvariantCulture, $"{tail.Torn.Length} bytes of an entry that was not finished are cut"),
                });
            }

            if (tail.Last is { } entry)
            {
                last = new AuditHead(entry.Number, entry.Hash);
                return FileOutcome.Ok;
            }
        }

        return FileOutcome.Ok;
    }

    private FileOutcome ReadTail(string name, out AuditTail tail)
    {
        tail = new AuditTail(0, [], null, null);
        FileOutcome outcome = files.OpenToRead(name, out IDiskFile? file);
        using (file)
        {
            long length = 0;
            if (outcome.IsOk)
                outcome = file!.Length(out length);
            if (!outcome.IsOk)
                return outcome;
            byte[] bytes = new byte[Math.Min(length, TailBytes)];
            outcome = file!.Read(length - bytes.Length, bytes, out int read);
            if (outcome.IsOk)
                tail = AuditTail.Parse(bytes.AsSpan(0, read), length - bytes.Length);
            return outcome;
        }
    }

    private FileOutcome Cut(string name, long length)
    {
        FileOutcome outcome = files.OpenToWrite(name, out IDiskFile? file);
        using (file)
            return outcome.IsOk ? file!.Truncate(length) : outcome;
    }

    private string KeptName(string[] names)
    {
        for (int number = 1; ; number++)
        {
            string kept = string.Create(
                CultureInfo.InvariantCulture, $"audit-damaged-{names.Length + number:D4}.jsonl");
            if (!files.Exists(kept))
                return kept;
        }
    }
}
