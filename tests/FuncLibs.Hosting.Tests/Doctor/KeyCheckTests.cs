using System.Runtime.Versioning;
using FuncLibs.Hosting.Doctor;
using FuncLibs.Hosting.Security;
using FuncLibs.Hosting.Transports;
using FuncLibs.Messaging.Keys;
using FuncLibs.Messaging.Transport.ZeroMq;
using Testing;

namespace FuncLibs.Hosting.Tests.Doctor;

[UnsupportedOSPlatform("windows")]
public sealed class KeyCheckTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Check_NoKeys_IsOk() => Results(new()).ShouldBe([DoctorResult.Ok]);

    [Fact]
    public void Check_AllowInsecure_Warns() => Results(new() { AllowInsecure = true }).ShouldBe([DoctorResult.Warn]);

    [Fact]
    public void Check_KeyThatOthersMayRead_FailsWithTheCommand()
    {
        string path = MakeKey("rig1");
        File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.GroupRead);
        DoctorFinding found = KeyCheck.Check(new() { KeyFile = path }, demandsKeys: true).Single();
        found.Result.ShouldBe(DoctorResult.Fail);
        found.Fix!.ShouldContain($"chmod 600 {path}");
    }

    [Fact]
    public void Check_FolderThatOthersMayEnter_Warns()
    {
        string path = MakeKey("rig1");
        File.SetUnixFileMode(_folder.Path, File.GetUnixFileMode(_folder.Path) | UnixFileMode.OtherExecute);
        Results(new() { KeyFile = path }, demandsKeys: false).ShouldBe([DoctorResult.Warn, DoctorResult.Ok]);
    }

    [Fact]
    public void Check_NoPeerAllowed_Fails() =>
        Results(new() { KeyFile = MakeKey("rig1") }).ShouldBe([DoctorResult.Fail, DoctorResult.Ok]);

    [Fact]
    public void Check_PeerAndAFileThatIsNoKey_NamesBoth()
    {
        SecurityOptions security = new() { KeyFile = MakeKey("rig1") };
        Directory.CreateDirectory(security.EffectiveAllowedFolder);
        MakeKey("office1");
        File.Copy(_folder.File("office1.pub"), Path.Combine(security.EffectiveAllowedFolder, "office1.pub"));
        File.WriteAllText(Path.Combine(security.EffectiveAllowedFolder, "office2.pub"), "name: office2");
        DoctorFinding[] found = [.. KeyCheck.Check(security, demandsKeys: true)];
        found[0].Found.ShouldContain("office2");
        found[1].Found.ShouldBe("may connect: office1");
    }

    [Theory]
    [InlineData("auto", false, "ok")]
    [InlineData("auto", true, "fail")]
    [InlineData("libzmq", false, "fail")]
    [InlineData("direct", false, "ok")]
    [InlineData("netmq", false, "warn")]
    public void Library_Missing_IsJudgedByOptionAndKeys(string library, bool hasKeys, string result) => KeyCheck
        .CheckLibrary(
            new TransportOptions { Library = Enum.Parse<TransportChoice>(library, true) }, hasKeys, "not found")
        .Result.ToString().ShouldBe(result, StringCompareShould.IgnoreCase);

    private static DoctorResult[] Results(SecurityOptions security, bool demandsKeys = true) =>
        [.. KeyCheck.Check(security, demandsKeys).Select(finding => finding.Result)];

    private string MakeKey(string name)
    {
        CurveKeys.TryCreate(out CurveKey? publicKey, out CurveKey? secretKey).ShouldBeTrue();
        return new KeyFile
        {
            Name = name,
            Public = publicKey!,
            Secret = secretKey,
            Created = TimeProvider.System.GetUtcNow(),
        }.WriteNew(_folder.Path);
    }
}
