using FuncLibs.Web.Accounts;

namespace FuncLibs.Web.Tests.Accounts;

public class PasswordHashesTests
{
    private static readonly Account Ann =
        new("ann", Role.Admin, AccessFolder.Hashes.Hash("correct horse"), DateTimeOffset.UnixEpoch);

    [Fact]
    public void IsRight_ItsPassword_IsTrue() => AccessFolder.Hashes.IsRight(Ann, "correct horse").ShouldBeTrue();

    [Fact]
    public void IsRight_AnotherPassword_IsFalse() => AccessFolder.Hashes.IsRight(Ann, "correct hors").ShouldBeFalse();

    [Fact]
    public void IsRight_NoAccount_IsFalseForThePasswordOfTheDecoyToo() =>
        AccessFolder.Hashes.IsRight(null, "a password that nobody has").ShouldBeFalse();

    [Fact]
    public void Hash_SamePasswordTwice_HasAnotherSalt() =>
        AccessFolder.Hashes.Hash("correct horse").ShouldNotBe(AccessFolder.Hashes.Hash("correct horse"));

    [Fact]
    public void Hash_Default_HasTheRoundsOfOwasp()
    {
        byte[] hash = Convert.FromBase64String(new PasswordHashes().Hash("correct horse"));

        // Format 3: marker, PRF (2 = HMAC-SHA512) and rounds, big-endian.
        hash[..9].ShouldBe([1, 0, 0, 0, 2, 0, 3, 0x34, 0x50]);
    }

    [Theory]
    [InlineData("123456789", false)]
    [InlineData("1234567890", true)]
    [InlineData("1234567890\n", false)]
    public void FindPasswordFault_Password_IsChecked(string password, bool isOk) =>
        (PasswordHashes.FindPasswordFault(password) is null).ShouldBe(isOk);
}
