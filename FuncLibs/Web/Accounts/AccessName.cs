namespace FuncLibs.Web.Accounts;

/// <summary>
/// The rule for names of accounts and tokens: they are written to logs, to the audit log and into addresses.
/// </summary>
internal static class AccessName
{
    /// <summary>Characters at most.</summary>
    public const int MaxLength = 48;

    // Names of the audit log for what nobody in particular did.
    private static readonly string[] Reserved = ["local", "SignalMonitor", "monitor", "unknown"];

    /// <summary>Why a name cannot be used, after the name; null when it can.</summary>
    public static string? FindFault(string name)
    {
        bool isName = name.Length is > 0 and <= MaxLength && char.IsAsciiLetterOrDigit(name[0])
            && name.All(static c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-' or '.' or '@')
            && !name.Contains("..", StringComparison.Ordinal);
        if (!isName)
            return $"is no name of an account or token; allowed are 1 to {MaxLength} of a-z A-Z 0-9 _ - . @ that begin "
                + "with a letter or digit, without `..`";
        return Reserved.Contains(name, StringComparer.OrdinalIgnoreCase)
            ? "has a meaning of its own in the audit log; choose another name"
            : null;
    }
}
