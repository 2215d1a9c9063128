namespace FuncLibs.Journal.Records;

/// <summary>A range of a segment that holds no usable record.</summary>
/// <param name="Segment">Name of the segment.</param>
/// <param name="Offset">First byte.</param>
/// <param name="Length">Bytes.</param>
/// <param name="Cause">What was found at its beginning.</param>
/// <param name="IsTorn">True for the end of what an unclean epoch, or a failed write, left behind:
/// expected, and cut at the next start.</param>
public readonly record struct DamagedRange(string Segment, long Offset, long Length, DamageCause Cause, bool IsTorn)
{
    /// <inheritdoc/>
    public override string ToString() => $"{Segment} bytes {Offset} to {Offset + Length - 1}: {(IsTorn ? "torn" : Cause.ToString())}";
}
