using FuncLibs.Web.Users;
using SignalMonitor.Audit;

namespace SignalMonitor.Http;

/// <summary>Notes edits of accounts and tokens in the audit log, before they are in force.</summary>
internal static class AccessAudit
{
    /// <summary>What notes them; it gives why an edit could not be noted, or null.</summary>
    /// <param name="log">The log.</param>
    /// <param name="origin">Who edits, and from where.</param>
    public static Func<AccessChange, string?> For(AuditLog log, AuditOrigin origin) => change =>
    {
        AuditAction action =
            origin.CreateAction(change.Action, change.Target) with { Old = change.Old, New = change.New };
        return log.Append(action) is { } fault
            ? $"nothing was changed, because it could not be noted: {fault}"
            : null;
    };
}
