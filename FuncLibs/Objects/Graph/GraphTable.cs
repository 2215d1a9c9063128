using Nerdbank.MessagePack;

namespace FuncLibs.Objects.Graph;

/// <summary>The table of names of a document that is read. One thread.</summary>
internal sealed class GraphTable
{
    private Row[] _rows = [];
    private int _count;

    /// <summary>Reads it.</summary>
    public void Read(ref MessagePackReader reader, ReadOnlyMemory<byte> input)
    {
        int count = reader.ReadArrayHeader();
        if (count > GraphFormat.MostRows)
            throw new ObjectLimitException($"its table has {count} rows, and may have {GraphFormat.MostRows}");
        if (count > _rows.Length)
            _rows = new Row[count];
        for (; _count < count; _count++)
        {
            int offset = (int)reader.Consumed;
            int names = reader.ReadArrayHeader();
            for (int i = 0; i < names; i++)
                reader.ReadStringSpan();
            _rows[_count] = new Row(input[offset..(int)reader.Consumed], names);
        }
    }

    /// <summary>Forgets it.</summary>
    public void Clear()
    {
        Array.Clear(_rows, 0, _count);
        _count = 0;
    }

    /// <summary>The names of the row of an object.</summary>
    /// <param name="row">The row.</param>
    /// <param name="count">Values of the object.</param>
    /// <exception cref="GraphException">There is no such row, or it has more or fewer names.</exception>
    public GraphNames NamesOf(int row, int count)
    {
        ref Row found = ref Find(row, count);
        return found.Names ??= GraphNames.Read(found.Bytes);
    }

    /// <summary>How the members of the row of an object are read by a converter.</summary>
    /// <param name="row">The row.</param>
    /// <param name="layouts">Those of the converter.</param>
    /// <param name="count">Values of the object.</param>
    /// <exception cref="GraphException">There is no such row, or it has more or fewer names.</exception>
    public GraphLayout LayoutOf(int row, GraphLayouts layouts, int count)
    {
        ref Row found = ref Find(row, count);
        if (found.Layout?.Owner == layouts)
            return found.Layout;

        // Objects of a list with keys are read by two in turns: for the key, and for all of it.
        (found.Layout, found.Other) = (found.Other, found.Layout);
        return found.Layout?.Owner == layouts ? found.Layout : found.Layout = layouts.Find(found.Bytes);
    }

    private ref Row Find(int row, int count)
    {
        if ((uint)row >= (uint)_count)
            throw new GraphException($"an object is of row {row} of a table of {_count}");
        ref Row found = ref _rows[row];
        if (found.Count != count)
            throw new GraphException($"an object has {count} values, and its row {found.Count} names");
        return ref found;
    }

    private record struct Row(ReadOnlyMemory<byte> Bytes, int Count)
    {
        public GraphLayout? Layout { get; set; }

        public GraphLayout? Other { get; set; }

        public GraphNames? Names { get; set; }
    }
}
