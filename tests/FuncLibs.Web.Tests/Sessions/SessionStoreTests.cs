using FuncLibs.Web.Accounts;
using FuncLibs.Web.Sessions;

namespace FuncLibs.Web.Tests.Sessions;

public sealed class SessionStoreTests : IDisposable
{
    private static readonly TimeSpan Idle = TimeSpan.FromMinutes(60);
    private static readonly TimeSpan Longest = TimeSpan.FromHours(12);

    private readonly AccessFolder _folder = new();
    private readonly AccessDirectory _directory;
    private readonly SessionStore _sessions;

    public SessionStoreTests()
    {
        _directory = _folder.Read();
        _sessions = new SessionStore(_directory, new SessionLimits(Idle, Longest), _folder.Time);
    }

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Find_OpenSession_HasNameAndRole()
    {
        Grant? grant = _sessions.Find(Open("kim"));

        (grant!.Name, grant.Role, grant.Kind).ShouldBe(("kim", Role.Control, GrantKind.Session));
    }

    [Fact]
    public void Find_AnotherId_IsNull()
    {
        Open("kim");

        _sessions.Find("x").ShouldBeNull();
    }

    [Fact]
    public void Find_UsedInTime_Stays()
    {
        string id = Open("kim");
        for (int i = 0; i < 5; i++)
        {
            _folder.Time.Advance(Idle - TimeSpan.FromSeconds(1));
            _sessions.Find(id).ShouldNotBeNull();
        }
    }

    [Fact]
    public void Find_IdleForTooLong_IsOver()
    {
        string id = Open("kim");
        _folder.Time.Advance(Idle + TimeSpan.FromSeconds(1));

        _sessions.Find(id).ShouldBeNull();
        _sessions.Count.ShouldBe(0);
    }

    [Fact]
    public void Update_ConnectionOpen_IsNotIdle()
    {
        string id = Open("kim");
        using (_sessions.Find(id)!.Watch(_ => { }))
        {
            _folder.Time.Advance(Idle + TimeSpan.FromSeconds(1));
            _sessions.Update();
        }

        _sessions.Find(id).ShouldNotBeNull();
    }

    [Fact]
    public void Update_LongestTimeOver_ClosesWhatIsOpen()
    {
        string? why = null;
        _sessions.Find(Open("kim"))!.Watch(reason => why = reason);
        _folder.Time.Advance(Longest + TimeSpan.FromSeconds(1));

        _sessions.Update();

        why.ShouldBe("the session is over after 12 h: log in again");
    }

    [Theory]
    [InlineData("role")]
    [InlineData("password")]
    [InlineData("remove")]
    public void Update_AccountChanged_ClosesWhatIsOpen(string edit)
    {
        string? why = null;
        string id = Open("kim");
        _sessions.Find(id)!.Watch(reason => why = reason);
        _folder.Time.Advance(TimeSpan.FromSeconds(1));
        (edit switch
        {
            "role" => _folder.Edits.SetRole("kim", Role.View),
            "password" => _folder.Edits.SetPassword("kim", AccessFolder.Password),
            _ => _folder.Edits.RemoveUser("kim"),
        }).ShouldBeNull();

        _directory.Reload();
        _sessions.Update();

        why.ShouldBe("the account was changed or removed: log in again");
        _sessions.Find(id).ShouldBeNull();
    }

    [Fact]
    public void Close_ItsId_ClosesWhatIsOpen()
    {
        string? why = null;
        string id = Open("kim");
        _sessions.Find(id)!.Watch(reason => why = reason);

        _sessions.Close(id)!.Name.ShouldBe("kim");

        why.ShouldBe("you logged out");
    }

    [Fact]
    public void Open_MoreThanAnAccountMayHave_EndsTheOldest()
    {
        string[] ids = [.. Enumerable.Range(0, SessionStore.MaxOfAccount + 1).Select(_ =>
        {
            _folder.Time.Advance(TimeSpan.FromSeconds(1));
            return Open("kim");
        })];

        _sessions.Find(ids[0]).ShouldBeNull();
        _sessions.Find(ids[1]).ShouldNotBeNull();
        _sessions.Count.ShouldBe(SessionStore.MaxOfAccount);
    }

    [Fact]
    public void FindToken_Known_HasItsNameAndRole()
    {
        Grant? grant = _sessions.FindToken(_folder.Token, out string? fault);

        fault.ShouldBeNull();
        (grant!.Name, grant.Role).ShouldBe(("token:graph", Role.View));
    }

    [Fact]
    public void FindToken_Unknown_SaysSo()
    {
        _sessions.FindToken("tlm_guessed", out string? fault).ShouldBeNull();

        fault.ShouldBe("the token is not known");
    }

    [Fact]
    public void FindToken_Expired_SaysSince()
    {
        _folder.Time.Advance(TimeSpan.FromDays(3651));

        _sessions.FindToken(_folder.Token, out string? fault).ShouldBeNull();

        fault.ShouldNotBeNull().ShouldStartWith("the token graph expired on");
    }

    [Fact]
    public void Update_TokenRemoved_ClosesWhatIsOpen()
    {
        string? why = null;
        _sessions.FindToken(_folder.Token, out _)!.Watch(reason => why = reason);
        _folder.Edits.RemoveToken("graph").ShouldBeNull();
        _directory.Reload();

        _sessions.Update();

        why.ShouldBe("the token was changed or removed");
    }

    [Fact]
    public void Watch_WhatHasEnded_ClosesAtOnce()
    {
        string id = Open("kim");
        Grant grant = _sessions.Find(id)!;
        _sessions.Close(id);
        string? why = null;

        grant.Watch(reason => why = reason);

        why.ShouldBe("you logged out");
    }

    private string Open(string name) => _sessions.Open(_directory.Current.FindUser(name)!);
}
