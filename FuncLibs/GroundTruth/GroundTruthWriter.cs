using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Rings;

namespace FuncLibs.GroundTruth;

/// <summary>
/// Writes the ground truth of a run as JSON lines, by its own thread behind a bounded ring: the block thread
/// neither allocates nor waits for a disk. A line that finds the ring full is counted, and the last line has
/// that count. A disk that fails never stops the run: <see cref="DiskFault"/>, and once
/// <see cref="GroundTruthWriterOptions.OnFault"/>.
/// </summary>
public sealed class GroundTruthWriter : IGroundTruthSink, IDisposable
{
    private const int IdleMilliseconds = 100;

    private readonly SpscRing<GroundTruthCell> _ring;
    private readonly GroundTruthFile _file;
    private readonly bool _waits;
    private readonly Thread _thread;
    private long _blocks;
    private long _samples;
    private volatile bool _isStopping;
    private bool _isDisposed;

    /// <summary>
    /// Writes into a stream, which becomes the writer's own; its first line is there when this returns.
    /// </summary>
    /// <param name="target">Where the lines go.</param>
    /// <param name="run">The first line.</param>
    /// <param name="options">Limits.</param>
    /// <exception cref="ArgumentOutOfRangeException">An option is out of its range.</exception>
    public GroundTruthWriter(Stream target, RunLine run, GroundTruthWriterOptions options)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(options.MaxBytes, GroundTruthWriterOptions.SmallestMaxBytes);
        _ring = new SpscRing<GroundTruthCell>(options.RingLines);
        _file = new GroundTruthFile(target, options);
        _waits = options.WaitsWhenFull;
        _file.Begin(run);
        _thread = new Thread(Work) { IsBackground = true, Name = "truth" };
        _thread.Start();
    }

    /// <summary>Lines that were offered.</summary>
    public long Offered => _ring.Offered;

    /// <summary>Lines that are not in the file: the ring was full, the file was full, or the disk failed.</summary>
    public long Dropped => _ring.Dropped + _file.Dropped;

    /// <summary>Why nothing is written any more; null while all is well.</summary>
    public string? DiskFault => _file.Fault;

    /// <summary>Makes the file of a run; one that is there is replaced.</summary>
    /// <param name="path">The file.</param>
    /// <param name="run">The first line.</param>
    /// <param name="options">Limits.</param>
    /// <param name="writer">The writer, when nothing is wrong.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Open(
        string path, RunLine run, GroundTruthWriterOptions options, out GroundTruthWriter? writer)
    {
        writer = null;
        try
        {
            var file = new FileStream(path, FileMode.Create, FileAccess.Write, FileShare.Read, bufferSize: 0);
            writer = new GroundTruthWriter(file, run, options);
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException
            or NotSupportedException)
        {
            return $"the truth file {path} cannot be made ({OneLine.Format(e)}); give a file in a folder that may be "
                + $"written";
        }
    }

    /// <inheritdoc/>
    public void Cycle(
        string channel,
        string sensor,
        long number,
        long index,
        double peak,
        long peakIndex,
        double valley,
        long valleyIndex)
    {
        GroundTruthCell cell = new()
        {
            Kind = GroundTruthCellKind.Cycle,
            Channel = channel,
            Name = sensor,
            Number = number,
            Index = index,
        };
        (cell.Value, cell.Second, cell.Valley, cell.Third) = (peak, peakIndex, valley, valleyIndex);
        Add(cell);
    }

    /// <inheritdoc/>
    public void Property(string channel, string name, double value, string unit, long index)
    {
        GroundTruthCell cell =
            new() { Kind = GroundTruthCellKind.Property, Channel = channel, Name = name, Text = unit, Index = index };
        cell.Value = value;
        Add(cell);
    }

    /// <inheritdoc/>
    public void Break(string channel, long index, double force)
    {
        GroundTruthCell cell =
            new() { Kind = GroundTruthCellKind.Break, Channel = channel, Index = index, Value = force };
        Add(cell);
    }

    /// <inheritdoc/>
    public void Excursion(string channel, string sensor, ExcursionLimit limit, double value, long from, long to)
    {
        GroundTruthCell cell = new()
        {
            Kind = GroundTruthCellKind.Excursion,
            Channel = channel,
            Name = sensor,
            Limit = limit,
            Value = value,
        };
        (cell.Index, cell.Second) = (from, to);
        Add(cell);
    }

    /// <inheritdoc/>
    public void Mode(string channel, string mode, long index, double band)
    {
        GroundTruthCell cell =
            new() { Kind = GroundTruthCellKind.Mode, Channel = channel, Name = mode, Index = index, Value = band };
        Add(cell);
    }

    /// <inheritdoc/>
    public void Fault(string fault, long from, long to, string? channel, string? sensor, string detail)
    {
        GroundTruthCell cell =
            new() { Kind = GroundTruthCellKind.Fault, Fault = fault, Channel = channel, Name = sensor, Text = detail };
        (cell.Index, cell.Second) = (from, to);
        Add(cell);
    }

    /// <inheritdoc/>
    public void Progress(long blocks, long samples)
    {
        Volatile.Write(ref _blocks, blocks);
        Volatile.Write(ref _samples, samples);
    }

    /// <summary>
    /// Writes what waits and the last line, and closes the file. Not beside a call of the block thread.
    /// </summary>
    public void Dispose()
    {
        if (_isDisposed)
            return;
        _isDisposed = true;
        _isStopping = true;
        _ring.Wake();
        _thread.Join();
        _file.Dispose();
        _ring.Dispose();
    }

    private void Add(in GroundTruthCell cell)
    {
        if (_waits)
            AwaitRoom();
        _ring.TryWrite(cell);
    }

    private void AwaitRoom()
    {
        SpinWait spin = default;
        while (_ring.Count == _ring.Capacity && !_isStopping)
            spin.SpinOnce();
    }

    private void Work()
    {
        while (true)
        {
            // Read before the ring is emptied: everything that was added before the stop is then in it.
            bool isLast = _isStopping;
            while (_ring.TryRead(out GroundTruthCell cell))
                _file.Add(cell);
            if (isLast)
                break;
            _file.Flush();
            if (_ring.TryRead(out GroundTruthCell next, IdleMilliseconds))
                _file.Add(next);
        }

        _file.End(new EndLine(Volatile.Read(ref _blocks), Volatile.Read(ref _samples), Dropped));
    }
}

/// <summary>Limits of a ground-truth file.</summary>
public sealed record GroundTruthWriterOptions
{
    /// <summary>Default of <see cref="MaxBytes"/>: 1 GiB, about 7 million cycles.</summary>
    public const long DefaultMaxBytes = 1L << 30;

    /// <summary>Least of <see cref="MaxBytes"/>.</summary>
    public const long SmallestMaxBytes = 4096;

    /// <summary>Default of <see cref="RingLines"/>.</summary>
    public const int DefaultRingLines = 8192;

    /// <summary>
    /// Largest file in bytes, <see cref="SmallestMaxBytes"/> or more; lines beyond it are counted.
    /// </summary>
    public long MaxBytes { get; init; } = DefaultMaxBytes;

    /// <summary>Lines that may wait for the disk: a power of two, 2 to 65,536.</summary>
    public int RingLines { get; init; } = DefaultRingLines;

    /// <summary>
    /// True for a run as fast as possible: the block thread waits for room in the ring instead of dropping a line.
    /// False, the default, for everything that has a clock.
    /// </summary>
    public bool WaitsWhenFull { get; init; }

    /// <summary>Called once, by the writer's thread, with the reason why the file cannot be written.</summary>
    public Action<string>? OnFault { get; init; }
}
