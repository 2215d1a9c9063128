using FuncLibs.Runtime.Files;

namespace Testing.Journal;

/// <summary>
/// A real folder whose power can be cut. It keeps apart what no fsync covers, pages of files and changes of names, and
/// a cut then takes as much of that as a real one might: names go back from the newest change on, pages as
/// <see cref="PageLoss"/> says. One thread.
/// </summary>
public sealed class PowerCutFiles : IDiskFiles
{
    private readonly DiskFiles _disk;
    private readonly string _trash;
    private readonly Dictionary<string, UnsyncedPages> _pages = [];
    private readonly List<FolderChange> _changes = [];
    private int _trashed;

    public PowerCutFiles(string folder)
    {
        _disk = new DiskFiles(folder);
        _trash = Path.Combine(_disk.Folder, "gone but not flushed");
    }

    public string Folder => _disk.Folder;

    /// <summary>Changes of names that no fsync of the folder covers.</summary>
    public int UnsyncedChanges => _changes.Count;

    public FileOutcome CreateFolder() => _disk.CreateFolder();

    public FileOutcome List(ICollection<DiskFileEntry> files) => _disk.List(files);

    public FileOutcome OpenToRead(string name, out IDiskFile? file) => _disk.OpenToRead(name, out file);

    public FileOutcome Create(string name, out IDiskFile? file)
    {
        FileOutcome outcome = _disk.Create(name, out file);
        if (!outcome.IsOk)
            return outcome;
        _pages[name] = new UnsyncedPages(durableLength: 0);
        _changes.Add(new FolderChange($"create {name}", () => Remove(name)));
        file = new PowerCutFile(PathOf(name), file!, _pages[name]);
        return outcome;
    }

    public FileOutcome OpenToWrite(string name, out IDiskFile? file)
    {
        FileOutcome outcome = _disk.OpenToWrite(name, out file);
        if (!outcome.IsOk)
            return outcome;
        if (!_pages.TryGetValue(name, out UnsyncedPages? pages))
            _pages.Add(name, pages = new UnsyncedPages(new FileInfo(PathOf(name)).Length));
        file = new PowerCutFile(PathOf(name), file!, pages);
        return outcome;
    }

    public FileOutcome Lock(string name, out IDisposable? held) => _disk.Lock(name, out held);

    public FileOutcome Rename(string name, string newName)
    {
        Action bringBack = _disk.Exists(newName) ? Trash(newName) : () => { };
        FileOutcome outcome = _disk.Rename(name, newName);
        if (!outcome.IsOk)
        {
            bringBack();
            return outcome;
        }

        MovePages(name, newName);
        _changes.Add(new FolderChange($"rename {name} to {newName}", () =>
        {
            File.Move(PathOf(newName), PathOf(name));
            MovePages(newName, name);
            bringBack();
        }));
        return outcome;
    }

    public FileOutcome Delete(string name)
    {
        if (!_disk.Exists(name))
            return _disk.Delete(name);
        _changes.Add(new FolderChange($"delete {name}", Trash(name)));
        return FileOutcome.Ok;
    }

    public bool Exists(string name) => _disk.Exists(name);

    public FileOutcome FlushFolder()
    {
        _changes.Clear();
        if (Directory.Exists(_trash))
            Directory.Delete(_trash, recursive: true);
        return FileOutcome.Ok;
    }

    public FileOutcome FreeBytes(out long bytes) => _disk.FreeBytes(out bytes);

    /// <summary>The power goes. Files that are still open must not be used any more.</summary>
    /// <param name="random">Decides what is left.</param>
    /// <param name="loss">How pages are lost.</param>
    public void CutPower(Random random, PageLoss loss)
    {
        if (!Directory.Exists(Folder))
            return;
        int kept = loss == PageLoss.Any ? random.Next(_changes.Count + 1) : 0;
        for (int i = _changes.Count - 1; i >= kept; i--)
            _changes[i].Undo();
        foreach ((string name, UnsyncedPages pages) in _pages.Where(file => _disk.Exists(file.Key)))
        {
            using var file = File.OpenHandle(
                PathOf(name), FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite | FileShare.Delete);
            pages.Lose(file, random, loss);
        }

        _pages.Clear();
        FlushFolder();
    }

    private void Remove(string name)
    {
        File.Delete(PathOf(name));
        _pages.Remove(name);
    }

    // Out of the way, and how it returns.
    private Action Trash(string name)
    {
        Directory.CreateDirectory(_trash);
        string kept = Path.Combine(_trash, $"{++_trashed}");
        File.Move(PathOf(name), kept);
        _pages.Remove(name, out UnsyncedPages? pages);
        return () =>
        {
            File.Move(kept, PathOf(name), overwrite: true);
            if (pages is not null)
                _pages[name] = pages;
        };
    }

    private void MovePages(string from, string to)
    {
        if (_pages.Remove(from, out UnsyncedPages? pages))
            _pages[to] = pages;
    }

    private string PathOf(string name) => Path.Combine(Folder, name);
}
