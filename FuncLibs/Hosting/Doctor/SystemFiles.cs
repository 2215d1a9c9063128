using System.Globalization;

namespace FuncLibs.Hosting.Doctor;

/// <summary>The files in which Linux tells about itself. Tests give another root than `/`.</summary>
/// <param name="root">Where /proc, /sys and /etc are.</param>
internal sealed class SystemFiles(string root = "/")
{
    /// <summary>Full path below the root.</summary>
    public string PathOf(string path) => Path.Combine(root, path.TrimStart('/'));

    /// <summary>The text of a file without its last line end; null when it cannot be read.</summary>
    public string? Read(string path)
    {
        try
        {
            return File.ReadAllText(PathOf(path)).TrimEnd();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>Its lines; none when it cannot be read.</summary>
    public string[] Lines(string path) => Read(path)?.Split('\n') ?? [];

    /// <summary>The first number of a file; null when there is none.</summary>
    public long? Number(string path, int word = 0) =>
        Read(path)?.Split((char[])[' ', '\t', '\n'], StringSplitOptions.RemoveEmptyEntries).ElementAtOrDefault(word)
            is { } text && long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out long n)
            ? n
            : null;

    /// <summary>
    /// The soft limit of the process in /proc/self/limits: <see cref="long.MaxValue"/> for unlimited, null when it is
    /// not listed.
    /// </summary>
    public long? Limit(string name)
    {
        string? line = Lines("/proc/self/limits").FirstOrDefault(l => l.StartsWith(name, StringComparison.Ordinal));
        string? soft = line?[name.Length..].Split(' ', StringSplitOptions.RemoveEmptyEntries).FirstOrDefault();
        return soft == "unlimited"
            ? long.MaxValue
            : long.TryParse(soft, NumberStyles.None, CultureInfo.InvariantCulture, out long limit) ? limit : null;
    }

    /// <summary>The type of the file system that a path is on, by /proc/self/mountinfo; null when unknown.</summary>
    public string? FileSystemOf(string path) => MountOf(path)?.Type;

    /// <summary>The mount that a path is on: type and options, separated by commas; null when unknown.</summary>
    public (string Type, string Options)? MountOf(string path)
    {
        string full = Path.GetFullPath(path);
        (string Mount, string Type, string Options)? best = null;
        foreach (string line in Lines("/proc/self/mountinfo"))
        {
            // id parent major:minor root MOUNT options fields... - TYPE source options
            string[] halves = line.Split(" - ", 2);
            string[] left = halves[0].Split(' ');
            if (halves.Length < 2 || left.Length < 6)
                continue;
            string mount = left[4].Replace("\\040", " ", StringComparison.Ordinal);

            // The last of several mounts over each other is the one that is seen.
            if (IsBelow(full, mount) && mount.Length >= (best?.Mount.Length ?? 0))
            {
                string[] right = halves[1].Split(' ');
                best = (mount, right[0], $"{left[5]},{right[^1]}");
            }
        }

        return best is { } found ? (found.Type, found.Options) : null;
    }

    private static bool IsBelow(string path, string mount) =>
        path == mount || path.StartsWith(mount.EndsWith('/') ? mount : mount + "/", StringComparison.Ordinal);
}
