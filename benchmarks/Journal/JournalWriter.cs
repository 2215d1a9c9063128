using System.Buffers;
using System.Diagnostics;
using Benchmarks.Serialization.Data;
using FuncLibs.Blocks.Serialization.Columns;
using FuncLibs.Journal;
using FuncLibs.Journal.Writing;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;

namespace Benchmarks.Journal;

/// <summary>A journal with its thread, fed with the reference block as the publish thread feeds it.</summary>
internal sealed class JournalWriter : IDisposable
{
    private const uint Stream = 1;
    private const long PauseNs = 200_000;
    private readonly KernelSleep _sleep = new();
    private readonly FrameJournal _journal;
    private readonly CancellationTokenSource _stop = new();
    private readonly Thread _thread;
    private readonly byte[] _payload;
    private readonly byte[] _header = new byte[FrameHeader.Size];
    private readonly int _ringBytes;
    private ulong _sequence;

    public JournalWriter(string folder, Guid publisher, ulong epoch, string ring = "/dev/shm")
    {
        var options = new JournalOptions { QuotaBytes = 1L << 50 };
        FileOutcome opened = FrameJournal.Open(
            new DiskFiles(folder), options, publisher, epoch, TimeProvider.System, null, out FrameJournal? journal,
            ring.Length > 0 ? new DiskFiles(ring) : null);
        _journal = journal ?? throw new InvalidDataException(opened.ToString());
        _ringBytes = options.RingBytes;
        var payload = new ArrayBufferWriter<byte>();
        ColumnsSerializer.Standard().Serialize(BlockData.Create(DataKind.Decimals, DataShape.Reference), payload);
        _payload = payload.WrittenSpan.ToArray();
        _thread = new Thread(() => _journal.Run(_stop.Token)) { IsBackground = true, Name = "journal" };
        _thread.Start();
    }

    /// <summary>Frames so far.</summary>
    public long Frames => (long)_sequence;

    /// <summary>Bytes of a record.</summary>
    public int RecordBytes => FrameHeader.Size + _payload.Length;

    /// <summary>Appends as fast as the ring takes, and waits until all of it is durable. MB/s.</summary>
    public double Flood(long bytes)
    {
        long begun = Stopwatch.GetTimestamp();
        ulong last = _sequence + (ulong)(bytes / RecordBytes);
        while (_sequence < last)
        {
            if (_journal.WaitingBytes < _ringBytes - (4 * RecordBytes))
                Append();
            else
                _sleep.Sleep(PauseNs);
        }

        SpinWait.SpinUntil(() => _journal.Watermarks(Stream)?.Durable == last);
        double rate = (long)(bytes / RecordBytes) * RecordBytes / Stopwatch.GetElapsedTime(begun).TotalSeconds / 1e6;
        return _journal.GapFrames == 0
            ? rate
            : throw new InvalidDataException($"{_journal.GapFrames} frames became holes");
    }

    /// <summary>Appends at a rate, and measures each append.</summary>
    public LatencyHistogram Pace(double perSecond, TimeSpan duration)
    {
        var histogram = new LatencyHistogram();
        long begun = Stopwatch.GetTimestamp();
        for (int i = 0; Stopwatch.GetElapsedTime(begun) < duration; i++)
        {
            TimeSpan due = TimeSpan.FromSeconds(i / perSecond);
            SpinWait.SpinUntil(() => Stopwatch.GetElapsedTime(begun) >= due);
            Complete();
            long before = Stopwatch.GetTimestamp();
            _journal.Append(_header, _payload);
            histogram.Record((long)Stopwatch.GetElapsedTime(before).TotalNanoseconds);
        }

        return histogram;
    }

    public void Dispose()
    {
        _stop.Cancel();
        _thread.Join();
        _journal.Dispose();
        _stop.Dispose();
    }

    private void Append()
    {
        Complete();
        if (!_journal.Append(_header, _payload))
            throw new InvalidDataException("a frame did not fit the ring");
    }

    private void Complete() => new FrameHeader
    {
        Kind = FrameKind.Data,
        Publisher = _journal.Publisher,
        Stream = Stream,
        Content = 1,
        Epoch = _journal.Epoch,
        Sequence = ++_sequence,
    }.WithPayload(_payload).Write(_header);
}
