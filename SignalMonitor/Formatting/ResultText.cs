using System.Globalization;

namespace SignalMonitor.Formatting;

/// <summary>
/// Text on its way out, gathered into large writes: standard output writes each piece by itself. Numbers are the
/// shortest that read back to the same bits, in invariant culture.
/// </summary>
/// <param name="target">Where it goes.</param>
internal sealed class ResultText(TextWriter target)
{
    private const int LongestNumber = 32;
    private readonly char[] _held = new char[16 * 1024];
    private int _count;

    /// <summary>Adds a text.</summary>
    public ResultText Add(ReadOnlySpan<char> text)
    {
        while (text.Length > _held.Length - _count)
        {
            int part = _held.Length - _count;
            text[..part].CopyTo(_held.AsSpan(_count));
            _count += part;
            text = text[part..];
            Flush();
        }

        text.CopyTo(_held.AsSpan(_count));
        _count += text.Length;
        return this;
    }

    /// <summary>Adds a number; <c>NaN</c>, <c>Infinity</c> and <c>-Infinity</c> as these words.</summary>
    public ResultText Add(double value)
    {
        if (_held.Length - _count < LongestNumber)
            Flush();
        value.TryFormat(_held.AsSpan(_count), out int written, "R", CultureInfo.InvariantCulture);
        _count += written;
        return this;
    }

    /// <summary>Adds a whole number.</summary>
    public ResultText Add(long value)
    {
        if (_held.Length - _count < LongestNumber)
            Flush();
        value.TryFormat(_held.AsSpan(_count), out int written, default, CultureInfo.InvariantCulture);
        _count += written;
        return this;
    }

    /// <summary>Ends a line.</summary>
    public void EndLine() => Add("\n");

    /// <summary>Writes what is held.</summary>
    public void Flush()
    {
        target.Write(_held.AsSpan(0, _count));
        _count = 0;
        target.Flush();
    }
}
