using Microsoft.AspNetCore.Identity;
using Microsoft.Extensions.Options;

namespace FuncLibs.Web.Accounts;

/// <summary>
/// Hashes of passwords by ASP.NET Core Identity, format 3: PBKDF2 with HMAC-SHA512, 128 bits of salt. Any thread.
/// </summary>
internal sealed class PasswordHashes
{
    /// <summary>Characters of a password at least (NIST SP 800-63B asks for 8).</summary>
    public const int MinLength = 10;

    /// <summary>Characters of a password at most.</summary>
    public const int MaxLength = 128;

    /// <summary>Rounds of PBKDF2, as OWASP recommends for HMAC-SHA512: some 100 ms of a core.</summary>
    public const int Iterations = 210_000;

    private const byte Format3 = 1;

    // Marker, PRF, rounds, length of the salt; then 16 bytes of salt and 32 of the key.
    private const int HashBytes = 1 + (3 * sizeof(uint)) + 16 + 32;

    private readonly PasswordHasher<string> _hasher;
    private readonly string _decoy;

    /// <summary>Prepares a hasher.</summary>
    /// <param name="iterations">Rounds of new hashes; a hash says how many it has.</param>
    public PasswordHashes(int iterations = Iterations)
    {
        _hasher = new PasswordHasher<string>(Options.Create(new PasswordHasherOptions { IterationCount = iterations }));
        _decoy = Hash("a password that nobody has");
    }

    /// <summary>What is wrong with a new password; null for nothing.</summary>
    public static string? FindPasswordFault(string password) =>
        password.Length is < MinLength or > MaxLength || password.Any(char.IsControl)
            ? $"a password has {MinLength} to {MaxLength} characters, none of them a control character"
            : null;

    /// <summary>What is wrong with a stored hash, after the name of the account; null for nothing.</summary>
    public static string? FindFault(string hash)
    {
        Span<byte> bytes = stackalloc byte[2 * HashBytes];
        return Convert.TryFromBase64String(hash, bytes, out int length) && length == HashBytes && bytes[0] == Format3
            ? null
            : "has a password that is no hash of this program; give it a new one: users password NAME";
    }

    /// <summary>The hash of a password, with a salt of its own.</summary>
    public string Hash(string password) => _hasher.HashPassword("", password);

    /// <summary>
    /// Whether a password is that of an account. Without an account it computes the same, so that the time of an answer
    /// does not say which accounts there are.
    /// </summary>
    public bool IsRight(Account? account, string password)
    {
        bool isRight = _hasher.VerifyHashedPassword("", account?.Password ?? _decoy, password)
            != PasswordVerificationResult.Failed;
        return isRight && account is not null;
    }
}
