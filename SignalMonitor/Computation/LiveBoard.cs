using FuncLibs.Runtime.Rings;
using FuncLibs.Signals;

namespace SignalMonitor.Computation;

/// <summary>
/// The newest values of a stream, written by the compute thread once a block and read by others whenever they like,
/// without a lock and without memory on the writing side (<see cref="SequenceLock"/>).
/// </summary>
public sealed class LiveBoard
{
    private readonly double[] _values;
    private readonly double[] _derived;
    private readonly Quality[] _qualities;
    private readonly int _functions;
    private ulong _sequence;
    private long _dueNs;
    private SequenceLock _lock;

    /// <summary>An empty board: every value is NaN, every quality invalid.</summary>
    public LiveBoard(SignalPlan plan)
    {
        Plan = plan;
        _functions = plan.Functions.Length;
        _values = new double[plan.Signals.Length];
        _derived = new double[plan.Signals.Length * _functions];
        _qualities = new Quality[plan.Signals.Length];
        _values.AsSpan().Fill(double.NaN);
        _derived.AsSpan().Fill(double.NaN);
        _qualities.AsSpan().Fill(Quality.Invalid);
    }

    /// <summary>What is on the board.</summary>
    public SignalPlan Plan { get; }

    /// <summary>Writer: begins a block.</summary>
    internal void Begin() => _lock.BeginWrite();

    /// <summary>Writer: the last point of a signal.</summary>
    internal void Write(int signal, double value, Quality quality)
    {
        _values[signal] = value;
        _qualities[signal] = quality;
    }

    /// <summary>Writer: the last point of one function of a signal.</summary>
    internal void WriteDerived(int signal, int function, double value) =>
        _derived[(signal * _functions) + function] = value;

    /// <summary>Writer: ends a block.</summary>
    internal void End(ulong sequence, long dueNs)
    {
        _sequence = sequence;
        _dueNs = dueNs;
        _lock.EndWrite();
    }

    /// <summary>Reader: a consistent copy of the whole board.</summary>
    public StreamSnapshot Read()
    {
        SpinWait spin = default;
        while (true)
        {
            if (_lock.TryBeginRead(out long version))
            {
                StreamSnapshot copy = new(Plan, _sequence, _dueNs, [.. _values], [.. _derived], [.. _qualities]);
                if (_lock.IsValid(version))
                    return copy;
            }

            spin.SpinOnce();
        }
    }
}
