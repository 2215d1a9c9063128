using FuncLibs.Journal.Files;

namespace Testing.Journal;

/// <summary>
/// A real folder whose writes and fsyncs fail when they are told to, and whose power can be cut: then only what fsync covered is left,
/// and of what it did not cover a random part. One thread.
/// </summary>
public sealed class FaultyFiles : IJournalFiles
{
    private readonly DiskFiles _disk;
    private readonly string _trash;
    private readonly Dictionary<string, long> _durable = [];
    private readonly HashSet<string> _newNames = [];

    public FaultyFiles(string folder)
    {
        _disk = new DiskFiles(folder);
        _trash = Path.Combine(_disk.Folder, "deleted but not flushed");
    }

    public string Folder => _disk.Folder;

    /// <summary>Writes and fsyncs so far, of files and of the folder.</summary>
    public int Operations { get; private set; }

    /// <summary>The operation of this number fails, the first being 1; 0 = none.</summary>
    public int FailAt { get; set; }

    /// <summary>How many in a row fail from there on.</summary>
    public int FailCount { get; set; } = 1;

    /// <summary>How.</summary>
    public DiskFailure Failure { get; set; }

    /// <summary>Bytes that the disk has free; null = as many as it really has.</summary>
    public long? Free { get; set; }

    /// <summary>True = a read-only file system: nothing can be made or opened to write.</summary>
    public bool IsReadOnly { get; set; }

    /// <summary>Called before a file is opened to read.</summary>
    public Action<string>? BeforeRead { get; set; }

    public FileOutcome MakeFolder() => IsReadOnly && !Directory.Exists(Folder) ? Denied("make", Folder) : _disk.MakeFolder();

    public FileOutcome List(ICollection<JournalFileEntry> files) => _disk.List(files);

    public FileOutcome OpenToRead(string name, out IJournalFile? file)
    {
        BeforeRead?.Invoke(name);
        return _disk.OpenToRead(name, out file);
    }

    public FileOutcome Create(string name, out IJournalFile? file)
    {
        file = null;
        FileOutcome outcome = IsReadOnly ? Denied("create", name) : _disk.Create(name, out file);
        if (outcome.IsOk)
        {
            _newNames.Add(name);
            _durable[name] = 0;
            file = new FaultyFile(this, name, file!);
        }

        return outcome;
    }

    public FileOutcome OpenToWrite(string name, out IJournalFile? file)
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

    public FileOutcome Rename(string name, string newName) => IsReadOnly ? Denied("rename", name) : _disk.Rename(name, newName);

    public FileOutcome Delete(string name)
    {
        if (IsReadOnly)
            return Denied("delete", name);
        if (_newNames.Contains(name) || !_disk.Exists(name))
            return _disk.Delete(name);
        Directory.CreateDirectory(_trash);
        File.Move(PathOf(name), Path.Combine(_trash, name), overwrite: true);
        return FileOutcome.Ok;
    }

    public bool Exists(string name) => _disk.Exists(name);

    public FileOutcome FlushFolder()
    {
        if (!Next("flush", Folder, out FileOutcome outcome))
            return outcome;
        _newNames.Clear();
        if (Directory.Exists(_trash))
            Directory.Delete(_trash, recursive: true);
        return outcome;
    }

    public FileOutcome FreeBytes(out long bytes)
    {
        FileOutcome outcome = _disk.FreeBytes(out bytes);
        bytes = Free ?? bytes;
        return outcome;
    }

    /// <summary>
    /// The power goes: names that no folder fsync covered are gone, deletes that none covered undone, and of what no fsync covered a random
    /// part is left at the end of each file.
    /// </summary>
    public void CutPower(Random random)
    {
        foreach (string name in _newNames.Where(_disk.Exists))
            File.Delete(PathOf(name));
        foreach (string deleted in Directory.Exists(_trash) ? Directory.GetFiles(_trash) : [])
            File.Move(deleted, PathOf(Path.GetFileName(deleted)), overwrite: true);
        foreach ((string name, long durable) in _durable.Where(file => _disk.Exists(file.Key)))
        {
            using FileStream file = File.Open(PathOf(name), FileMode.Open);
            file.SetLength(Math.Min(file.Length, durable + random.NextInt64(Math.Max(1, file.Length - durable + 1))));
        }
    }

    internal void MarkDurable(string name, long length) => _durable[name] = length;

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

    private static FileOutcome Denied(string operation, string name) =>
        FileOutcome.Failed(FileFault.Denied, operation, name, "read-only file system");

    private string PathOf(string name) => Path.Combine(Folder, name);
}
