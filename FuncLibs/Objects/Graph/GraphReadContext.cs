using System.Diagnostics.CodeAnalysis;
using Nerdbank.MessagePack;

namespace FuncLibs.Objects.Graph;

/// <summary>A document while it is read. One thread.</summary>
internal sealed class GraphReadContext
{
    private const int KeptObjects = 1 << 14;

    private readonly GraphTexts _texts = new();
    private readonly ObjectNumbers _claimed = new();
    private GraphEntry[] _entries = [];
    private ReadOnlyMemory<byte> _input;
    private int _entryCount;
    private int _nextEntry;
    private int _base;
    private bool _isUsed;

    [ThreadStatic]
    private static GraphReadContext? _ofThread;

    /// <summary>Where the reader is.</summary>
    public GraphPlace Place { get; } = new();

    /// <summary>Whether the document has references.</summary>
    public bool KeepsReferences { get; private set; }

    /// <summary>Whether objects that are there are read into.</summary>
    public bool Populates { get; private set; }

    /// <summary>How lists with keys are merged; null = they are not.</summary>
    public ListMerge? Lists { get; private set; }

    /// <summary>Byte of a fault in what was read again for a reference; -1 none.</summary>
    public int FaultOffset { get; private set; }

    /// <summary>The one of this thread, or another one while that is used.</summary>
    /// <param name="input">The document.</param>
    /// <param name="populates">Whether objects that are there are read into.</param>
    /// <param name="lists">How lists with keys are merged.</param>
    /// <param name="limits">What an object may be.</param>
    public static GraphReadContext Begin(
        ReadOnlyMemory<byte> input, bool populates, ListMerge? lists, ObjectLimits limits)
    {
        GraphReadContext context = _ofThread ??= new GraphReadContext();
        if (context._isUsed)
            context = new GraphReadContext();
        (context._isUsed, context._input, context.Populates, context.Lists) = (true, input, populates, lists);
        context.FaultOffset = -1;
        context.Place.Begin(limits.MaxDepth);
        return context;
    }

    /// <summary>Forgets the document.</summary>
    public void End()
    {
        Table.Clear();
        _texts.Clear();
        _claimed.Clear();
        Place.End();
        Array.Clear(_entries, 0, _entryCount);
        if (_entries.Length > KeptObjects)
            _entries = [];
        (_entryCount, _nextEntry, _base, _input, Lists) = (0, 0, 0, default, null);
        _isUsed = false;
    }

    /// <summary>Reads what is before the root.</summary>
    public void ReadHead(ref MessagePackReader reader)
    {
        if (reader.ReadArrayHeader() is var elements && elements != GraphFormat.Elements)
            throw new GraphException($"a document has {GraphFormat.Elements} elements, not {elements}");
        KeepsReferences = reader.ReadInt32() switch
        {
            GraphFormat.Tree => false,
            GraphFormat.References => true,
            var kind => throw new GraphException($"documents of kind {kind} are not known, only 1 and 2"),
        };
        Table.Read(ref reader, _input);
    }

    /// <summary>The table of names.</summary>
    public GraphTable Table { get; } = new();

    /// <summary>Numbers an object or a collection that begins here.</summary>
    /// <returns>Its number; -1 in a document without references.</returns>
    public int Number(ref MessagePackReader reader)
    {
        if (!KeepsReferences)
            return -1;
        if (_nextEntry < _entryCount)
            return _nextEntry++;
        if (_entryCount == _entries.Length)
            Array.Resize(ref _entries, Math.Max(64, _entryCount * 2));
        _entries[_entryCount++] = new GraphEntry(null, null, OffsetOf(ref reader), _texts.Next, false);
        return _nextEntry++;
    }

    /// <summary>Tells that an object is being made, and is not there before all of it was read.</summary>
    public void Promise(int number)
    {
        if (number >= 0)
            _entries[number].IsBegun = true;
    }

    /// <summary>Tells the object of a number.</summary>
    public void Set(int number, object? value, GraphConverter converter)
    {
        if (number < 0)
            return;
        ref GraphEntry entry = ref _entries[number];
        (entry.Value, entry.Converter, entry.IsBegun) = (value, converter, false);
    }

    /// <summary>What is read again, when it was made meanwhile.</summary>
    public bool TryGet<T>(int number, [NotNullWhen(true)] out T? value)
    {
        value = default;
        if (number < 0 || typeof(T).IsValueType || _entries[number].Value is not T known)
            return false;
        value = known;
        return true;
    }

    /// <summary>Takes an object that is there for one of the input; false when another one has it already.</summary>
    public bool Claim(object value) => _claimed.TryAdd(value, null, 0, out _);

    /// <summary>Whether an object that is there was taken for one of the input.</summary>
    public bool IsClaimed(object value) => _claimed.Contains(value);

    /// <summary>What is read again as a value that no member takes, when it is there already.</summary>
    public bool TryGetUnknown(int number, [NotNullWhen(true)] out UnknownValue? value)
    {
        value = number < 0 ? null : _entries[number] switch
        {
            { Value: UnknownValue unknown } => unknown,
            { Value: { } known, Converter: { } converter } => new KnownObject(known, converter),
            _ => null,
        };
        return value is not null;
    }

    /// <summary>What was counted so far, for <see cref="Return"/>.</summary>
    public (int Entry, int Text) Mark() => (_nextEntry, _texts.Next);

    /// <summary>Goes back, or forward again, to what was counted there.</summary>
    public void Return((int Entry, int Text) mark) => (_nextEntry, _texts.Next) = mark;

    /// <summary>Reads what a reference refers to.</summary>
    /// <param name="reader">At the reference.</param>
    /// <param name="existing">What is there, and is read into where that was skipped before.</param>
    /// <param name="converter">Reads it.</param>
    public T ReadReference<T>(ref MessagePackReader reader, T? existing, GraphConverter<T> converter)
    {
        int number = ReadNumber(ref reader, GraphFormat.ObjectReference, _nextEntry, "object");
        ref GraphEntry entry = ref _entries[number];
        if (entry.Value is T known)
            return known;
        CheckIsMade(number);
        if (entry.Value is not (null or UnknownValue))
            throw new GraphException($"object {number} is a {entry.Value.GetType().Name}, not a {typeof(T).Name}");
        return ReadAgain(number, existing, converter)
            ?? throw new GraphException($"object {number} is not a {typeof(T).Name}");
    }

    /// <summary>Reads what a reference refers to, whatever it is.</summary>
    public UnknownValue ReadUnknownReference(ref MessagePackReader reader)
    {
        int number = ReadNumber(ref reader, GraphFormat.ObjectReference, _nextEntry, "object");
        if (TryGetUnknown(number, out UnknownValue? known))
            return known;
        CheckIsMade(number);
        return ReadAgain(number, null, UnknownConverter.Instance)!;
    }

    /// <summary>Reads a member of an object that is read as a whole later.</summary>
    /// <param name="reader">At the first byte of the object.</param>
    /// <param name="layouts">Has the member alone.</param>
    /// <param name="value">What may be kept; receives what was read.</param>
    /// <param name="converter">Reads it.</param>
    /// <returns>False when the object does not have the member.</returns>
    public bool TryPeek<T>(
        ref readonly MessagePackReader reader, GraphLayouts layouts, ref T? value, GraphConverter<T> converter)
    {
        (int, int) mark = Mark();
        MessagePackReader ahead = reader;
        Number(ref ahead);
        int count = ahead.ReadArrayHeader() - 1;
        int column = count >= 0 && ahead.NextMessagePackType == MessagePackType.Integer
            ? Array.IndexOf(Table.LayoutOf(ahead.ReadInt32(), layouts, count).Members, 0) : -1;
        for (int i = 0; i < column; i++)
            Skip(ref ahead);
        if (column >= 0)
            converter.Read(ref ahead, ref value, this);
        Return(mark);
        return column >= 0;
    }

    /// <summary>Reads a text, or what a reference to one refers to.</summary>
    /// <param name="reader">At its first byte.</param>
    /// <param name="existing">The text that is there, which is kept when it is the same; null none.</param>
    public string? ReadText(ref MessagePackReader reader, string? existing)
    {
        byte code = reader.NextCode;
        if (code == GraphFormat.Nil)
        {
            reader.ReadNil();
            return null;
        }

        if (!KeepsReferences)
            return GraphTexts.Read(reader.ReadStringSpan(), existing);
        return GraphFormat.IsExtension(code)
            ? _texts.Get(ReadNumber(ref reader, GraphFormat.TextReference, _texts.Next, "text"), _input.Span, existing)
            : _texts.Add(ref reader, OffsetOf(ref reader), existing);
    }

    /// <summary>The bytes of a text that comes; false when something else comes, or a reference to a text.</summary>
    public static bool TryPeekText(ref readonly MessagePackReader reader, out ReadOnlySpan<byte> bytes)
    {
        bytes = default;
        MessagePackReader ahead = reader;
        return ahead.NextMessagePackType == MessagePackType.String && ahead.TryReadStringSpan(out bytes);
    }

    /// <summary>Skips a value, and numbers what it contains.</summary>
    public void Skip(ref MessagePackReader reader)
    {
        switch (reader.NextMessagePackType)
        {
            case MessagePackType.Array or MessagePackType.Map:
                SkipNumbered(Number(ref reader), ref reader);
                break;
            case MessagePackType.String when KeepsReferences:
                _texts.Skip(ref reader, OffsetOf(ref reader));
                break;
            default:
                reader.Skip(new SerializationContext());
                break;
        }
    }

    /// <summary>Tells where an object or a collection ends, so that it is walked once only.</summary>
    public void SetEnd(int number, ref MessagePackReader reader)
    {
        if (number < 0)
            return;
        ref GraphEntry entry = ref _entries[number];
        (entry.End, entry.NextEntry, entry.NextText) = (OffsetOf(ref reader), _nextEntry, _texts.Next);
    }

    /// <summary>Skips an object or a collection that has its number already.</summary>
    public void SkipNumbered(int number, ref MessagePackReader reader)
    {
        if (number >= 0 && _entries[number].End > 0)
        {
            ref GraphEntry known = ref _entries[number];
            reader.ReadRaw(known.End - OffsetOf(ref reader));
            Return((known.NextEntry, known.NextText));
            return;
        }

        Place.Enter(null);
        int items = reader.NextMessagePackType == MessagePackType.Array
            ? reader.ReadArrayHeader() : checked(2 * reader.ReadMapHeader());
        for (int i = 0; i < items; i++)
            Skip(ref reader);
        Place.Leave();
        SetEnd(number, ref reader);
    }

    private void CheckIsMade(int number)
    {
        if (_entries[number].IsBegun)
            throw new GraphException($"object {number} is referred to while its constructor has not run yet");
    }

    private T? ReadAgain<T>(int number, T? value, GraphConverter<T> converter)
    {
        (int @base, (int, int) mark) = (_base, Mark());
        _base = _entries[number].Offset;
        Return((number, _entries[number].Text));
        MessagePackReader again = new(_input[_base..]);
        bool isRead = false;
        try
        {
            converter.Read(ref again, ref value, this);
            isRead = true;
        }
        finally
        {
            if (!isRead && FaultOffset < 0)
                FaultOffset = OffsetOf(ref again);
        }

        _base = @base;
        Return(mark);
        return value;
    }

    private int OffsetOf(ref MessagePackReader reader) => _base + (int)reader.Consumed;

    private static int ReadNumber(ref MessagePackReader reader, sbyte type, int count, string what)
    {
        Extension found = reader.ReadExtension();
        if (found.Header.TypeCode != type || found.Header.Length is 0 or > sizeof(uint))
            throw new GraphException(
                $"extension {found.Header.TypeCode} of {found.Header.Length} bytes is no reference to an {what}");
        uint number = 0;
        foreach (byte one in found.Data.FirstSpan)
            number = (number << 8) | one;
        return number < (uint)count ? (int)number
            : throw new GraphException($"it refers to {what} {number}, and {count} came before");
    }

    private record struct GraphEntry(object? Value, GraphConverter? Converter, int Offset, int Text, bool IsBegun)
    {
        // Where it ends, and what is counted there; 0 = not known yet.
        public int End { get; set; }

        public int NextEntry { get; set; }

        public int NextText { get; set; }
    }
}
