namespace FuncLibs.Objects.Records;

/// <summary>
/// What became of the records of a stream: <c>Good + Damaged + Missing = Next - first</c>, always. A damaged record
/// counts when it is known that its number belongs there: at the next record that is whole, or at the end.
/// </summary>
/// <param name="Good">Records that were read.</param>
/// <param name="Damaged">Records that are there, and could not be read.</param>
/// <param name="Missing">Numbers without a record.</param>
/// <param name="OutOfOrder">Records, whole or damaged, whose number was passed already, and damaged ones with a number
/// that a record after them has: the other counts are without them.</param>
/// <param name="SkippedBytes">Bytes of all but the good records.</param>
/// <param name="Next">Number of the record after the last one: where a writer continues.</param>
public readonly record struct RecordAccount(
    long Good, long Damaged, long Missing, long OutOfOrder, long SkippedBytes, long Next);
