using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Packed;

/// <summary>
/// Packs the float columns of one writer, block after block, and keeps the choice made for each column. Of one
/// thread; allocates only for more columns, or longer ones, than it has seen.
/// </summary>
internal sealed partial class PackedColumns(int lifetime)
{
    // Auto takes ext 20 where packing saves less than 2 %.
    private const int AutoPercent = 98;

    private readonly PackScratch _scratch = new();
    private ColumnChoice[] _choices = [];

    /// <summary>Writes one column as ext 21.</summary>
    /// <param name="column">Index of the column in the document.</param>
    /// <param name="points">The column.</param>
    /// <param name="isAuto">Pack only where it saves 2 % or more.</param>
    /// <param name="target">Room for ext 20 of the column and 64 bytes more.</param>
    /// <returns>Bytes written with the ext header, or 0 where ext 20 is to be taken.</returns>
    public int Write(int column, ReadOnlySpan<double> points, bool isAuto, Span<byte> target)
    {
        if (points.IsEmpty)
            return 0;
        if (column >= _choices.Length)
            Array.Resize(ref _choices, Math.Max(column + 1, 2 * _choices.Length));
        _scratch.Require(points.Length);
        ref ColumnChoice choice = ref _choices[column];
        if (choice.TryUse(points.Length))
        {
            if (choice.IsRaw)
                return 0;
            int written = Keep(in choice, points, isAuto, target);
            if (written > 0)
                return written;
        }

        return Search(column, points, isAuto, target);
    }

    // The way of the column's last block; 0 when it does not suit this one.
    private int Keep(in ColumnChoice choice, ReadOnlySpan<double> points, bool isAuto, Span<byte> target)
    {
        int written = 0;
        int bytes = 0;
        WriteDeltas(in choice, points, target, ref written, ref bytes);
        if (written > 0)
            return choice.Keeps(bytes) && IsWorth(bytes, points.Length, isAuto) ? written : 0;
        PackedPlan plan = PackedPlanner.Plan(choice.Method, choice.Scale, points, _scratch);
        return choice.Keeps(plan.Bytes) && IsWorth(plan.Bytes, points.Length, isAuto) ? Emit(plan, points, target) : 0;
    }

    // The most usual columns in one sweep, where the processor can.
    partial void WriteDeltas(
        in ColumnChoice choice, ReadOnlySpan<double> points, Span<byte> target, ref int written, ref int bytes);

    private int Search(int column, ReadOnlySpan<double> points, bool isAuto, Span<byte> target)
    {
        PackedPlan best = PackedSearch.Run(points, _scratch);
        bool isRaw = !IsWorth(best.Bytes, points.Length, isAuto);
        _choices[column] = ColumnChoice.Create(best, points.Length, isRaw, column, lifetime);

        // Measured again, because the search continued to other methods in the same memory.
        return isRaw ? 0 : Emit(PackedPlanner.Plan(best.Method, best.Scale, points, _scratch), points, target);
    }

    private int Emit(in PackedPlan plan, ReadOnlySpan<double> points, Span<byte> target)
    {
        int header = Primitives.WriteExtHeader(target, ColumnExt.PackedFloats, plan.Bytes);
        PackedBody.Write(plan, points, _scratch, target[header..]);
        return header + plan.Bytes;
    }

    private static bool IsWorth(int bodyBytes, int points, bool isAuto)
    {
        long raw = ColumnExt.HeaderBytes + ((long)points * sizeof(double));
        return isAuto ? bodyBytes * 100L <= raw * AutoPercent : bodyBytes < raw;
    }
}
