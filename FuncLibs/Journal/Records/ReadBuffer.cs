using System.Numerics;
using FuncLibs.Runtime.Files;

namespace FuncLibs.Journal.Records;

/// <summary>
/// A moving view of a file, filled in large reads. Has the length of a read from the first one on, grows to the longest
/// piece requested, then does not allocate again: a reader that falls behind later reads more at a time and allocates
/// nothing.
/// </summary>
internal sealed class ReadBuffer
{
    /// <summary>Bytes of one read: small enough for the second-level cache, where the CRC then finds them.</summary>
    public const int ReadBytes = 512 * 1024;

    private byte[] _bytes = [];
    private IDiskFile? _file;
    private long _start;
    private int _count;
    private long _end;

    /// <summary>Begins on a file, of which only the bytes before <paramref name="end"/> count.</summary>
    public void Begin(IDiskFile file, long end)
    {
        _file = file;
        _end = end;
        _start = 0;
        _count = 0;
    }

    // A disk may fail once and give the bytes the next time.
    private const int ReadAttempts = 3;

    /// <summary>More of the same file may be read now; it has only grown.</summary>
    public void Extend(long end) => _end = Math.Max(_end, end);

    /// <summary>
    /// The bytes from <paramref name="offset"/> on: <paramref name="length"/>, or fewer at the end, or none after a
    /// fault.
    /// </summary>
    public ReadOnlySpan<byte> Read(long offset, int length, out FileOutcome outcome)
    {
        outcome = FileOutcome.Ok;
        length = (int)Math.Clamp(_end - offset, 0, length);
        if (offset < _start || offset + length > _start + _count)
            outcome = Fill(offset, length);
        int from = (int)(offset - _start);
        return outcome.IsOk ? _bytes.AsSpan(from, Math.Min(length, _count - from)) : default;
    }

    /// <summary>
    /// What the window holds from <paramref name="offset"/> on; it is filled only when that is less than
    /// <paramref name="min"/> bytes.
    /// </summary>
    public ReadOnlySpan<byte> ReadBuffered(long offset, int min, out FileOutcome outcome)
    {
        Read(offset, min, out outcome);
        int from = (int)(offset - _start);
        return outcome.IsOk ? _bytes.AsSpan(from, _count - from) : default;
    }

    private FileOutcome Fill(long offset, int length)
    {
        int kept = offset >= _start && offset < _start + _count ? (int)(_start + _count - offset) : 0;
        byte[] source = _bytes;
        int needed = Math.Max(length, (int)Math.Min(_end - offset, ReadBytes));
        if (needed > _bytes.Length)
            _bytes = new byte[BitOperations.RoundUpToPowerOf2((uint)Math.Max(needed, ReadBytes))];
        Buffer.BlockCopy(source, (int)(kept > 0 ? offset - _start : 0), _bytes, 0, kept);
        _start = offset;
        _count = kept;
        int wanted = (int)Math.Min(_bytes.Length - kept, _end - offset - kept);
        FileOutcome outcome = default;
        for (int attempt = 0; attempt < ReadAttempts; attempt++)
        {
            outcome = _file!.Read(offset + kept, _bytes.AsSpan(kept, wanted), out int read);
            _count = kept + read;

            // What fails after the bytes that are needed is met when it is needed.
            if (outcome.IsOk || _count >= length)
                return FileOutcome.Ok;
            wanted = length - kept;
        }

        return outcome;
    }
}
