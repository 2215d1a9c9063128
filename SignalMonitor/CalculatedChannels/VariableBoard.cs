using System.Collections.Immutable;
using FuncLibs.Runtime.Rings;
using FuncLibs.Signals;
using FuncLibs.Signals.Cycles;
using FuncLibs.Signals.Expressions.Program;
using FuncLibs.Signals.Stateful;

namespace SignalMonitor.CalculatedChannels;

/// <summary>The newest values of the variables of a plan, written by the compute thread once a block,
/// read by anybody without a lock.</summary>
internal sealed class VariableBoard
{
    private readonly ImmutableArray<int> _places;
    private readonly double[] _values;
    private readonly Quality[] _qualities;
    private readonly bool[] _final;
    private readonly string?[] _missing;
    private readonly TableLoss[] _losses;
    private readonly ImmutableArray<int> _probes;
    private readonly double[] _points;
    private SequenceLock _lock;
    private ulong _sequence;
    private long _dueNs;

    /// <summary>An empty board: every value is NaN, every quality invalid.</summary>
    /// <param name="places">Places of the variables in their program.</param>
    /// <param name="probes">For each, the place of its points per cycle; -1 none.</param>
    public VariableBoard(ImmutableArray<int> places, ImmutableArray<int> probes)
    {
        _places = places;
        _probes = probes;
        _points = new double[places.Length];
        _values = new double[places.Length];
        _qualities = new Quality[places.Length];
        _final = new bool[places.Length];
        _missing = new string?[places.Length];
        _losses = new TableLoss[places.Length];
        _values.AsSpan().Fill(double.NaN);
        _points.AsSpan().Fill(double.NaN);
        _qualities.AsSpan().Fill(Quality.Invalid);
    }

    /// <summary>Compute thread: the values of a block.</summary>
    /// <param name="program">It has just run.</param>
    /// <param name="sequence">Sequence of the block.</param>
    /// <param name="dueNs">Due time of its end, UTC ns.</param>
    public void Write(SignalProgram program, ulong sequence, long dueNs)
    {
        _lock.BeginWrite();
        for (int i = 0; i < _values.Length; i++)
        {
            _values[i] = program.Value(_places[i]);
            _qualities[i] = program.QualityOf(_places[i]);
            _final[i] = program.IsFinal(_places[i]);
            _missing[i] = program.Missing(_places[i]);
            _losses[i] = program.Table(_places[i])?.Loss ?? default;
            _points[i] = _probes[i] < 0 ? double.NaN : program.Value(_probes[i]);
        }

        (_sequence, _dueNs) = (sequence, dueNs);
        _lock.EndWrite();
    }

    /// <summary>Anybody: a consistent copy of the whole board.</summary>
    public VariableValues Read()
    {
        SpinWait spin = default;
        while (true)
        {
            if (_lock.TryBeginRead(out long version))
            {
                VariableValues copy = new(_sequence, _dueNs, [.. _values], [.. _qualities], [.. _final], [.. _points])
                {
                    Missing = [.. _missing],
                    Losses = [.. _losses],
                };
                if (_lock.IsValid(version))
                    return copy;
            }

            spin.SpinOnce();
        }
    }
}

/// <summary>Newest values of the variables of a plan, of one block.</summary>
/// <param name="Sequence">Sequence of the block; 0 before the first.</param>
/// <param name="DueNs">Due time of its end, UTC ns.</param>
/// <param name="Values">Last value of each.</param>
/// <param name="Qualities">Its quality.</param>
/// <param name="Final">True for a result that cannot change any more.</param>
/// <param name="PointsPerCycle">Of the signal whose cycles it counts; NaN without cycles, and before the
/// first cycle.</param>
internal sealed record VariableValues(
    ulong Sequence,
    long DueNs,
    ImmutableArray<double> Values,
    ImmutableArray<Quality> Qualities,
    ImmutableArray<bool> Final,
    ImmutableArray<double> PointsPerCycle)
{
    /// <summary>Why a result of a test has no value; null when it has one, and for what is no result.</summary>
    public ImmutableArray<string?> Missing { get; init; } = [];

    /// <summary>What a table no longer shows exactly; nothing for what is none.</summary>
    public ImmutableArray<TableLoss> Losses { get; init; } = [];

    /// <summary>Whether the signal of a variable of cycles is sampled fast enough.</summary>
    public RateAdequacy AdequacyOf(int variable) =>
        new(double.IsNaN(PointsPerCycle[variable]) ? 0 : PointsPerCycle[variable]);
}
