using System.Globalization;

namespace Simulator.Presets;

/// <summary>
/// A time history from a file: CSV, or one number a line. A first line without a number is a heading.
/// </summary>
public sealed class TimeHistory
{
    /// <summary>Greatest file, bytes.</summary>
    public const long MaxBytes = 64L << 20;

    /// <summary>Most values.</summary>
    public const int MaxValues = 4_000_000;

    private const int LongestLine = 4096;
    private const int MaxFaults = 20;
    private readonly double[] _values;

    private TimeHistory(double[] values)
    {
        _values = values;
        Max = values.Max(Math.Abs);
    }

    /// <summary>The values.</summary>
    public ReadOnlySpan<double> Values => _values;

    /// <summary>Greatest absolute value.</summary>
    public double Max { get; }

    /// <summary>
    /// Reads a file. The size is checked before allocating; every bad line is named, up to 20 of them.
    /// </summary>
    /// <param name="file">The file.</param>
    /// <param name="column">Column, from 1.</param>
    /// <param name="path">Key path in messages.</param>
    /// <param name="faults">Target of faults.</param>
    /// <returns>Null when there were faults.</returns>
    public static TimeHistory? Read(string file, int column, string path, PresetFaults faults)
    {
        if (column is < 1 or > LongestLine)
        {
            faults.Add(path, $"column {column}", $"allowed are 1 to {LongestLine}");
            return null;
        }

        var info = new FileInfo(file.Length == 0 ? "." : file);
        if (!info.Exists)
        {
            faults.Add(path, $"there is no file '{file}'", "name a file of numbers, CSV or one a line");
            return null;
        }

        if (info.Length > MaxBytes)
        {
            faults.Add(path, $"'{file}' has {info.Length} bytes", $"allowed are up to {MaxBytes}");
            return null;
        }

        try
        {
            using StreamReader reader = info.OpenText();
            return Read(reader, column, path, faults);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            faults.Add(path, $"'{file}' cannot be read: {e.Message}", "make it readable");
            return null;
        }
    }

    private static TimeHistory? Read(StreamReader reader, int column, string path, PresetFaults faults)
    {
        List<double> values = [];
        int bad = 0;
        for (int number = 1; reader.ReadLine() is string line; number++)
        {
            if (line.AsSpan().Trim().IsEmpty)
                continue;
            if (TryValue(line, column, out double value))
                values.Add(value);
            else if (number > 1 || HasDigitFirst(line))
                NameBad(path, faults, ++bad, number, line);
            if (values.Count <= MaxValues && bad <= MaxFaults)
                continue;
            if (bad <= MaxFaults)
                faults.Add(path, $"more than {MaxValues} values", "give a shorter one");
            return null;
        }

        if (values.Count == 0 && bad == 0)
            faults.Add(path, "there is no number in it", "give at least one");
        return values.Count == 0 || bad > 0 ? null : new TimeHistory([.. values]);
    }

    private static void NameBad(string path, PresetFaults faults, int bad, int number, string line)
    {
        const int Shown = 40;
        string text = line.Length > Shown ? line[..Shown] + "..." : line;
        if (bad > MaxFaults)
            faults.Add(path, $"line {number} and perhaps more are bad as well", "mend those named first");
        else
            faults.Add(path, $"line {number} is '{text}'", "a finite number must be in the column");
    }

    // A first line that begins like a number is data, bad or not.
    private static bool HasDigitFirst(string line) =>
        line.AsSpan().TrimStart()[0] is (>= '0' and <= '9') or '+' or '-' or '.';

    private static bool TryValue(string line, int column, out double value)
    {
        value = 0;
        if (line.Length > LongestLine)
            return false;
        ReadOnlySpan<char> rest = line;
        for (int i = 1; i < column; i++)
        {
            int at = rest.IndexOfAny(',', ';', '\t');
            if (at < 0)
                return false;
            rest = rest[(at + 1)..];
        }

        int end = rest.IndexOfAny(',', ';', '\t');
        return double.TryParse(
            end < 0 ? rest : rest[..end], NumberStyles.Float, CultureInfo.InvariantCulture, out value)
            && double.IsFinite(value);
    }
}
