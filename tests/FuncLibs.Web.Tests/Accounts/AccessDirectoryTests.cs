using FuncLibs.Web.Accounts;

namespace FuncLibs.Web.Tests.Accounts;

public sealed class AccessDirectoryTests : IDisposable
{
    private readonly AccessFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void IsOpen_WithoutFiles_IsTrue() => new AccessDirectory(new()).IsOpen.ShouldBeTrue();

    [Fact]
    public void Reload_NothingChanged_IsFalse() => _folder.Read().Reload().ShouldBeFalse();

    [Fact]
    public void Reload_AccountRemoved_ItIsGone()
    {
        AccessDirectory directory = _folder.Read();
        _folder.Edits.RemoveUser("kim").ShouldBeNull();

        directory.Reload().ShouldBeTrue();

        directory.Current.FindUser("kim").ShouldBeNull();
        directory.Current.FindUser("ann").ShouldNotBeNull();
    }

    [Fact]
    public void Reload_FileHalfSaved_LeavesWhatWasInForceAndSaysSo()
    {
        AccessDirectory directory = _folder.Read();
        File.WriteAllText(_folder.Options.UsersFile, "{");

        directory.Reload().ShouldBeTrue();

        directory.Current.FindUser("kim").ShouldNotBeNull();
        directory.Current.Faults.ShouldHaveSingleItem().ShouldContain("is cut off");
    }

    [Fact]
    public void Reload_FileGone_GivesNoAccess()
    {
        AccessDirectory directory = _folder.Read();
        File.Delete(_folder.Options.UsersFile);

        directory.Reload();

        directory.Current.Users.ShouldBeEmpty();
        directory.IsOpen.ShouldBeFalse();
    }

    [Fact]
    public void FindUser_OtherCase_IsFound() => _folder.Read().Current.FindUser("KIM")!.Name.ShouldBe("kim");
}
