using System.Runtime.InteropServices;

namespace FuncLibs.Objects.Graph;

/// <summary>Numbers of texts. Those that come again and again are found by a few of their characters. One thread.
/// </summary>
internal sealed class TextNumbers
{
    private const int RecentSlots = 256;
    private const uint Spread = 0x9E37_79B1;

    // Clearing takes time with the capacity, not with the texts.
    private const int MostCapacityPerText = 16;

    // In front of the dictionary, whose hash goes over the whole text.
    private readonly Slot[] _recent = new Slot[RecentSlots];
    private readonly Dictionary<string, int> _all = [];

    /// <summary>Adds a text with a number, when it is not there.</summary>
    /// <param name="text">The text, of one character or more.</param>
    /// <param name="number">Its number.</param>
    /// <param name="known">The number that it has already; only after false.</param>
    /// <returns>False when it is there already.</returns>
    public bool TryAdd(string text, int number, out int known)
    {
        ref Slot recent = ref _recent[SlotOf(text)];
        if (recent.Text is { } other && (ReferenceEquals(other, text) || other == text))
        {
            known = recent.Number;
            return false;
        }

        ref int found = ref CollectionsMarshal.GetValueRefOrAddDefault(_all, text, out bool isKnown);
        if (!isKnown)
            found = number;
        known = found;
        recent = new Slot(text, found);
        return !isKnown;
    }

    /// <summary>Forgets all.</summary>
    public void Clear()
    {
        if (_all.Count == 0)
            return;
        Array.Clear(_recent);
        bool isMuchLarger = _all.Capacity > Math.Max(RecentSlots, MostCapacityPerText * _all.Count);
        _all.Clear();
        if (isMuchLarger)
            _all.TrimExcess();
    }

    private static int SlotOf(string text)
    {
        uint few = text[0] + ((uint)text[^1] << 8) + ((uint)text[text.Length / 2] << 16) + ((uint)text.Length << 4);
        return (int)((few * Spread) >> 24);
    }

    private readonly record struct Slot(string? Text, int Number);
}
