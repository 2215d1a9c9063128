using FuncLibs.Web.Accounts;
using FuncLibs.Web.Users;

namespace FuncLibs.Web.Tests.Users;

public sealed class AccessEditsTests : IDisposable
{
    private readonly AccessFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("../x")]
    [InlineData("a\tb")]
    [InlineData("monitor")]
    public void AddUser_Name_IsRefused(string name) =>
        _folder.Edits.AddUser(name, Role.View, AccessFolder.Password).ShouldNotBeNull();

    [Fact]
    public void AddUser_SameNameInOtherCase_IsRefused() => _folder.Edits.AddUser("Kim", Role.View, AccessFolder.Password)
        .ShouldBe("there is an account Kim already: users role, or users password");

    [Fact]
    public void AddUser_ShortPassword_IsRefused() =>
        _folder.Edits.AddUser("max", Role.View, "short").ShouldNotBeNull().ShouldContain("10 to 128 characters");

    [Fact]
    public void SetRole_LastAdmin_IsRefused() =>
        _folder.Edits.SetRole("ann", Role.View).ShouldBe("ann is the last admin; make another one first");

    [Fact]
    public void RemoveUser_LastAdmin_IsRefused() =>
        _folder.Edits.RemoveUser("ann").ShouldBe("ann is the last admin; make another one first");

    [Fact]
    public void RemoveUser_Unknown_NamesTheKnown() =>
        _folder.Edits.RemoveUser("max").ShouldBe("there is no account 'max'; there are ann, kim, vic");

    [Fact]
    public void SetRole_Account_IsNotedBeforeItIsInForce()
    {
        AccessChange? noted = null;
        Role? then = null;
        AccessEdits edits = _folder.Edits.NotedBy(change =>
        {
            (noted, then) = (change, _folder.Read().Current.FindUser("vic")!.Role);
            return null;
        });

        edits.SetRole("vic", Role.Control).ShouldBeNull();

        noted.ShouldBe(new AccessChange("users.role", "vic", "view", "control"));
        then.ShouldBe(Role.View);
        _folder.Read().Current.FindUser("vic")!.Role.ShouldBe(Role.Control);
    }

    [Fact]
    public void SetRole_CannotBeNoted_IsRefused()
    {
        _folder.Edits.NotedBy(_ => "the disk is full").SetRole("vic", Role.Control).ShouldBe("the disk is full");

        _folder.Read().Current.FindUser("vic")!.Role.ShouldBe(Role.View);
    }

    [Fact]
    public void SetPassword_OfAnAccount_IsNotInTheNote()
    {
        AccessChange? noted = null;
        _folder.Edits.NotedBy(change =>
        {
            noted = change;
            return null;
        }).SetPassword("vic", "another password").ShouldBeNull();

        noted.ShouldBe(new AccessChange("users.password", "vic", null, null));
    }

    [Fact]
    public void AddToken_Text_IsNotInTheFile() =>
        File.ReadAllText(_folder.Options.TokensFile).ShouldNotContain(_folder.Token);

    [Theory]
    [InlineData(-1)]
    [InlineData(AccessEdits.MaxDays + 1)]
    public void AddToken_Days_AreChecked(int days) =>
        _folder.Edits.AddToken("x", Role.View, days, out _).ShouldNotBeNull();

    [Fact]
    public void AddUser_BesideOthers_LosesNoEdit()
    {
        Parallel.For(0, 20, i => _folder.Edits.AddUser($"user{i}", Role.View, AccessFolder.Password).ShouldBeNull());

        _folder.Read().Current.Users.Length.ShouldBe(23);
    }
}
