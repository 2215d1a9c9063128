using FuncLibs.GroundTruth;
using FuncLibs.Runtime.Diagnostics;

namespace Tools.GroundTruth;

/// <summary>
/// Reads a ground-truth file line by line, however long it is: the memory is one buffer. Never throws for what a file
/// says. Kinds that are unknown to this version are skipped and counted, and so are unknown members. One
/// thread.
/// </summary>
public sealed class GroundTruthReader : IDisposable
{
    /// <summary>Bytes of a line at most.</summary>
    public const int MaxLineBytes = 64 * 1024;

    private readonly Stream _file;
    private readonly byte[] _buffer = new byte[2 * MaxLineBytes];
    private readonly GroundTruthParser _parser = new();
    private int _begin;
    private int _end;
    private bool _isAtEnd;
    private string? _fault;

    /// <summary>Reads a stream, which becomes the reader's own.</summary>
    public GroundTruthReader(Stream file) => _file = file;

    /// <summary>Number of the line that the last step was of, from 1.</summary>
    public long LineNumber { get; private set; }

    /// <summary>Lines of kinds that are not known.</summary>
    public long UnknownKinds { get; private set; }

    /// <summary>Opens a file, which may still be written.</summary>
    /// <param name="path">The file.</param>
    /// <param name="reader">The reader, when nothing is wrong.</param>
    /// <returns>What is wrong; null when nothing is.</returns>
    public static string? Open(string path, out GroundTruthReader? reader)
    {
        reader = null;
        try
        {
            reader = new GroundTruthReader(
                new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite | FileShare.Delete, 0));
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException
            or NotSupportedException)
        {
            return $"the truth file {path} cannot be read ({OneLine.Format(e)}); the simulator writes it beside its run";
        }
    }

    /// <summary>Continues to the next line of a kind that is known; empty lines are passed over.</summary>
    public GroundTruthStep Next()
    {
        while (true)
        {
            int length = FindLine();
            if (length < 0)
                return Last();
            ReadOnlySpan<byte> line = _buffer.AsSpan(_begin, length);
            _begin = Math.Min(_begin + length + 1, _end);
            LineNumber++;
            if (length > MaxLineBytes)
                return TooLong();
            if (line.Trim(" \r\t"u8).IsEmpty)
                continue;
            if (Parse(line) is { Status: not GroundTruthStatus.None } step)
                return step;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => _file.Dispose();

    private GroundTruthStep Parse(ReadOnlySpan<byte> line)
    {
        if (_parser.Parse(line, out GroundTruthLine? parsed) is { } fault)
            return new GroundTruthStep(
                GroundTruthStatus.Bad, Fault: FormattableString.Invariant($"line {LineNumber}, {fault}"));
        if (parsed is not null)
            return new GroundTruthStep(GroundTruthStatus.Line, parsed);
        UnknownKinds++;
        return default;
    }

    // The line break of the next line may be missing: what is there is a line when it can be read, else the begin of
    // one.
    private GroundTruthStep Last()
    {
        if (_fault is not null)
            return new GroundTruthStep(GroundTruthStatus.Failed, Fault: _fault);
        ReadOnlySpan<byte> rest = _buffer.AsSpan(_begin, _end - _begin);
        _begin = _end;
        if (rest.Trim(" \r\t"u8).IsEmpty)
            return new GroundTruthStep(GroundTruthStatus.End);
        LineNumber++;
        return Parse(rest) switch
        {
            { Status: GroundTruthStatus.Line } whole => whole,
            { Status: GroundTruthStatus.None } => new GroundTruthStep(GroundTruthStatus.End),
            _ => new GroundTruthStep(GroundTruthStatus.Torn),
        };
    }

    // Bytes up to the next line break; more than MaxLineBytes when there is none among so many, -1 when the file ended
    // before.
    private int FindLine()
    {
        int searched = 0;
        while (true)
        {
            int at = _buffer.AsSpan(_begin + searched, _end - _begin - searched).IndexOf((byte)'\n');
            if (at >= 0)
                return searched + at;
            searched = _end - _begin;
            if (searched > MaxLineBytes)
                return searched;
            if (!TryFill())
                return -1;
        }
    }

    private bool TryFill()
    {
        if (_isAtEnd)
            return false;
        _buffer.AsSpan(_begin, _end - _begin).CopyTo(_buffer);
        (_begin, _end) = (0, _end - _begin);
        try
        {
            int read = _file.Read(_buffer, _end, _buffer.Length - _end);
            _end += read;
            _isAtEnd = read == 0;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            _isAtEnd = true;
            _fault = $"the truth file cannot be read any more after line {LineNumber} ({OneLine.Format(e)})";
        }

        return !_isAtEnd;
    }

    // The rest of the line goes by without being kept.
    private GroundTruthStep TooLong()
    {
        bool isOver = _begin > 0 && _begin <= _end && _buffer[_begin - 1] == (byte)'\n';
        while (!isOver)
        {
            int at = _buffer.AsSpan(_begin, _end - _begin).IndexOf((byte)'\n');
            isOver = at >= 0;
            _begin = isOver ? _begin + at + 1 : _end;
            if (!isOver && !TryFill())
                break;
        }

        string fault = FormattableString.Invariant(
            $"line {LineNumber}, column {MaxLineBytes + 1}: a line has {MaxLineBytes} bytes at most");
        return new GroundTruthStep(GroundTruthStatus.Bad, Fault: fault);
    }
}

/// <summary>What a step of a <see cref="GroundTruthReader"/> gave.</summary>
public enum GroundTruthStatus : byte
{
    /// <summary>Nothing was tried: the value of <c>default</c>, never a success.</summary>
    None,

    /// <summary>A line.</summary>
    Line,

    /// <summary>A line that cannot be read; the next step continues after it.</summary>
    Bad,

    /// <summary>The end of the file, after a whole line.</summary>
    End,

    /// <summary>
    /// The end of the file, in the middle of a line: it is still being written, or its writer was killed.
    /// </summary>
    Torn,

    /// <summary>The disk cannot be read any more.</summary>
    Failed,
}

/// <summary>Outcome of <see cref="GroundTruthReader.Next"/>.</summary>
/// <param name="Status">How it ended.</param>
/// <param name="Line">The line, when there is one.</param>
/// <param name="Fault">Line, column and reason, when it is bad or the disk failed.</param>
public readonly record struct GroundTruthStep(
    GroundTruthStatus Status, GroundTruthLine? Line = null, string? Fault = null);
