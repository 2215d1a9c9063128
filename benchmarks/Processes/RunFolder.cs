namespace Benchmarks.Processes;

/// <summary>A new folder below <c>.run</c> of the checkout for the files of one run; deleted at its end.</summary>
internal sealed class RunFolder : IDisposable
{
    /// <param name="repository">The checkout.</param>
    /// <param name="name">Name of the benchmark.</param>
    public RunFolder(string repository, string name)
    {
        Path = System.IO.Path.Combine(repository, ".run", $"{name}-{Guid.NewGuid():N}");
        Directory.CreateDirectory(Path);
    }

    /// <summary>Where it is.</summary>
    public string Path { get; }

    /// <inheritdoc/>
    public void Dispose() => Directory.Delete(Path, recursive: true);
}
