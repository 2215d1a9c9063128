using System.Globalization;
using System.Text;
using FuncLibs.Runtime.Checksums;

namespace SignalMonitor.Recordings;

/// <summary>
/// Where recordings are: <c>SITE/RIG/RUN</c> below one root, the name of the run escaped. Each has a
/// <see cref="RecordingDocument"/>, and a journal for each publisher.
/// </summary>
internal static class RecordingFolder
{
    /// <summary>Name of the root in the state folder of a monitor.</summary>
    public const string RootName = "recordings";

    /// <summary>Characters of an escaped name at most; a longer one ends with a checksum of the whole.</summary>
    public const int MaxNameLength = 120;

    /// <summary>Begins the name of a folder whose recording is being removed; no run has such a name.</summary>
    public const string RemovingPrefix = ".removing-";

    // site/rig/run.
    private const int Levels = 3;

    /// <summary>The folder of a run.</summary>
    /// <param name="root">The root.</param>
    /// <param name="station">Site/rig.</param>
    /// <param name="run">Name of the run.</param>
    /// <param name="attempt">1, or higher when other runs of the same name are there already.</param>
    public static string PathOf(string root, string station, string run, int attempt = 1)
    {
        string name = Escape(run);
        string last = attempt == 1 ? name : string.Create(CultureInfo.InvariantCulture, $"{name}~{attempt}");
        return Path.Combine(OfStation(root, station), last);
    }

    /// <summary>The folder of a rig's recordings.</summary>
    public static string OfStation(string root, string station) => Path.Combine([root, .. station.Split('/')]);

    /// <summary>
    /// The name of a run as the name of a folder on any system: letters, digits, <c>. _ -</c> and inner spaces stay,
    /// other characters are <c>%XX</c> for each byte of UTF-8.
    /// </summary>
    public static string Escape(string run)
    {
        StringBuilder escaped = new();
        byte[] bytes = Encoding.UTF8.GetBytes(run);
        for (int i = 0; i < bytes.Length; i++)
        {
            bool isEdge = i == 0 || i == bytes.Length - 1;
            char c = (char)bytes[i];
            if (char.IsAsciiLetterOrDigit(c) || c is '_' or '-' || (!isEdge && c is '.' or ' '))
                escaped.Append(c);
            else
                escaped.Append(CultureInfo.InvariantCulture, $"%{bytes[i]:X2}");
        }

        if (escaped.Length <= MaxNameLength)
            return escaped.ToString();
        string sum = string.Create(CultureInfo.InvariantCulture, $"~{Crc32C.Compute(bytes):x8}");
        return escaped.ToString(0, MaxNameLength - sum.Length) + sum;
    }

    /// <summary>The recordings below a root, by path: the folders that have a document.</summary>
    /// <param name="root">The root, or the folder of one recording.</param>
    /// <exception cref="IOException">It cannot be read.</exception>
    /// <exception cref="UnauthorizedAccessException">No right to read it.</exception>
    public static string[] List(string root)
    {
        if (RecordingDocument.IsIn(root))
            return [root];
        EnumerationOptions options = new()
        {
            RecurseSubdirectories = true,
            MaxRecursionDepth = Levels,
            AttributesToSkip = FileAttributes.ReparsePoint,
        };
        return
        [
            .. Directory.EnumerateFiles(root, RecordingDocument.FileName, options)
                .Select(file => Path.GetDirectoryName(file)!)
                .Where(folder => !Path.GetFileName(folder).StartsWith(RemovingPrefix, StringComparison.Ordinal))
                .Order(StringComparer.Ordinal),
        ];
    }
}
