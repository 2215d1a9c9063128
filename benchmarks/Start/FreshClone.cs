using System.Diagnostics;

namespace Benchmarks.Start;

/// <summary>
/// A clone of a repository's HEAD with a home and a package cache that are empty; gone when disposed.
/// </summary>
internal sealed class FreshClone : IDisposable
{
    private readonly string _folder;

    private FreshClone(string folder) => _folder = folder;

    /// <summary>The checkout.</summary>
    public string Project => Path.Combine(_folder, "project");

    /// <summary>Clones.</summary>
    /// <exception cref="InvalidDataException">git refused.</exception>
    public static async Task<FreshClone> CreateAsync(string repository, string parent, CancellationToken stop)
    {
        string folder = Path.Combine(parent, $"telemetry-start-{Guid.NewGuid():N}");
        var clone = new FreshClone(folder);
        Directory.CreateDirectory(Path.Combine(folder, "home"));
        using Process git = Process.Start("git", ["clone", "--quiet", repository, clone.Project]);
        await git.WaitForExitAsync(stop);
        if (git.ExitCode == 0)
            return clone;
        clone.Dispose();
        throw new InvalidDataException($"git clone of {repository} ended with exit code {git.ExitCode}");
    }

    /// <summary>Starts the checkout's run.sh; both its streams can be read.</summary>
    public Process Start(params string[] words)
    {
        var start = new ProcessStartInfo("bash", [Path.Combine(Project, "run.sh"), .. words])
        {
            WorkingDirectory = Project,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["HOME"] = Path.Combine(_folder, "home");
        start.Environment["NUGET_PACKAGES"] = Path.Combine(_folder, "packages");

        // Where compilations share a server, one of its own: another build's would be warm. It ends by itself.
        start.Environment["SharedCompilationId"] = Path.GetFileName(_folder);
        start.Environment.Remove("DOTNET_CLI_HOME");
        return Process.Start(start)!;
    }

    public void Dispose() => Directory.Delete(_folder, recursive: true);
}
