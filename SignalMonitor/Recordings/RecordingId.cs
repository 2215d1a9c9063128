namespace SignalMonitor.Recordings;

/// <summary>
/// How a recording is called over HTTP: <c>SITE/RIG/FOLDER</c>, its folder below the root of recordings, or
/// <c>@SITE/RIG/FOLDER</c> below that of the archive. The parts come from a request: one that could lead out of the
/// root is no id.
/// </summary>
/// <param name="Site">The site.</param>
/// <param name="Rig">The rig.</param>
/// <param name="Name">Name of the folder: the run, escaped by <see cref="RecordingFolder.Escape"/>.</param>
/// <param name="IsArchived">It is below the root of the archive.</param>
internal readonly record struct RecordingId(string Site, string Rig, string Name, bool IsArchived = false)
{
    /// <summary>Begins the id of an archived test: no site has it.</summary>
    public const char ArchiveSign = '@';

    private const int MaxPartLength = 255;

    /// <summary>What an id is, for messages.</summary>
    public const string Allowed = "SITE/RIG/FOLDER as /api/recordings lists them, or @SITE/RIG/FOLDER of /api/archive";

    /// <summary>Takes the parts of a request; false when they are none of an id.</summary>
    public static bool TryCreate(string? site, string? rig, string? name, out RecordingId id)
    {
        bool isArchived = site is [ArchiveSign, ..];
        string? folder = isArchived ? site![1..] : site;
        bool isId = IsPart(folder) && IsPart(rig) && IsPart(name)
            && !name!.StartsWith(RecordingFolder.RemovingPrefix, StringComparison.Ordinal);
        id = isId ? new RecordingId(folder!, rig!, name!, isArchived) : default;
        return isId;
    }

    /// <summary>The id of a folder that <see cref="RecordingFolder.List"/> gave; null for one that is not three levels
    /// below the root.</summary>
    public static RecordingId? From(string root, string folder)
    {
        string[] parts = Path.GetRelativePath(root, folder).Split(Path.DirectorySeparatorChar);
        return parts.Length == 3 && TryCreate(parts[0], parts[1], parts[2], out RecordingId id) && !id.IsArchived
            ? id : null;
    }

    /// <summary>Whether a text is the name of a folder, and cannot lead to another place.</summary>
    public static bool IsPart(string? part) =>
        part is { Length: > 0 and <= MaxPartLength } and not "." and not ".."
        && !part.Any(c => c is '/' or '\\' or ':' || char.IsControl(c));

    /// <summary>Its folder; null when there is no such recording. Links are not followed.</summary>
    public string? FolderIn(string root)
    {
        string site = Path.Combine(root, Site);
        string rig = Path.Combine(site, Rig);
        string folder = Path.Combine(rig, Name);
        return IsOwn(site) && IsOwn(rig) && IsOwn(folder) && RecordingDocument.IsIn(folder) ? folder : null;
    }

    /// <inheritdoc/>
    public override string ToString() => $"{(IsArchived ? "@" : "")}{Site}/{Rig}/{Name}";

    private static bool IsOwn(string folder) => new DirectoryInfo(folder) is { Exists: true, LinkTarget: null };
}
