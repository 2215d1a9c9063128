namespace FuncLibs.Blocks.Serialization.Packed;

internal sealed partial class PackedColumns
{
    partial void WriteDeltas(
        in ColumnChoice choice, ReadOnlySpan<double> points, Span<byte> target, ref int written, ref int bytes)
    {
        if (DeltaColumn.Suits(in choice, points.Length))
            written = DeltaColumn.TryWrite(choice.Scale, points, _scratch, target, out bytes);
    }
}
