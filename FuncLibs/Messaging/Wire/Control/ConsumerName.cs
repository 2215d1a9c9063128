namespace FuncLibs.Messaging.Wire.Control;

/// <summary>
/// The name that a consumer gives itself in <c>hello</c>. A proper one is 1 to 64 visible ASCII characters; any other is shown with
/// question marks for what is not, cut, and nothing is kept for it.
/// </summary>
public readonly record struct ConsumerName
{
    /// <summary>Longest proper name.</summary>
    public const int MaxLength = 64;

    private const string Nameless = "(no name)";

    private ConsumerName(string text, bool isProper) => (Text, IsProper) = (text, isProper);

    /// <summary>The name as it may be shown anywhere: printable ASCII, 1 to 64 characters.</summary>
    public string Text => field ?? Nameless;

    /// <summary>True when it is what the consumer said, and may stand for it across restarts.</summary>
    public bool IsProper { get; }

    /// <summary>Of what a consumer said.</summary>
    public static ConsumerName Create(string said)
    {
        if (IsProperText(said))
            return new ConsumerName(said, isProper: true);
        if (said.Length == 0)
            return default;
        int length = Math.Min(said.Length, MaxLength);
        string shown = string.Create(length, said, static (shown, said) =>
        {
            for (int i = 0; i < shown.Length; i++)
                shown[i] = IsVisible(said[i]) ? said[i] : '?';
        });
        return new ConsumerName(shown, isProper: false);
    }

    /// <summary>True for 1 to 64 visible ASCII characters.</summary>
    public static bool IsProperText(string said) => said.Length is > 0 and <= MaxLength && said.All(IsVisible);

    private static bool IsVisible(char c) => c is > ' ' and < '\x7F';
}
