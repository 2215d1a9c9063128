using System.Diagnostics;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport.ZeroMq;
using Testing;

namespace FuncLibs.Tests.Messaging.Keys;

public sealed class KeyFileTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    [Fact]
    public void WriteNew_OwnFile_IsReadBack()
    {
        KeyFile key = NewKey("rig1");
        string path = key.WriteNew(_folder.Path);
        KeyFile.TryReadOwn(path, out KeyFile? own, out string? fault).ShouldBeTrue(fault);
        own.ShouldBe(key);
    }

    [Fact]
    public void WriteNew_FileForOthers_HasNoSecret()
    {
        NewKey("rig1").WriteNew(_folder.Path);
        string text = File.ReadAllText(_folder.File("rig1.pub"));
        text.ShouldNotContain("secret:");
        KeyFile.TryRead(_folder.File("rig1.pub"), out KeyFile? others, out _).ShouldBeTrue();
        others.Secret.ShouldBeNull();
    }

    [Fact]
    public void WriteNew_Files_AreForTheOwnerOnly()
    {
        if (OperatingSystem.IsWindows())
            return;
        string path = NewKey("rig1").WriteNew(_folder.Path);
        File.GetUnixFileMode(path).ShouldBe(UnixFileMode.UserRead | UnixFileMode.UserWrite);
    }

    [Fact]
    public void WriteNew_NameThatIsTaken_ReplacesNothing()
    {
        NewKey("rig1").WriteNew(_folder.Path);
        string before = File.ReadAllText(_folder.File("rig1.key"));
        Should.Throw<IOException>(() => NewKey("rig1").WriteNew(_folder.Path));
        File.ReadAllText(_folder.File("rig1.key")).ShouldBe(before);
    }

    [Fact]
    public void TryReadOwn_ReadableByTheGroup_SaysWhatToDo()
    {
        if (OperatingSystem.IsWindows())
            return;
        string path = NewKey("rig1").WriteNew(_folder.Path);
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.GroupRead);
        KeyFile.TryReadOwn(path, out _, out string? fault).ShouldBeFalse();
        fault.ShouldNotBeNull().ShouldContain($"chmod 600 {path}");
    }

    [Fact]
    public void TryReadOwn_FileForOthers_NamesTheRightOne()
    {
        NewKey("rig1").WriteNew(_folder.Path);
        KeyFile.TryReadOwn(_folder.File("rig1.pub"), out _, out string? fault).ShouldBeFalse();
        fault.ShouldNotBeNull().ShouldContain("no secret key");
    }

    [Fact]
    public void TryRead_MissingFile_SaysHowToMakeOne()
    {
        KeyFile.TryRead(_folder.File("none.key"), out _, out string? fault).ShouldBeFalse();
        fault.ShouldNotBeNull().ShouldContain("keys new");
    }

    [Fact]
    public void TryRead_LongFile_IsNotRead()
    {
        File.WriteAllBytes(_folder.File("long.pub"), new byte[KeyFile.MaxBytes + 1]);
        KeyFile.TryRead(_folder.File("long.pub"), out _, out string? fault).ShouldBeFalse();
        fault.ShouldNotBeNull().ShouldContain("at most 4096");
    }

    [Theory]
    [InlineData("/dev/zero")]
    [InlineData("/dev/null")]
    public void TryRead_Device_IsNotRead(string path)
    {
        if (OperatingSystem.IsWindows())
            return;
        KeyFile.TryRead(path, out _, out string? fault).ShouldBeFalse();
        fault.ShouldNotBeNull().ShouldContain("no plain file");
    }

    [Fact]
    public void TryRead_Pipe_IsNotWaitedFor()
    {
        if (OperatingSystem.IsWindows())
            return;
        string path = _folder.File("pipe.pub");
        using (Process made = Process.Start("mkfifo", [path]))
            made.WaitForExit();
        KeyFile.TryRead(path, out _, out string? fault).ShouldBeFalse();
        fault.ShouldNotBeNull().ShouldContain("no plain file");
    }

    [Fact]
    public void TryRead_Link_IsFollowed()
    {
        if (OperatingSystem.IsWindows())
            return;
        NewKey("rig1").WriteNew(_folder.Path);
        File.CreateSymbolicLink(_folder.File("link.pub"), _folder.File("rig1.pub"));
        KeyFile.TryRead(_folder.File("link.pub"), out KeyFile? key, out string? fault).ShouldBeTrue(fault);
        key.Name.ShouldBe("rig1");
    }

    [Fact]
    public void WriteNew_PublicFileThatCannotBeWritten_LeavesNoSecretBehind()
    {
        if (OperatingSystem.IsWindows())
            return;
        File.CreateSymbolicLink(_folder.File("rig1.pub"), _folder.File("nowhere"));
        Should.Throw<IOException>(() => NewKey("rig1").WriteNew(_folder.Path));
        File.Exists(_folder.File("rig1.key")).ShouldBeFalse();
    }

    [Theory]
    [InlineData("", "is cut off or incomplete")]
    [InlineData("name: rig1\n", "is cut off or incomplete")]
    [InlineData("name: rig1\npublic: Yne@$w-vo<fVv", "has a public key that has 13 characters")]
    [InlineData("name rig1\n", "line 1 is not `member: value`")]
    [InlineData("# a key\n\ncolour: red\n", "line 3 has the member 'colour'")]
    [InlineData("name: a\nname: b\n", "line 2 has a second member 'name'")]
    [InlineData("name: ../up\npublic: Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID\n", "'../up'")]
    [InlineData("name: .a\npublic: Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID\n", "begin with a dot")]
    [InlineData("name: a\npublic: 0000000000000000000000000000000000000000\n", "is all zeros")]
    [InlineData("name: a\npublic: Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID\nrights: all\n", "the word 'all'")]
    [InlineData("name: a\npublic: Yne@$w-vo<fVvi]a<NY6T1ed:M$fCG*[IaLV{hID\ncreated: May\n", "no UTC time")]
    public void TryParse_DamagedText_SaysWhatAndWhere(string text, string reason)
    {
        KeyFile.TryParse(text, out KeyFile? key, out string? fault).ShouldBeFalse();
        key.ShouldBeNull();
        fault.ShouldNotBeNull().ShouldContain(reason);
    }

    [Fact]
    public void TryParse_EveryCutOfAFile_IsAFaultOrTheSameKey()
    {
        KeyFile key = NewKey("rig1");
        string text = key.ToString();
        for (int length = 0; length < text.Length; length++)
        {
            if (KeyFile.TryParse(text[..length], out KeyFile? cut, out string? fault))
                cut.Public.ShouldBe(key.Public);
            else
                fault.ShouldNotBeNull();
        }
    }

    [Fact]
    public void TryParse_EveryCutOfAnAllowedKey_HasNoMoreRights()
    {
        string text = (NewKey("office1") with { Secret = null, Rights = AccessRights.Live }).ToString();
        for (int length = 0; length < text.Length; length++)
        {
            if (KeyFile.TryParse(text[..length], out KeyFile? cut, out _))
                cut.Rights.ShouldBe(AccessRights.Live);
        }
    }

    public void Dispose() => _folder.Dispose();

    internal static KeyFile NewKey(string name)
    {
        CurveKeys.TryCreate(out CurveKey? known, out CurveKey? secret).ShouldBeTrue();
        return new KeyFile
        {
            Name = name,
            Public = known,
            Secret = secret,
            Created = new DateTimeOffset(2026, 11, 25, 8, 0, 0, TimeSpan.Zero),
        };
    }
}
