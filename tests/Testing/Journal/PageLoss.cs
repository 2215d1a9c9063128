namespace Testing.Journal;

/// <summary>What a power cut leaves of bytes that no fsync covered.</summary>
public enum PageLoss
{
    /// <summary>A beginning of them, as a disk that keeps order does.</summary>
    Tail,

    /// <summary>
    /// Any pages and none of others, some of them torn at a sector: a disk and a file system that write as they please.
    /// </summary>
    Any,
}
