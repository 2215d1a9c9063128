using System.Buffers;
using System.Buffers.Binary;
using System.Collections.Immutable;
using System.Text;

namespace SignalMonitor.Pyramids;

/// <summary>The columns of a pyramid for a while: channels, then calculated channels. Immutable.</summary>
/// <param name="all">The columns; no name twice counts, the first has it.</param>
internal sealed class PyramidColumns(ImmutableArray<PyramidColumn> all)
{
    private readonly Dictionary<string, int> _byName = all
        .Select((column, place) => (column.Name, place))
        .DistinctBy(entry => entry.Name)
        .ToDictionary(entry => entry.Name, entry => entry.place, StringComparer.Ordinal);

    /// <summary>All of them.</summary>
    public ImmutableArray<PyramidColumn> All { get; } = all;

    /// <summary>How many.</summary>
    public int Count => All.Length;

    /// <summary>The place of a column; -1 when there is none.</summary>
    public int Find(string name) => _byName.GetValueOrDefault(name, -1);

    /// <summary>Whether another has the same columns.</summary>
    public bool HasColumnsOf(PyramidColumns other) =>
        ReferenceEquals(this, other) || All.AsSpan().SequenceEqual(other.All.AsSpan());

    /// <summary>Writes them: for each the name, the unit and whether it is calculated.</summary>
    public void Write(ArrayBufferWriter<byte> output)
    {
        foreach (PyramidColumn column in All)
        {
            WriteText(output, column.Name);
            WriteText(output, column.Unit);
            output.GetSpan(1)[0] = column.IsCalculated ? (byte)1 : (byte)0;
            output.Advance(1);
        }
    }

    /// <summary>Reads what <see cref="Write"/> wrote; null when it is something else.</summary>
    /// <param name="from">The bytes; zeros may follow.</param>
    /// <param name="count">How many columns, at most <see cref="PyramidLevels.MaxColumns"/>.</param>
    public static PyramidColumns? TryRead(ReadOnlySpan<byte> from, int count)
    {
        ImmutableArray<PyramidColumn>.Builder columns = ImmutableArray.CreateBuilder<PyramidColumn>(count);
        for (int i = 0; i < count; i++)
        {
            if (!TryReadText(ref from, out string name) || !TryReadText(ref from, out string unit) || from.IsEmpty)
                return null;
            columns.Add(new PyramidColumn(name, unit, from[0] == 1));
            from = from[1..];
        }

        return new PyramidColumns(columns.MoveToImmutable());
    }

    private static void WriteText(ArrayBufferWriter<byte> output, string text)
    {
        byte[] bytes = Encoding.UTF8.GetBytes(text);
        int length = Math.Min(bytes.Length, ushort.MaxValue);
        BinaryPrimitives.WriteUInt16LittleEndian(output.GetSpan(sizeof(ushort)), (ushort)length);
        output.Advance(sizeof(ushort));
        output.Write(bytes.AsSpan(0, length));
    }

    private static bool TryReadText(ref ReadOnlySpan<byte> from, out string text)
    {
        text = "";
        if (from.Length < sizeof(ushort))
            return false;
        int length = BinaryPrimitives.ReadUInt16LittleEndian(from);
        from = from[sizeof(ushort)..];
        if (from.Length < length)
            return false;
        text = Encoding.UTF8.GetString(from[..length]);
        from = from[length..];
        return true;
    }
}

/// <summary>A column of a pyramid.</summary>
/// <param name="Name">Name of the signal.</param>
/// <param name="Unit">Its unit; empty for a plain number.</param>
/// <param name="IsCalculated">True for a calculated channel.</param>
internal readonly record struct PyramidColumn(string Name, string Unit, bool IsCalculated);
