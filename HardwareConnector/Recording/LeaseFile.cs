using System.Text.Json;
using FuncLibs.Hosting.State;
using FuncLibs.Journal.Retention;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace HardwareConnector.Recording;

/// <summary>
/// What consumers still need, and its copy in the state folder: a claim holds for days, a connector may be restarted in between. Claims
/// only keep what age would remove, so a copy that cannot be read or written is said and stops nothing.
/// </summary>
public sealed class LeaseFile
{
    /// <summary>Name of the file in the state folder.</summary>
    public const string FileName = "claims.json";

    /// <summary>Longest file that is read, in bytes: well over what the most claims need.</summary>
    public const int MaxBytes = 4 << 20;

    private readonly StateFolder _folder;
    private long _saved;

    private LeaseFile(StateFolder folder, TimeProvider time)
    {
        _folder = folder;
        Claims = new RetentionLeases(time);
    }

    /// <summary>The claims; any thread.</summary>
    public RetentionLeases Claims { get; }

    /// <summary>Why the copy of the last life was not used; null when it was, or when there was none.</summary>
    public string? Damage { get; private set; }

    /// <summary>Takes over what the last life left. A file that cannot be used is set aside.</summary>
    public static LeaseFile Open(StateFolder folder, TimeProvider time)
    {
        LeaseFile file = new(folder, time);
        file.Load();
        return file;
    }

    /// <summary>Saves what changed since it was saved last. One thread, which may wait for the disk.</summary>
    /// <returns>Why it could not be written; null when all is well.</returns>
    public string? Save()
    {
        long version = Claims.Version;
        if (version == _saved)
            return null;
        byte[] content = JsonSerializer.SerializeToUtf8Bytes(new LeaseDocument { Claims = Claims.All }, LeaseJson.Default.LeaseDocument);
        FileOutcome outcome = AtomicFile.Write(_folder.Files, FileName, content);
        if (!outcome.IsOk)
            return outcome.ToString();
        _saved = version;
        return null;
    }

    private void Load()
    {
        string path = _folder.File(FileName);
        FileOutcome read = AtomicFile.Read(_folder.Files, FileName, MaxBytes, out byte[] content);
        if (read.Fault == FileFault.Missing)
            return;

        // A disk that fails says nothing of the content: the file stays where it is.
        if (read.Fault is FileFault.Device or FileFault.Denied)
        {
            Damage = $"{path} cannot be read ({read.Reason})";
            return;
        }

        LeaseDocument? document = null;
        if ((read.Reason ?? Parse(content, out document)) is { } fault)
        {
            Damage = SetAside(path, fault);
            return;
        }

        foreach (RetentionLease claim in document!.Claims)
            Claims.Restore(claim);
        _saved = Claims.Version;
    }

    private static string? Parse(byte[] content, out LeaseDocument? document)
    {
        document = null;
        try
        {
            document = JsonSerializer.Deserialize(content, LeaseJson.Default.LeaseDocument);
            return document is null ? "it is empty" : document.Fault;
        }
        catch (JsonException e)
        {
            return OneLine.Format(e);
        }
    }

    private static string SetAside(string path, string fault) => DamagedFile.SetAside(path) is { } failure
        ? $"{path} cannot be used ({fault}), nor renamed ({failure})"
        : $"{path} cannot be used ({fault}); it is now {FileName}{DamagedFile.Ending}";
}
