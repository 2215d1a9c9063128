using System.Runtime.Intrinsics;
using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Blocks.Serialization.Rows;

/// <summary>
/// The bytes of a point whose two integers have given forms and whose sensors are so many:
/// <code>
/// 95  activeCtrl  CB command  CB output  count  9n or DC nn nn  CB sensor ...
/// </code>
/// Neighbouring points mostly are alike, so each byte has a fixed place. Plans hold the byte orders between points and
/// columns as vectors. There are few, they are made once and never change, and all threads share them.
/// </summary>
internal sealed class RowPlan
{
    /// <summary>Columns of a group, and points of a step: 8 words are one vector.</summary>
    public const int Lanes = RowPoints.Step;

    /// <summary>Most groups of a plan; points with more columns are read one by one.</summary>
    public const int MaxGroups = 4;

    private const int MaxSensors = (MaxGroups * Lanes) - ColumnIndex.FirstSensor;
    private const int MaxCtrlWidth = 2;
    private const int MaxWidth = 9;

    private static readonly RowPlan?[] Made = new RowPlan?[(MaxCtrlWidth + 1) * (MaxWidth + 1) * (MaxSensors + 1)];

    private RowPlan(IntForm ctrl, IntForm count, int sensors)
    {
        var bytes = new RowBytes(ctrl, count, sensors);
        (Ctrl, Count) = (ctrl, count);
        Columns = ColumnIndex.FirstSensor + sensors;
        Length = bytes.Length;
        Reads = [.. Enumerable.Range(0, (Columns + Lanes - 1) / Lanes).Select(bytes.ReadOf)];
        Writes =
        [
            .. Enumerable.Range(0, (Length + Vector512<byte>.Count - 1) / Vector512<byte>.Count).Select(bytes.WriteOf),
        ];
    }

    /// <summary>Form of the control mode.</summary>
    public IntForm Ctrl { get; }

    /// <summary>Form of the count.</summary>
    public IntForm Count { get; }

    /// <summary>Columns of the channel.</summary>
    public int Columns { get; }

    /// <summary>Bytes of a point.</summary>
    public int Length { get; }

    /// <summary>How each group of columns is taken out of a point.</summary>
    public RowRead[] Reads { get; }

    /// <summary>How each 64 bytes of a point are put together.</summary>
    public RowWrite[] Writes { get; }

    /// <summary>
    /// The plan for these forms; null where there is none: its own form is missing, or sensors are too many.
    /// </summary>
    public static RowPlan? For(IntForm? ctrl, IntForm? count, int sensors)
    {
        if (ctrl is null || ctrl.Width > MaxCtrlWidth || count is null || sensors > MaxSensors)
            return null;
        ref RowPlan? place = ref Made[(((ctrl.Width * (MaxWidth + 1)) + count.Width) * (MaxSensors + 1)) + sensors];
        return Volatile.Read(ref place) ?? GetOrAdd(ref place, ctrl, count, sensors);
    }

    /// <summary>The plan of the point at the start of the bytes; null where there is none.</summary>
    public static RowPlan? TryCreate(ReadOnlySpan<byte> point, int sensors)
    {
        const int CtrlAt = 1;
        IntForm? ctrl = point.Length > CtrlAt ? IntForm.From(point[CtrlAt]) : null;
        int countAt = CtrlAt + (ctrl?.Width ?? 0) + (2 * Float64Run.BytesPerItem);
        return point.Length > countAt ? For(ctrl, IntForm.From(point[countAt]), sensors) : null;
    }

    // Two threads may make the same plan at once; either will do.
    private static RowPlan GetOrAdd(ref RowPlan? place, IntForm ctrl, IntForm count, int sensors)
    {
        var plan = new RowPlan(ctrl, count, sensors);
        Volatile.Write(ref place, plan);
        return plan;
    }
}
