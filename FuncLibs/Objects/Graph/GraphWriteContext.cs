using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using Nerdbank.MessagePack;

namespace FuncLibs.Objects.Graph;

/// <summary>A document while it is written. One thread.</summary>
internal sealed class GraphWriteContext
{
    // More is given back after a document: a thread that wrote a large one may never do so again.
    private const int KeptBytes = 1 << 20;

    private readonly ObjectNumbers _objects = new();
    private readonly TextNumbers _texts = new();
    private readonly List<GraphNames> _rows = [];
    private readonly Dictionary<GraphNames, int> _rowNumbers = [];
    private ArrayBufferWriter<byte> _body = new();
    private int _objectCount;
    private int _textCount;
    private int _lastRow;
    private bool _isUsed;

    [ThreadStatic]
    private static GraphWriteContext? _ofThread;

    /// <summary>Where the writer is.</summary>
    public GraphPlace Place { get; } = new();

    /// <summary>Whether an object that is met twice is written once.</summary>
    public bool KeepsReferences { get; private set; }

    /// <summary>The one of this thread, or another one while that is used.</summary>
    public static GraphWriteContext Begin(bool keepsReferences, ObjectLimits limits)
    {
        GraphWriteContext context = _ofThread ??= new GraphWriteContext();
        if (context._isUsed)
            context = new GraphWriteContext();
        context._isUsed = true;
        context.KeepsReferences = keepsReferences;
        context.Place.Begin(limits.MaxDepth);
        return context;
    }

    /// <summary>Writes a document.</summary>
    public void WriteDocument<T>(T value, GraphConverter<T> converter, IBufferWriter<byte> output, int maxBytes)
    {
        MessagePackWriter body = new(new LimitedWriter(_body, maxBytes));
        converter.Write(ref body, value, this);
        body.Flush();
        MessagePackWriter writer = new(output);
        writer.WriteArrayHeader(GraphFormat.Elements);
        writer.Write(KeepsReferences ? GraphFormat.References : GraphFormat.Tree);
        writer.WriteArrayHeader(_rows.Count);
        foreach (GraphNames row in _rows)
            writer.WriteRaw(row.Encoded);
        writer.WriteRaw(_body.WrittenSpan);
        writer.Flush();
    }

    /// <summary>Forgets the document.</summary>
    public void End()
    {
        _objects.Clear();
        _texts.Clear();
        _rows.Clear();
        _rowNumbers.Clear();
        Place.End();
        _body.ResetWrittenCount();
        if (_body.Capacity > KeptBytes)
            _body = new ArrayBufferWriter<byte>();
        (_objectCount, _textCount, _lastRow) = (0, 0, 0);
        _isUsed = false;
    }

    /// <summary>The row with these names, which is added when it is not there.</summary>
    public int RowOf(GraphNames names)
    {
        // Objects of one type mostly follow each other.
        if (_lastRow < _rows.Count && ReferenceEquals(_rows[_lastRow], names))
            return _lastRow;
        if (_rowNumbers.TryGetValue(names, out _lastRow))
            return _lastRow;
        if (_rows.Count == GraphFormat.MostRows)
            throw new ObjectLimitException($"it has objects of more than {GraphFormat.MostRows} types");
        _lastRow = _rows.Count;
        _rows.Add(names);
        _rowNumbers.Add(names, _lastRow);
        return _lastRow;
    }

    /// <summary>Counts an object or a collection, or refers to it when it was written already.</summary>
    /// <returns>True when nothing more of it is to be written.</returns>
    /// <param name="writer">Gets the reference.</param>
    /// <param name="value">The object.</param>
    /// <param name="form">The type that it is written as: what was written as another one cannot be referred to.
    /// </param>
    public bool Refer<T>(ref MessagePackWriter writer, [DisallowNull] T value, object? form)
    {
        if (!KeepsReferences)
            return false;
        if (typeof(T).IsValueType)
        {
            _objectCount++;
            return false;
        }

        if (_objects.TryAdd(value, form, _objectCount, out int known))
        {
            _objectCount++;
            return false;
        }

        WriteReference(ref writer, GraphFormat.ObjectReference, known);
        return true;
    }

    /// <summary>Writes a text, or a reference to it.</summary>
    public void WriteText(ref MessagePackWriter writer, string? text)
    {
        if (text is not null && KeepsReferences)
        {
            if (text.Length >= GraphFormat.ShortestShared && !_texts.TryAdd(text, _textCount, out int known))
            {
                WriteReference(ref writer, GraphFormat.TextReference, known);
                return;
            }

            _textCount++;
        }

        writer.Write(text);
    }

    // The shortest of the forms of 1, 2 and 4 bytes that MessagePack has without a length.
    private static void WriteReference(ref MessagePackWriter writer, sbyte type, int number)
    {
        uint length = number <= byte.MaxValue ? 1u : number <= ushort.MaxValue ? 2u : 4u;
        writer.Write(new ExtensionHeader(type, length));
        Span<byte> bytes = writer.GetSpan((int)length);
        for (int i = (int)length - 1; i >= 0; i--, number >>= 8)
            bytes[i] = (byte)number;
        writer.Advance((int)length);
    }
}
