using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.GroundTruth;

/// <summary>
/// The file of a run, up to its limit and up to the first fault of the disk. A file with a fault ends there: a line
/// after half of another could not be read. One thread.
/// </summary>
internal sealed class GroundTruthFile : IDisposable
{
    // Room for the line that the file is full, and for its end.
    private const int LastLinesBytes = 256;
    private const int BufferBytes = 64 * 1024;

    private readonly GroundTruthText _text = new();
    private readonly Stream _file;
    private readonly long _maxBytes;
    private readonly Action<string>? _onFault;
    private readonly byte[] _held = new byte[BufferBytes];
    private int _count;
    private long _bytes;
    private bool _isFull;
    private string? _fault;
    private long _dropped;

    public GroundTruthFile(Stream file, GroundTruthWriterOptions options)
    {
        _file = file;
        _maxBytes = options.MaxBytes;
        _onFault = options.OnFault;
    }

    /// <summary>Why nothing is written any more; any thread.</summary>
    public string? Fault => Volatile.Read(ref _fault);

    /// <summary>Lines that did not get into the file; any thread.</summary>
    public long Dropped => Volatile.Read(ref _dropped);

    public void Begin(RunLine run)
    {
        Hold(_text.Format(run));
        Flush();
    }

    public void Add(in GroundTruthCell cell)
    {
        if (_isFull || _fault is not null)
        {
            Volatile.Write(ref _dropped, _dropped + 1);
            return;
        }

        ReadOnlySpan<byte> line = _text.Format(cell);
        if (_bytes + line.Length + LastLinesBytes <= _maxBytes)
        {
            Hold(line);
            return;
        }

        _isFull = true;
        Volatile.Write(ref _dropped, _dropped + 1);
        Hold(_text.Format(new TruncatedLine(_bytes)));
    }

    public void End(EndLine line)
    {
        Hold(_text.Format(line));
        Flush();
    }

    /// <summary>Hands what is held to the system.</summary>
    public void Flush()
    {
        if (_count == 0 || _fault is not null)
            return;
        try
        {
            _file.Write(_held, 0, _count);
            _file.Flush();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Fail(e);
        }

        _count = 0;
    }

    public void Dispose()
    {
        _text.Dispose();
        try
        {
            _file.Dispose();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Fail(e);
        }
    }

    private void Hold(ReadOnlySpan<byte> line)
    {
        if (_fault is not null)
            return;
        _bytes += line.Length;
        while (line.Length > _held.Length - _count)
        {
            int part = _held.Length - _count;
            line[..part].CopyTo(_held.AsSpan(_count));
            _count += part;
            line = line[part..];
            Flush();
        }

        line.CopyTo(_held.AsSpan(_count));
        _count += line.Length;
    }

    private void Fail(Exception e)
    {
        if (_fault is not null)
            return;
        string fault =
            $"the truth file cannot be written any more ({OneLine.Format(e)}); the run continues, its truth ends here";
        Volatile.Write(ref _fault, fault);
        _onFault?.Invoke(fault);
    }
}
