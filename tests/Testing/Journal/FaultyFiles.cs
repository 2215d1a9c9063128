using FuncLibs.Runtime.Files;

namespace Testing.Journal;

/// <summary>A real folder whose writes, fsyncs, cuts and reads fail when they are told to, and whose power can be cut.
/// One thread.</summary>
public sealed class FaultyFiles(string folder) : IDiskFiles
{
    private readonly PowerCutFiles _disk = new(folder);

    public string Folder => _disk.Folder;

    /// <summary>Writes and fsyncs so far, of files and of the folder.</summary>
    public int Operations { get; private set; }

    /// <summary>The operation of this number fails, the first being 1; 0 = none.</summary>
    public int FailAt { get; set; }

    /// <summary>How many in a row fail from there on.</summary>
    public int FailCount { get; set; } = 1;

    /// <summary>How.</summary>
    public DiskFailure Failure { get; set; }

    /// <summary>Reads so far.</summary>
    public int Reads { get; private set; }

    /// <summary>Bytes that were read well so far.</summary>
    public long BytesRead { get; set; }

    /// <summary>So many of the reads from now on fail.</summary>
    public int FailReads { get; set; }

    /// <summary>Reads of these bytes of a file fail, as those of a bad sector do; what is before is read. Null =
    /// none.</summary>
    public (string Name, long Offset, int Length)? BadSector { get; set; }

    /// <summary>Bytes that the disk has free; null = as many as it really has.</summary>
    public long? Free { get; set; }

    /// <summary>True = a read-only file system: nothing can be made or opened to write.</summary>
    public bool IsReadOnly { get; set; }

    /// <summary>Called before a file is opened to read.</summary>
    public Action<string>? BeforeRead { get; set; }

    public FileOutcome CreateFolder() =>
        IsReadOnly && !Directory.Exists(Folder) ? Denied("make", Folder) : _disk.CreateFolder();

    public FileOutcome List(ICollection<DiskFileEntry> files) => _disk.List(files);

    public FileOutcome OpenToRead(string name, out IDiskFile? file)
    {
        BeforeRead?.Invoke(name);
        FileOutcome outcome = _disk.OpenToRead(name, out file);
        if (outcome.IsOk)
            file = new FaultyFile(this, name, file!);
        return outcome;
    }

    public FileOutcome Create(string name, out IDiskFile? file)
    {
        file = null;
        FileOutcome outcome = IsReadOnly ? Denied("create", name) : _disk.Create(name, out file);
        if (outcome.IsOk)
            file = new FaultyFile(this, name, file!);
        return outcome;
    }

    public FileOutcome OpenToWrite(string name, out IDiskFile? file)
    {
        file = null;
        FileOutcome outcome = IsReadOnly ? Denied("open", name) : _disk.OpenToWrite(name, out file);
        if (outcome.IsOk)
            file = new FaultyFile(this, name, file!);
        return outcome;
    }

    public FileOutcome Lock(string name, out IDisposable? held)
    {
        held = null;
        return IsReadOnly ? Denied("lock", name) : _disk.Lock(name, out held);
    }

    public FileOutcome Rename(string name, string newName) =>
        IsReadOnly ? Denied("rename", name) : _disk.Rename(name, newName);

    public FileOutcome Delete(string name) => IsReadOnly ? Denied("delete", name) : _disk.Delete(name);

    public bool Exists(string name) => _disk.Exists(name);

    public FileOutcome FlushFolder() => Next("flush", Folder, out FileOutcome outcome) ? _disk.FlushFolder() : outcome;

    public FileOutcome FreeBytes(out long bytes)
    {
        FileOutcome outcome = _disk.FreeBytes(out bytes);
        bytes = Free ?? bytes;
        return outcome;
    }

    /// <summary>The power goes; see <see cref="PowerCutFiles.CutPower"/>.</summary>
    public void CutPower(Random random, PageLoss loss = PageLoss.Tail) => _disk.CutPower(random, loss);

    // False when this operation fails.
    internal bool Next(string operation, string name, out FileOutcome outcome)
    {
        Operations++;
        bool fails = FailAt > 0 && Operations >= FailAt && Operations < FailAt + FailCount;
        outcome = !fails ? FileOutcome.Ok : Failure == DiskFailure.Full && operation == "write"
            ? FileOutcome.Failed(FileFault.Full, operation, name, "no space left on device")
            : FileOutcome.Failed(FileFault.Device, operation, name, "input/output error");
        return !fails;
    }

    // False when this read fails; the first bytes may be good.
    internal bool NextRead(string name, long offset, int length, out FileOutcome outcome, out int good)
    {
        Reads++;
        outcome = FileOutcome.Failed(FileFault.Device, "read", name, "input/output error");
        good = 0;
        if (FailReads > 0)
        {
            FailReads--;
            return false;
        }

        if (BadSector is not { } bad || bad.Name != name || offset + length <= bad.Offset
            || offset >= bad.Offset + bad.Length)
            return true;
        good = (int)Math.Max(0, bad.Offset - offset);
        return false;
    }

    private static FileOutcome Denied(string operation, string name) =>
        FileOutcome.Failed(FileFault.Denied, operation, name, "read-only file system");
}
