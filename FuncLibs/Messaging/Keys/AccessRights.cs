using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Messaging.Keys;

/// <summary>What the owner of an allowed key may do.</summary>
[Flags]
public enum AccessRights
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>Subscribe to live frames, and request catalogue, snapshot, history and time.</summary>
    Live = 1,

    /// <summary>Request blocks of the journal.</summary>
    Replay = 2,

    /// <summary>Report its progress, and so hold blocks in the journal that it still needs.</summary>
    Status = 4,

    /// <summary>All of them.</summary>
    All = Live | Replay | Status,
}

/// <summary>Rights as words: <c>live replay status</c>.</summary>
public static class AccessRightsText
{
    private static readonly (string Word, AccessRights Right)[] Words =
        [("live", AccessRights.Live), ("replay", AccessRights.Replay), ("status", AccessRights.Status)];

    private static string Known => string.Join(", ", Words.Select(known => known.Word));

    /// <summary>The words, with spaces between.</summary>
    public static string ToText(AccessRights rights) =>
        string.Join(' ', Words.Where(known => rights.HasFlag(known.Right)).Select(known => known.Word));

    /// <summary>Parses words with spaces or commas between them; at least one.</summary>
    /// <param name="text">The words.</param>
    /// <param name="rights">The rights; None when there is a fault.</param>
    /// <param name="fault">What is wrong, after `rights that`; null for nothing.</param>
    public static bool TryParse(string text, out AccessRights rights, out string? fault)
    {
        rights = AccessRights.None;
        fault = null;
        foreach (string word in text.Split([' ', ','], StringSplitOptions.RemoveEmptyEntries))
        {
            AccessRights right = Words.FirstOrDefault(known => known.Word == word).Right;
            if (right == AccessRights.None)
                fault ??= $"have the word '{OneLine.Format(word)}'; allowed are {Known}";
            rights |= right;
        }

        if (rights == AccessRights.None)
            fault ??= $"are empty; allowed are {Known}";
        if (fault is not null)
            rights = AccessRights.None;
        return fault is null;
    }
}
