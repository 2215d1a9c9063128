using FuncLibs.Hosting;
using Launcher.Children;

namespace Launcher;

/// <summary>Where the built programs are.</summary>
/// <param name="Pattern">A folder, in which `{name}` stands for the name of the program.</param>
public sealed record Binaries(string Pattern)
{
    /// <summary>The place holder of the pattern.</summary>
    public const string NameHolder = "{name}";

    private const string Solution = "Telemetry.sln";

    /// <summary>The root of the repository that this program was built in, or null outside of one.</summary>
    public static string? Repository { get; } = FindRepository();

    /// <summary>The Release builds of a repository.</summary>
    public static Binaries Find(string repository) =>
        new(Path.Combine(repository, NameHolder, "bin", "Release", "net10.0"));

    /// <summary>
    /// The programs that were built with the launcher: the folder that bears its name is that of each other. Null where
    /// there is none.
    /// </summary>
    /// <param name="launcherFolder">Where the launcher runs from.</param>
    public static Binaries? Beside(string launcherFolder)
    {
        string[] parts = Path.TrimEndingDirectorySeparator(launcherFolder).Split(Path.DirectorySeparatorChar);
        int own = Array.LastIndexOf(parts, ProgramNames.Launcher);
        if (own < 0)
            return null;
        parts[own] = NameHolder;
        return new Binaries(string.Join(Path.DirectorySeparatorChar, parts));
    }

    /// <summary>Full path of a program's dll.</summary>
    /// <exception cref="StartupException">It is not there.</exception>
    public string PathOf(string name)
    {
        string path =
            Path.GetFullPath(Path.Combine(Pattern.Replace(NameHolder, name, StringComparison.Ordinal), name + ".dll"));
        return File.Exists(path)
            ? path
            : throw new StartupException(
                $"{path} is missing; build it (dotnet build {Solution} -c Release), or set its folder with --bin");
    }

    private static string? FindRepository()
    {
        for (DirectoryInfo? folder = new(AppContext.BaseDirectory); folder is not null; folder = folder.Parent)
        {
            if (File.Exists(Path.Combine(folder.FullName, Solution)))
                return folder.FullName;
        }

        return null;
    }
}
