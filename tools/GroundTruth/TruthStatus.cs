namespace Tools.GroundTruth;

/// <summary>What a step of a <see cref="TruthReader"/> gave.</summary>
public enum TruthStatus : byte
{
    /// <summary>Nothing was tried: the value of <c>default</c>, never a success.</summary>
    None,

    /// <summary>A line.</summary>
    Line,

    /// <summary>A line that cannot be read; the next step goes on behind it.</summary>
    Bad,

    /// <summary>The end of the file, behind a whole line.</summary>
    End,

    /// <summary>The end of the file, in the middle of a line: it is still being written, or its writer was killed.</summary>
    Torn,

    /// <summary>The disk cannot be read any more.</summary>
    Failed,
}
