using System.Buffers;
using System.Text;
using Nerdbank.MessagePack;

namespace FuncLibs.Objects.Graph;

/// <summary>The texts of a document with references, each made a string when it is first needed. One thread.</summary>
internal sealed class GraphTexts
{
    private const int KeptTexts = 1 << 14;
    private const int StackBytes = 256;
    private const int ShortText = 8;

    // Text that is no UTF-8 is refused, not replaced.
    private static readonly UTF8Encoding Utf8 = new(false, throwOnInvalidBytes: true);

    private Entry[] _entries = [];
    private int _count;

    /// <summary>Number of the text that comes next.</summary>
    public int Next { get; set; }

    /// <summary>Forgets them.</summary>
    public void Clear()
    {
        Array.Clear(_entries, 0, _count);
        if (_entries.Length > KeptTexts)
            _entries = [];
        (_count, Next) = (0, 0);
    }

    /// <summary>Reads the next text.</summary>
    /// <param name="reader">At its first byte.</param>
    /// <param name="offset">That byte.</param>
    /// <param name="existing">The text that is there; null none.</param>
    public string Add(ref MessagePackReader reader, int offset, string? existing)
    {
        int number = Skip(ref reader, offset, out ReadOnlySpan<byte> bytes);
        return _entries[number].Text ??= Read(bytes, existing);
    }

    /// <summary>Skips the next text.</summary>
    public void Skip(ref MessagePackReader reader, int offset) => Skip(ref reader, offset, out _);

    /// <summary>The text of a number that came before.</summary>
    /// <param name="number">The number.</param>
    /// <param name="input">The document.</param>
    /// <param name="existing">The text that is there; null none.</param>
    public string Get(int number, ReadOnlySpan<byte> input, string? existing)
    {
        ref Entry entry = ref _entries[number];
        return entry.Text ??= Read(input.Slice(entry.Offset, entry.Length), existing);
    }

    /// <summary>The string of a text: the one that is there, when it is the same.</summary>
    public static string Read(ReadOnlySpan<byte> bytes, string? existing) =>
        existing is not null && IsSame(bytes, existing) ? existing : Utf8.GetString(bytes);

    private int Skip(ref MessagePackReader reader, int offset, out ReadOnlySpan<byte> bytes)
    {
        long begin = reader.Consumed;
        bytes = reader.ReadStringSpan();
        if (Next < _count)
            return Next++;
        if (_count == _entries.Length)
            Array.Resize(ref _entries, Math.Max(64, _count * 2));
        int head = (int)(reader.Consumed - begin) - bytes.Length;
        _entries[_count++] = new Entry(null, offset + head, bytes.Length);
        return Next++;
    }

    // For a few characters, a call takes longer than they do.
    private static bool IsSameShort(ReadOnlySpan<byte> bytes, ReadOnlySpan<char> text)
    {
        for (int i = 0; i < bytes.Length && i < text.Length; i++)
        {
            if (bytes[i] != text[i] || bytes[i] > sbyte.MaxValue)
                return false;
        }

        return true;
    }

    private static bool IsSame(ReadOnlySpan<byte> bytes, string text)
    {
        // A character is 1 to 3 bytes.
        if (bytes.Length == text.Length)
            return bytes.Length > ShortText ? Ascii.Equals(bytes, text) : IsSameShort(bytes, text);
        if (bytes.Length < text.Length || bytes.Length > 3L * text.Length)
            return false;
        byte[]? rented = bytes.Length > StackBytes ? ArrayPool<byte>.Shared.Rent(bytes.Length) : null;
        Span<byte> encoded = rented ?? stackalloc byte[StackBytes];
        bool isSame = Encoding.UTF8.TryGetBytes(text, encoded, out int written)
            && bytes.SequenceEqual(encoded[..written]);
        if (rented is not null)
            ArrayPool<byte>.Shared.Return(rented);
        return isSame;
    }

    private record struct Entry(string? Text, int Offset, int Length);
}
