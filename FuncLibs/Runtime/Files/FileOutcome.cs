namespace FuncLibs.Runtime.Files;

/// <summary>
/// What came of a file operation. Does not allocate when it went well; <c>default</c> is not a success.
/// </summary>
public readonly record struct FileOutcome
{
    private FileOutcome(bool ok, FileFault fault, string? operation, string? name, string? reason)
    {
        IsOk = ok;
        Fault = fault;
        Operation = operation;
        Name = name;
        Reason = reason;
    }

    /// <summary>It went well.</summary>
    public static FileOutcome Ok => new(true, FileFault.None, null, null, null);

    /// <summary>True when all of it was done.</summary>
    public bool IsOk { get; }

    /// <summary>Why it failed.</summary>
    public FileFault Fault { get; }

    /// <summary>What was tried: a verb.</summary>
    public string? Operation { get; }

    /// <summary>The file or folder.</summary>
    public string? Name { get; }

    /// <summary>The message of the system.</summary>
    public string? Reason { get; }

    /// <summary>It failed.</summary>
    public static FileOutcome Failed(FileFault fault, string operation, string name, string reason) =>
        new(false, fault, operation, name, reason);

    /// <inheritdoc/>
    public override string ToString() =>
        IsOk ? "ok" : Operation is null ? "nothing was tried" : $"cannot {Operation} {Name}: {Reason} ({Fault})";
}

/// <summary>Why a file operation failed, as far as the journal acts on it.</summary>
public enum FileFault : byte
{
    /// <summary>Nothing was tried; not a success by itself.</summary>
    None,

    /// <summary>The disk or the quota of the user is full (ENOSPC, EDQUOT).</summary>
    Full,

    /// <summary>File or folder is gone (ENOENT).</summary>
    Missing,

    /// <summary>No right to do so, or a read-only file system (EACCES, EPERM, EROFS).</summary>
    Denied,

    /// <summary>It exists already (EEXIST).</summary>
    Exists,

    /// <summary>Another process holds it (EWOULDBLOCK).</summary>
    InUse,

    /// <summary>Fewer bytes were taken than were given.</summary>
    Short,

    /// <summary>The device failed (EIO), or anything else.</summary>
    Device,
}
