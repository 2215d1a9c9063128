using System.Buffers.Text;
using System.Security.Cryptography;
using System.Text;

namespace FuncLibs.Web.Accounts;

/// <summary>The token of a program, without its text.</summary>
/// <param name="Name">Whose it is; the audit log says <c>token:NAME</c>.</param>
/// <param name="Role">What the program may do.</param>
/// <param name="Sha256">SHA-256 of its text in hexadecimal. A text of 256 random bits cannot be guessed, so that a slow
/// hash as for passwords would only cost time on every request.</param>
/// <param name="Created">When it was made.</param>
/// <param name="Expires">From when on it is not valid; null = it does not expire.</param>
internal sealed record AccessToken(
    string Name, Role Role, string Sha256, DateTimeOffset Created, DateTimeOffset? Expires)
{
    /// <summary>Begins the text of every token, so that one is found where it does not belong.</summary>
    public const string Prefix = "tlm_";

    private const int Bytes = 32;

    /// <summary>Makes the text of a new token: 256 random bits.</summary>
    public static string CreateText() => Prefix + Base64Url.EncodeToString(RandomNumberGenerator.GetBytes(Bytes));

    /// <summary>What is stored of a text.</summary>
    public static string HashOf(string text) => Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)));

    /// <summary>Whether it is not valid any more.</summary>
    public bool IsExpired(DateTimeOffset now) => Expires <= now;

    /// <summary>What is wrong with it, after its name; null for nothing.</summary>
    public string? FindFault() => AccessName.FindFault(Name)
        ?? (RoleText.IsKnown(Role) ? null : $"has no role; there are {RoleText.Known}")
        ?? (Sha256.Length == 2 * SHA256.HashSizeInBytes && Sha256.All(char.IsAsciiHexDigitLower)
            ? null : "has no SHA-256 of 64 lower-case hexadecimal characters");
}
