namespace FuncLibs.Web.Accounts;

/// <summary>The account of a person.</summary>
/// <param name="Name">How the person logs in, and what the audit log says.</param>
/// <param name="Role">What the person may do.</param>
/// <param name="Password">Hash of the password (<see cref="PasswordHashes"/>).</param>
/// <param name="Changed">When role or password were given. Sessions end when any of this changes.</param>
internal sealed record Account(string Name, Role Role, string Password, DateTimeOffset Changed)
{
    /// <summary>What is wrong with it, after its name; null for nothing.</summary>
    public string? FindFault() => AccessName.FindFault(Name)
        ?? (RoleText.IsKnown(Role) ? null : $"has no role; there are {RoleText.Known}")
        ?? PasswordHashes.FindFault(Password);
}
