using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Columns;

/// <summary>The columns of content 1: arrays, ext 20 to 22, and one number for all points.</summary>
internal struct MessagePackColumns : IColumnReader<MessagePackReader>
{
    private ColumnHeads _heads;

    public static string Format => "columns";

    public void SetPoints(int points) => _heads.SetPoints(points);

    public readonly bool TryPeekLength(ref MessagePackDocument document, out int points)
    {
        points = _heads.Points;
        return FloatColumns.IsNext(ref document, in _heads) || FloatColumn.TryPeekLength(ref document, out points);
    }

    public readonly bool TryReadUsualInts(ref MessagePackDocument document, Span<long> values, bool isAnyInt) =>
        IntColumn.TryReadUsual(ref document, in _heads, values, isAnyInt);

    public readonly bool TryReadInts(ref MessagePackDocument document, Span<long> values, long min, long max) =>
        IntColumn.TryRead(ref document, values, min, max);

    public readonly int ReadUsualFloats(
        ref MessagePackDocument document, Span<long> words, int stride, int columns) =>
        FloatColumns.Read(ref document, in _heads, words, stride, columns);

    public readonly bool TryReadFloats(ref MessagePackDocument document, Span<double> values) =>
        FloatColumn.TryRead(ref document, values);

    public readonly bool TrySkip(ref MessagePackDocument document) =>
        document.Tokens.TrySkip(document.Limits.Depth - ColumnsDocument.DepthAroundColumn)
        || document.RefuseToken("a column");
}
