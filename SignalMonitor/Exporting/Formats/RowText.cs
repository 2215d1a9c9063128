using System.Buffers;
using System.Buffers.Text;
using System.Globalization;
using FuncLibs.Runtime.Timing;

namespace SignalMonitor.Exporting.Formats;

/// <summary>
/// Rows of a table as UTF-8 text in memory. Numbers are the shortest text that reads back to the same bits, in
/// invariant culture. Does not allocate once its buffer is large enough. One thread.
/// </summary>
internal sealed class RowText
{
    private const int LongestToken = 40;
    private const int SecondBytes = 20;
    private const long ExactInteger = 1L << 53;
    private readonly byte[] _second = new byte[SecondBytes];
    private byte[] _held = new byte[1 << 16];
    private long _secondNumber = long.MinValue;
    private int _count;

    /// <summary>The text so far.</summary>
    public ReadOnlySpan<byte> Bytes => _held.AsSpan(0, _count);

    /// <summary>Bytes so far.</summary>
    public int Count => _count;

    /// <summary>Bytes of the text that are to be replaced.</summary>
    public Span<byte> Reopen(int at, int count) => _held.AsSpan(at, Math.Min(count, _count - at));

    /// <summary>Empties it.</summary>
    public void Clear() => _count = 0;

    /// <summary>Adds bytes.</summary>
    public void Add(ReadOnlySpan<byte> bytes)
    {
        Reserve(bytes.Length);
        bytes.CopyTo(_held.AsSpan(_count));
        _count += bytes.Length;
    }

    /// <summary>Adds one ASCII character.</summary>
    public void Add(byte character)
    {
        Reserve(1);
        _held[_count++] = character;
    }

    /// <summary>Adds a finite number.</summary>
    /// <param name="value">The number.</param>
    /// <param name="decimalSign">Its decimal sign, one byte.</param>
    public void Add(double value, byte decimalSign = (byte)'.')
    {
        Reserve(LongestToken);
        int written;
        if (Math.Abs(value) < ExactInteger && value == (long)value && (value != 0 || !double.IsNegative(value)))
            Utf8Formatter.TryFormat((long)value, _held.AsSpan(_count), out written);
        else
            written = ShortestDecimal.Write(value, _held.AsSpan(_count), decimalSign);
        _count += written;
    }

    /// <summary>Adds an instant as ISO 8601 with nine decimals: <c>2026-03-01T12:00:00.000100000Z</c>.</summary>
    /// <param name="utcNs">UTC ns, 0 or more.</param>
    public void AddTime(long utcNs)
    {
        Reserve(LongestToken);
        (long second, long ns) = Math.DivRem(utcNs, UtcClock.NanosecondsPerSecond);
        if (second != _secondNumber)
        {
            DateTimeOffset.FromUnixTimeSeconds(second).UtcDateTime.TryFormat(
                _second, out _, "yyyy-MM-dd'T'HH:mm:ss'.'", CultureInfo.InvariantCulture);
            _secondNumber = second;
        }

        _second.CopyTo(_held.AsSpan(_count));
        _count += SecondBytes;
        AddNanoseconds(ns);
        _held[_count++] = (byte)'Z';
    }

    /// <summary>Adds a duration in seconds with nine decimals.</summary>
    /// <param name="ns">The duration, ns.</param>
    /// <param name="decimalSign">Its decimal sign, one byte.</param>
    public void AddSeconds(long ns, byte decimalSign = (byte)'.')
    {
        Reserve(LongestToken);
        if (ns < 0)
            _held[_count++] = (byte)'-';
        (long second, long rest) = Math.DivRem(Math.Abs(ns), UtcClock.NanosecondsPerSecond);
        Utf8Formatter.TryFormat(second, _held.AsSpan(_count), out int written);
        _count += written;
        _held[_count++] = decimalSign;
        AddNanoseconds(rest);
    }

    private void AddNanoseconds(long ns)
    {
        const int Digits = 9;
        Utf8Formatter.TryFormat(ns, _held.AsSpan(_count), out int _, new StandardFormat('D', Digits));
        _count += Digits;
    }

    private void Reserve(int bytes)
    {
        if (_held.Length - _count < bytes)
            Array.Resize(ref _held, Math.Max(2 * _held.Length, _count + bytes));
    }
}
