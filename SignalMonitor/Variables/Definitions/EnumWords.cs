namespace SignalMonitor.Variables.Definitions;

/// <summary>Members of enumerations as the database, files and verbs write them: their names in lower case.</summary>
internal static class EnumWords
{
    /// <summary>The word of a member.</summary>
    public static string Get<T>(T member)
        where T : struct, Enum => member.ToString().ToLowerInvariant();

    /// <summary>All words, for messages.</summary>
    public static string Get<T>()
        where T : struct, Enum => string.Join(", ", Members<T>().Select(Get));

    /// <summary>The member of a word; numbers are no words.</summary>
    public static bool TryParse<T>(string text, out T member)
        where T : struct, Enum
    {
        foreach (T candidate in Members<T>())
        {
            if (Get(candidate) == text)
            {
                member = candidate;
                return true;
            }
        }

        member = default;
        return false;
    }

    /// <summary>True for a member that has a word.</summary>
    public static bool Has<T>(T member)
        where T : struct, Enum => Array.IndexOf(Members<T>(), member) >= 0;

    // The value for "none of them" has no word.
    private static T[] Members<T>()
        where T : struct, Enum => [.. Enum.GetValues<T>().Where(member => member.ToString() != "Unknown")];
}
