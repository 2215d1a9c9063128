using System.Collections.Concurrent;
using System.Diagnostics;
using System.Net.Sockets;

namespace Testing.Chaos;

/// <summary>
/// One direction of one connection. A thread reads into a bounded queue, a second hands on what is due as the line's
/// faults say; while the line is held the queue fills, and then the sender's window, as on a real network.
/// </summary>
internal sealed class ChaosPipe : IDisposable
{
    private const int ChunkBytes = 16 * 1024;
    private const int QueuedChunks = 256;
    private static readonly TimeSpan HoldStep = TimeSpan.FromMilliseconds(2);

    private readonly Socket _from;
    private readonly Socket _to;
    private readonly ChaosLine _line;
    private readonly Action _reset;
    private readonly Random _random;
    private readonly BitFlipper _flipper;
    private readonly BlockingCollection<(long Due, byte[] Bytes)> _queue = new(QueuedChunks);
    private readonly CancellationToken _stop;
    private readonly Thread _reader;
    private readonly Thread _writer;
    private long _lastDue;
    private bool _lostBytes;
    private bool _isOver;

    /// <summary>Prepares it.</summary>
    /// <param name="from">Where bytes come from.</param>
    /// <param name="to">Where they go.</param>
    /// <param name="line">What happens to them.</param>
    /// <param name="seed">Of slices, jitter and flips.</param>
    /// <param name="reset">Resets both ends of the connection.</param>
    /// <param name="stop">The connection is over.</param>
    public ChaosPipe(Socket from, Socket to, ChaosLine line, int seed, Action reset, CancellationToken stop)
    {
        (_from, _to, _line, _reset, _stop) = (from, to, line, reset, stop);
        _random = new Random(seed);
        _flipper = new BitFlipper(_random);
        _reader = new Thread(Read) { IsBackground = true, Name = "chaos reader" };
        _writer = new Thread(Write) { IsBackground = true, Name = "chaos writer" };
    }

    /// <summary>True once everything that will ever come has been handed on, and its end too.</summary>
    public bool IsOver => Volatile.Read(ref _isOver);

    public void Start()
    {
        _reader.Start();
        _writer.Start();
    }

    /// <summary>The connection is over: waits for both threads.</summary>
    public void Dispose()
    {
        _reader.Join();
        _writer.Join();
        _queue.Dispose();
    }

    private void Read() => Guarded(() =>
    {
        byte[] buffer = new byte[ChunkBytes];
        for (int got = _from.Receive(buffer); got > 0; got = _from.Receive(buffer))
            _queue.Add((DueOf(_line.Faults), buffer[..got]), _stop);
        _queue.CompleteAdding();
    });

    private void Write() => Guarded(() =>
    {
        foreach ((long due, byte[] bytes) in _queue.GetConsumingEnumerable(_stop))
        {
            while (Stopwatch.GetTimestamp() < due || _line.Faults.IsHeld)
                Pause(HoldStep);
            HandOn(bytes);
        }

        _to.Shutdown(SocketShutdown.Send);
        Volatile.Write(ref _isOver, true);
    });

    private long DueOf(LineFaults faults)
    {
        TimeSpan delay = faults.Latency + (faults.Jitter * _random.NextDouble());
        _lastDue = Math.Max(_lastDue, Stopwatch.GetTimestamp() + (long)(delay.TotalSeconds * Stopwatch.Frequency));
        return _lastDue;
    }

    private void HandOn(byte[] bytes)
    {
        LineFaults faults = _line.Faults;
        if (faults.IsSwallowed)
        {
            _lostBytes = true;
            _line.CountSwallowed(bytes.Length);
            return;
        }

        if (_lostBytes)
        {
            _reset();
            return;
        }

        for (int i = _flipper.Flip(bytes, faults.FlipsPerByte); i > 0; i--)
            _line.CountFlipped();
        for (int at = 0, length; at < bytes.Length; at += length)
        {
            length = SliceOf(faults, bytes.Length - at);
            Send(bytes.AsSpan(at, length));
            if (faults.BytesPerSecond > 0)
                Pause(TimeSpan.FromSeconds((double)length / faults.BytesPerSecond));
        }
    }

    private int SliceOf(LineFaults faults, int left)
    {
        const int StepsASecond = 50;
        int slice = faults.SliceBytes > 0 ? _random.Next(1, faults.SliceBytes + 1) : left;
        return Math.Min(
            left, faults.BytesPerSecond > 0 ? Math.Clamp(faults.BytesPerSecond / StepsASecond, 1, slice) : slice);
    }

    private void Send(ReadOnlySpan<byte> bytes)
    {
        for (int sent = 0; sent < bytes.Length;)
            sent += _to.Send(bytes[sent..]);
        _line.CountPassed(bytes.Length);
    }

    private void Pause(TimeSpan time)
    {
        if (_stop.WaitHandle.WaitOne(time))
            throw new OperationCanceledException(_stop);
    }

    // A reset by either end, or by the test, is a reset of both.
    private void Guarded(Action work)
    {
        try
        {
            work();
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException or OperationCanceledException)
        {
            _reset();
        }
    }
}
