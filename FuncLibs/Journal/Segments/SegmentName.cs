using System.Globalization;

namespace FuncLibs.Journal.Segments;

/// <summary>
/// Name of a segment: <c>EEEEEEEEEEEEEEEE-NNNNNNNN.seg</c>, epoch and number in lower-case hexadecimal, the number from
/// 1 in each epoch. So names sort as what they hold.
/// </summary>
/// <param name="Epoch">The epoch.</param>
/// <param name="Number">Number within it.</param>
public readonly record struct SegmentName(ulong Epoch, uint Number) : IComparable<SegmentName>
{
    /// <summary>Ending of a segment.</summary>
    public const string Ending = ".seg";

    /// <summary>Ending of the index beside it.</summary>
    public const string IndexEnding = ".idx";

    private const int EpochDigits = 16;
    private const int NumberDigits = 8;
    private const int StemLength = EpochDigits + 1 + NumberDigits;

    /// <summary>Name of the segment's file.</summary>
    public string File => Stem + Ending;

    /// <summary>Name of the index's file.</summary>
    public string IndexFile => Stem + IndexEnding;

    private string Stem => string.Create(CultureInfo.InvariantCulture, $"{Epoch:x16}-{Number:x8}");

    /// <summary>Reads the name of a segment; false for any other file.</summary>
    public static bool TryParse(ReadOnlySpan<char> file, out SegmentName name) => TryParse(file, Ending, out name);

    /// <summary>Reads the name of an index; false for any other file.</summary>
    public static bool TryParseIndex(ReadOnlySpan<char> file, out SegmentName name) =>
        TryParse(file, IndexEnding, out name);

    private static bool TryParse(ReadOnlySpan<char> file, string ending, out SegmentName name)
    {
        name = default;
        if (file.Length != StemLength + ending.Length || !file.EndsWith(ending, StringComparison.Ordinal)
            || file[EpochDigits] != '-')
            return false;
        bool parsed = TryHex(file[..EpochDigits], out ulong epoch) & TryHex(
            file.Slice(EpochDigits + 1, NumberDigits), out ulong number);
        name = new SegmentName(epoch, (uint)number);
        return parsed && epoch != 0 && number != 0;
    }

    /// <inheritdoc/>
    public int CompareTo(SegmentName other) =>
        Epoch == other.Epoch ? Number.CompareTo(other.Number) : Epoch.CompareTo(other.Epoch);

    /// <summary>Order of age.</summary>
    public static bool operator <(SegmentName left, SegmentName right) => left.CompareTo(right) < 0;

    /// <summary>Order of age.</summary>
    public static bool operator >(SegmentName left, SegmentName right) => left.CompareTo(right) > 0;

    /// <summary>Order of age.</summary>
    public static bool operator <=(SegmentName left, SegmentName right) => left.CompareTo(right) <= 0;

    /// <summary>Order of age.</summary>
    public static bool operator >=(SegmentName left, SegmentName right) => left.CompareTo(right) >= 0;

    /// <inheritdoc/>
    public override string ToString() => File;

    private static bool TryHex(ReadOnlySpan<char> digits, out ulong value) =>
        ulong.TryParse(digits, NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out value)
        && !digits.ContainsAnyInRange('A', 'F');
}
