using FuncLibs.Runtime.Files;

namespace SignalMonitor.Sharing;

/// <summary>
/// The folder that all monitors see, with a folder for each station. A file in it is its sign: the folder under a share
/// that is not mounted has none, so no station is taken there with an empty state.
/// </summary>
/// <param name="path">Full path.</param>
internal sealed class SharedRoot(string path)
{
    /// <summary>Name of the file.</summary>
    public const string SignName = "telemetry-shared.txt";

    private const int MaxBytes = 64 << 10;
    private const string ProbePrefix = ".probe-";

    /// <summary>Where it is.</summary>
    public string Path { get; } = path;

    /// <summary>True when the sign is there.</summary>
    public bool IsThere => File.Exists(System.IO.Path.Combine(Path, SignName));

    /// <summary>Makes the folder and its sign; changes nothing where they are.</summary>
    /// <exception cref="IOException">They cannot be made.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to.</exception>
    public void Prepare()
    {
        Directory.CreateDirectory(Path);
        if (!IsThere)
            AtomicFile.Write(
                System.IO.Path.Combine(Path, SignName),
                "Stations that several monitors share, a folder for each. Without this file no monitor takes a station.\n"u8);
    }

    /// <summary>Checks that the folder is there, by its sign.</summary>
    /// <exception cref="IOException">It is not, or cannot be read.</exception>
    public void Demand()
    {
        FileOutcome outcome = AtomicFile.Read(new DiskFiles(Path), SignName, MaxBytes, out _);
        if (outcome.Fault == FileFault.Missing)
            throw new IOException(
                $"there is no {SignName}: mount the folder, or, for a new one, run `SignalMonitor share prepare` once");
        if (!outcome.IsOk)
            throw new IOException(outcome.ToString());
    }

    /// <summary>Checks that the folder is there, and that a file can be made in it.</summary>
    /// <param name="name">Of who asks; each has a file of its own.</param>
    /// <exception cref="IOException">It is not, or cannot be used.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to write there.</exception>
    public void Probe(string name)
    {
        Demand();
        string probe = System.IO.Path.Combine(Path, ProbePrefix + name);
        AtomicFile.Write(probe, "1"u8);
        File.Delete(probe);
    }
}
