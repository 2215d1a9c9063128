using FuncLibs.Blocks;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Signals;

namespace SignalMonitor.Computation;

/// <summary>
/// Applies the functions of a plan to the columns of one block and puts the newest values on the board. Compute thread
/// only; does not allocate per block. A derived column lives in one small buffer until its last point is on the board:
/// keeping all of them (92,000 values of a reference block) cost 100 us a block in cache misses, and they are not read
/// yet.
/// </summary>
internal sealed class BlockComputer
{
    private readonly double[] _scratch;
    private readonly double[] _derived;
    private readonly int _stride;

    public BlockComputer(SignalPlan plan)
    {
        Board = new LiveBoard(plan);
        _stride = Math.Max(1, plan.MaxPoints);
        _scratch = new double[_stride];
        _derived = new double[_stride];
    }

    /// <summary>The newest values.</summary>
    public LiveBoard Board { get; }

    /// <summary>Computes one block.</summary>
    /// <param name="block">A valid block of the plan's stream.</param>
    /// <param name="sequence">Its sequence.</param>
    /// <param name="dueNs">Due time of its end, UTC ns.</param>
    public void Compute(CDataBlock block, ulong sequence, long dueNs)
    {
        SignalPlan plan = Board.Plan;
        Board.Begin();
        for (int signal = 0; signal < plan.Signals.Length; signal++)
        {
            SignalDescription description = plan.Signals[signal];
            ReadOnlySpan<double> column = SignalColumns.Get(block, description.Address, _scratch);
            double last = column.IsEmpty ? double.NaN : column[^1];
            Board.Write(signal, last, QualityOf(last, description));
            for (int function = 0; function < plan.Functions.Length; function++)
            {
                Span<double> derived = _derived.AsSpan(0, column.Length);
                plan.Functions[function].Apply(column, derived);
                Board.WriteDerived(signal, function, derived.IsEmpty ? double.NaN : derived[^1]);
            }
        }

        Board.End(sequence, dueNs);
    }

    /// <summary>
    /// True when a block's columns fit the plan; a catalogue with wrong numbers of points must not be trusted.
    /// </summary>
    public bool Fits(CDataBlock block) => BlockPoints.Fit(block, _stride);

    private static Quality QualityOf(double value, SignalDescription signal)
    {
        if (double.IsNaN(value))
            return Quality.Invalid;
        bool outside = !signal.Address.IsBit && (value <= signal.Min || value >= signal.Max);
        return outside ? Quality.Saturated : Quality.Good;
    }
}
