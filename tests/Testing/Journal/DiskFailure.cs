namespace Testing.Journal;

/// <summary>How a write or fsync fails.</summary>
public enum DiskFailure
{
    /// <summary>ENOSPC: nothing is written.</summary>
    Full,

    /// <summary>EIO: an unknown part is written.</summary>
    Device,

    /// <summary>Half of the bytes are written.</summary>
    Short,
}
