namespace FuncLibs.Messaging.Wire.Control;

/// <summary>
/// The name of a consumer in its <c>hello</c>. A proper name is 1 to 64 visible ASCII characters. Any other name is
/// truncated and shown with question marks for other characters, and no state is kept for it.
/// </summary>
public readonly record struct ConsumerName
{
    /// <summary>Longest proper name.</summary>
    public const int MaxLength = 64;

    private const string Nameless = "(no name)";

    private ConsumerName(string text, bool isProper) => (Text, IsValid) = (text, isProper);

    /// <summary>The name for display: printable ASCII, 1 to 64 characters.</summary>
    public string Text => field ?? Nameless;

    /// <summary>True when it is the unchanged name of the consumer, which identifies it across restarts.</summary>
    public bool IsValid { get; }

    /// <summary>Creates a name from the text of a hello.</summary>
    public static ConsumerName Create(string text)
    {
        if (IsValidText(text))
            return new ConsumerName(text, isProper: true);
        if (text.Length == 0)
            return default;
        int length = Math.Min(text.Length, MaxLength);
        string shown = string.Create(length, text, static (shown, text) =>
        {
            for (int i = 0; i < shown.Length; i++)
                shown[i] = IsVisible(text[i]) ? text[i] : '?';
        });
        return new ConsumerName(shown, isProper: false);
    }

    /// <summary>True for 1 to 64 visible ASCII characters.</summary>
    public static bool IsValidText(string text) => text.Length is > 0 and <= MaxLength && text.All(IsVisible);

    private static bool IsVisible(char c) => c is > ' ' and < '\x7F';
}
