using FuncLibs.Signals;

namespace SignalMonitor.Computation;

/// <summary>
/// The newest values of a stream, written by the compute thread once a block and read by others whenever they like, without a lock and
/// without memory on the writing side. A sequence lock: the version is odd while the writer is inside; a reader that saw it odd, or
/// changed, reads again.
/// </summary>
public sealed class LiveBoard
{
    private readonly double[] _values;
    private readonly double[] _derived;
    private readonly Quality[] _qualities;
    private readonly int _functions;
    private ulong _sequence;
    private long _dueNs;
    private long _version;

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
    internal void Begin()
    {
        Volatile.Write(ref _version, _version + 1);

        // The odd version must be seen before any value changes.
        Interlocked.MemoryBarrier();
    }

    /// <summary>Writer: the last point of a signal.</summary>
    internal void Write(int signal, double value, Quality quality)
    {
        _values[signal] = value;
        _qualities[signal] = quality;
    }

    /// <summary>Writer: the last point of one function of a signal.</summary>
    internal void WriteDerived(int signal, int function, double value) => _derived[(signal * _functions) + function] = value;

    /// <summary>Writer: ends a block.</summary>
    internal void End(ulong sequence, long dueNs)
    {
        _sequence = sequence;
        _dueNs = dueNs;
        Volatile.Write(ref _version, _version + 1);
    }

    /// <summary>Reader: a consistent copy of the whole board.</summary>
    public StreamSnapshot Read()
    {
        SpinWait spin = default;
        while (true)
        {
            long before = Volatile.Read(ref _version);
            if ((before & 1) == 0)
            {
                StreamSnapshot copy = new(Plan, _sequence, _dueNs, [.. _values], [.. _derived], [.. _qualities]);
                Interlocked.MemoryBarrier();
                if (Volatile.Read(ref _version) == before)
                    return copy;
            }

            spin.SpinOnce();
        }
    }
}
