namespace Testing;

/// <summary>A folder of one test, gone with it.</summary>
public sealed class TemporaryFolder : IDisposable
{
    /// <summary>Its full path.</summary>
    public string Path { get; } = Directory.CreateTempSubdirectory("telemetry-test-").FullName;

    /// <summary>Full path of a file in it.</summary>
    public string File(string name) => System.IO.Path.Combine(Path, name);

    /// <inheritdoc/>
    public void Dispose() => Directory.Delete(Path, recursive: true);
}
