namespace FuncLibs.Runtime.Files;

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
