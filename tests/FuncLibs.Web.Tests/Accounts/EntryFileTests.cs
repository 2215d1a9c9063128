using FuncLibs.Web.Accounts;

namespace FuncLibs.Web.Tests.Accounts;

public sealed class EntryFileTests : IDisposable
{
    private readonly AccessFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void TryRead_WhatWasWritten_IsTheSame()
    {
        Fault().ShouldBeNull();
        Users().TryRead(out var users, out _);
        users.Select(user => (user.Name, user.Role))
            .ShouldBe([("ann", Role.Admin), ("kim", Role.Control), ("vic", Role.View)]);
    }

    [Fact]
    public void Edit_NewFile_IsForItsOwnerOnly()
    {
        if (!OperatingSystem.IsWindows())
            File.GetUnixFileMode(_folder.Options.UsersFile).ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite);
    }

    [Fact]
    public void TryRead_GroupMayReadIt_IsRefusedWithTheRemedy()
    {
        if (OperatingSystem.IsWindows())
            return;
        File.SetUnixFileMode(
            _folder.Options.UsersFile, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead);

        Fault().ShouldBe($"{_folder.Options.UsersFile} may be used by others (GroupRead); run: chmod 600 "
            + _folder.Options.UsersFile);
    }

    [Fact]
    public void TryRead_CutOff_IsRefused()
    {
        string text = File.ReadAllText(_folder.Options.UsersFile);
        Rewrite(text[..(text.Length / 2)]);

        Fault().ShouldNotBeNull().ShouldStartWith($"{_folder.Options.UsersFile} is cut off, or no file of kind telemetry-users");
    }

    [Fact]
    public void TryRead_Empty_IsRefused()
    {
        Rewrite("");

        Fault().ShouldNotBeNull().ShouldContain("is cut off");
    }

    [Fact]
    public void TryRead_FileOfTokens_IsAnotherFile()
    {
        EntryFile.OfTokens(_folder.Options.UsersFile).TryRead(out _, out string? fault);

        fault.ShouldNotBeNull();
    }

    [Theory]
    [InlineData("""{"kind":"shopping","format":1,"entries":[]}""", "is another file: its kind is 'shopping'")]
    [InlineData("""{"kind":"telemetry-users","format":2,"entries":[]}""", "has the format 2")]
    [InlineData("""{"kind":"telemetry-users","format":1,"entries":[null]}""", "null")]
    [InlineData("""{"kind":"telemetry-users","format":1,"entries":[],"more":1}""", "more")]
    [InlineData("""{"kind":"telemetry-users","format":1}""", "entries")]
    [InlineData("null", "its kind is 'none'")]
    [InlineData("[1,2]", "is cut off, or no file")]
    public void TryRead_AnotherDocument_IsRefused(string text, string reason)
    {
        Rewrite(text);

        Fault().ShouldNotBeNull().ShouldContain(reason);
    }

    [Theory]
    [InlineData("../ann", "is no name of an account")]
    [InlineData("a..b", "is no name of an account")]
    [InlineData("a\\u0007b", "is no name of an account")]
    [InlineData("", "is no name of an account")]
    [InlineData("local", "has a meaning of its own")]
    [InlineData("kim", "has two entries 'kim'")]
    [InlineData("KIM", "has two entries 'kim'")]
    public void TryRead_Name_IsRefused(string name, string reason)
    {
        Rewrite(File.ReadAllText(_folder.Options.UsersFile)
            .Replace("\"ann\"", $"\"{name}\"", StringComparison.Ordinal));

        Fault().ShouldNotBeNull().ShouldContain(reason, Case.Insensitive);
    }

    [Theory]
    [InlineData("plain password")]
    [InlineData("AAAA")]
    [InlineData("")]
    public void TryRead_PasswordThatIsNoHash_IsRefused(string password)
    {
        Rewrite($$"""
            {"kind":"telemetry-users","format":1,"entries":[
              {"name":"ann","role":"admin","password":"{{password}}","changed":"2026-01-01T00:00:00Z"}]}
            """);

        Fault().ShouldNotBeNull().ShouldContain("has a password that is no hash of this program");
    }

    [Theory]
    [InlineData("\"root\"")]
    [InlineData("7")]
    [InlineData("0")]
    public void TryRead_RoleThatDoesNotExist_IsRefused(string role)
    {
        Rewrite(File.ReadAllText(_folder.Options.UsersFile).Replace("\"admin\"", role, StringComparison.Ordinal));

        Fault().ShouldNotBeNull();
    }

    [Fact]
    public void TryRead_LongerThanALimit_IsRefusedBeforeItIsRead()
    {
        Rewrite(new string(' ', EntryFile<Account>.MaxBytes + 1));

        Fault().ShouldNotBeNull().ShouldContain("at most");
    }

    [Fact]
    public void TryRead_Missing_SaysHowToMakeIt()
    {
        File.Delete(_folder.Options.UsersFile);

        Fault().ShouldBe($"{_folder.Options.UsersFile} is missing; make the first account: users add NAME --role admin");
    }

    private EntryFile<Account> Users() => EntryFile.OfUsers(_folder.Options.UsersFile);

    private string? Fault()
    {
        Users().TryRead(out _, out string? fault);
        return fault;
    }

    // In place: the rights stay as they are.
    private void Rewrite(string text) => File.WriteAllText(_folder.Options.UsersFile, text);
}
