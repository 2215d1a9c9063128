using System.Text.Json;
using FuncLibs.Diagnostics;
using FuncLibs.Hosting.State;
using FuncLibs.Journal.Retention;

namespace HardwareConnector.Recording;

/// <summary>
/// What consumers still need, and its copy in the state folder: a claim holds for days, a connector may be restarted in between. Claims
/// only keep what age would remove, so a copy that cannot be read or written is said and stops nothing.
/// </summary>
public sealed class ClaimsFile
{
    /// <summary>Name of the file in the state folder.</summary>
    public const string FileName = "claims.json";

    /// <summary>Longest file that is read, in bytes: well over what the most claims need.</summary>
    public const long MaxBytes = 4 << 20;

    private readonly string _path;
    private long _saved;

    private ClaimsFile(string path, TimeProvider time)
    {
        _path = path;
        Claims = new RetentionClaims(time);
    }

    /// <summary>The claims; any thread.</summary>
    public RetentionClaims Claims { get; }

    /// <summary>Why the copy of the last life was not used; null when it was, or when there was none.</summary>
    public string? Damage { get; private set; }

    /// <summary>Takes over what the last life left. A file that cannot be used is set aside.</summary>
    public static ClaimsFile Open(StateFolder folder, TimeProvider time)
    {
        ClaimsFile file = new(folder.File(FileName), time);
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
        try
        {
            byte[] content = JsonSerializer.SerializeToUtf8Bytes(new ClaimsDocument { Claims = Claims.All }, ClaimsJson.Default.ClaimsDocument);
            AtomicFile.Write(_path, content);
            _saved = version;
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return OneLine.Of(e);
        }
    }

    private void Load()
    {
        if (!File.Exists(_path))
            return;
        if (Read(out ClaimsDocument? document) is { } fault)
        {
            Damage = SetAside(fault);
            return;
        }

        foreach (RetentionClaim claim in document!.Claims)
            Claims.Restore(claim);
        _saved = Claims.Version;
    }

    private string? Read(out ClaimsDocument? document)
    {
        document = null;
        try
        {
            if (new FileInfo(_path).Length > MaxBytes)
                return $"it has more than {MaxBytes} bytes";
            document = JsonSerializer.Deserialize(File.ReadAllBytes(_path), ClaimsJson.Default.ClaimsDocument);
            return document is null ? "it is empty" : document.Fault;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            return OneLine.Of(e);
        }
    }

    private string SetAside(string fault) => DamagedFile.SetAside(_path) is { } failure
        ? $"{_path} cannot be used ({fault}), nor renamed ({failure})"
        : $"{_path} cannot be used ({fault}); it is now {FileName}{DamagedFile.Ending}";
}
