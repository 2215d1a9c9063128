namespace FuncLibs.Journal.Reading;

/// <summary>What a range reader came to.</summary>
public enum ReadStep : byte
{
    /// <summary>Nothing; what <c>default</c> gives.</summary>
    None,

    /// <summary>A frame of the range.</summary>
    Frame,

    /// <summary>A part of the range that the journal does not have, and never will.</summary>
    Missing,

    /// <summary>The rest of the range is not written yet: ask again later.</summary>
    NotYet,

    /// <summary>The disk refused, several times; <see cref="RangeReader.Failure"/> says why. What it refused may be
    /// whole: asking again
    /// tries again.</summary>
    Failed,

    /// <summary>The range is done.</summary>
    End,
}
