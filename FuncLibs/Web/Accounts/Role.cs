using System.Text.Json.Serialization;

namespace FuncLibs.Web.Accounts;

/// <summary>What the owner of an account or token may do; each role may do what those before it may.</summary>
internal enum Role
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>See everything.</summary>
    [JsonStringEnumMemberName("view")]
    View,

    /// <summary>Control the test: alarms, definitions, test runs, tares, recordings, exports.</summary>
    [JsonStringEnumMemberName("control")]
    Control,

    /// <summary>Keep accounts and tokens.</summary>
    [JsonStringEnumMemberName("admin")]
    Admin,
}

/// <summary>Roles as words.</summary>
internal static class RoleText
{
    /// <summary>All of them, for messages.</summary>
    public const string Known = "view, control and admin";

    private static readonly (Role Role, string Word)[] Words =
        [(Role.View, "view"), (Role.Control, "control"), (Role.Admin, "admin")];

    /// <summary>Whether it is a role that an account or token can have.</summary>
    public static bool IsKnown(Role role) => Array.Exists(Words, known => known.Role == role);

    /// <summary>The word of a role.</summary>
    public static string NameOf(Role role) => Array.Find(Words, known => known.Role == role).Word ?? "none";

    /// <summary>The role of a word; <see cref="Role.None"/> for another word.</summary>
    public static Role Parse(string? word) => Array.Find(Words, known => known.Word == word).Role;
}
