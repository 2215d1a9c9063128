using FuncLibs.Runtime.Diagnostics;

namespace SignalMonitor.Audit;

/// <summary>Entries as text for people. Control characters of what somebody typed never reach a terminal.</summary>
internal static class AuditText
{
    // Rows of definitions are JSON objects, too long for a line; short values are told.
    private const int MaxShown = 80;

    /// <summary>What an action was done to, with its old and new value where they are short.</summary>
    public static string TargetOf(AuditAction action)
    {
        string target = OneLine.Format(action.Target);
        return (Short(action.Old), Short(action.New)) switch
        {
            ({ } old, { } now) => $"{target}: {old} -> {now}",
            ({ } old, null) when action.New is null => $"{target}: {old}",
            (null, { } now) when action.Old is null => $"{target}: {now}",
            _ => target,
        };
    }

    private static string? Short(string? value) =>
        value is null || value.StartsWith('{') || value.Length > MaxShown ? null : OneLine.Format(value);
}
