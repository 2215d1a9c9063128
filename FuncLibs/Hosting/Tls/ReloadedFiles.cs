using System.Collections.Immutable;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Hosting.Tls;

/// <summary>
/// What was read from some files, and is read again when one of them changed. New content that cannot be used leaves
/// the former one in force. Any thread.
/// </summary>
/// <typeparam name="T">What is made of the files; immutable.</typeparam>
internal sealed class ReloadedFiles<T>
    where T : class
{
    private readonly Func<IEnumerable<string>> _paths;
    private readonly Read _read;
    private readonly Lock _gate = new();
    private ImmutableArray<FileStamp> _stamps;
    private T? _current;
    private string? _fault;

    /// <summary>Reads the files.</summary>
    /// <param name="paths">Which files; a folder may have others each time.</param>
    /// <param name="read">How they are read.</param>
    public ReloadedFiles(Func<IEnumerable<string>> paths, Read read)
    {
        (_paths, _read) = (paths, read);
        Reload();
    }

    /// <summary>Reads the files.</summary>
    /// <param name="value">What they hold; null when there is a fault.</param>
    /// <returns>What is wrong, in one line; null when nothing is.</returns>
    public delegate string? Read(out T? value);

    /// <summary>What is in force; null when no content could be used so far.</summary>
    public T? Current => Volatile.Read(ref _current);

    /// <summary>Why the newest files are not in force; null when they are.</summary>
    public string? Fault => Volatile.Read(ref _fault);

    /// <summary>Reads the files again if they changed.</summary>
    /// <returns>True when they did; <see cref="Fault"/> says whether they are in force.</returns>
    public bool Reload()
    {
        lock (_gate)
        {
            ImmutableArray<FileStamp> stamps = [.. _paths().Where(path => path.Length > 0).Select(FileStamp.Read)];
            if (!_stamps.IsDefault && stamps.SequenceEqual(_stamps))
                return false;
            _stamps = stamps;
            string? fault = _read(out T? value);
            if (fault is null)
                Volatile.Write(ref _current, value);
            Volatile.Write(ref _fault, fault);
            return true;
        }
    }
}
