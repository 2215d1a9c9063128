using FuncLibs.Messaging.Keys;
using SignalMonitor.Connections;

namespace SignalMonitor.Tests.Connections;

public sealed class ConnectionOptionsTests : IDisposable
{
    private const string Known = "rq:rM>}U?@Lns47E1%kR.o@n%FcmmsL/@{H8]yf7";

    // In the working folder, because a folder of temporary files may have a path longer than a key.
    private static readonly string FileNameAsLongAsAKey = "rig1.pub".PadLeft(CurveKey.TextLength, 'a');

    [Fact]
    public void FindKeyFault_Key_IsThatKey() => Read(Known).ShouldBe(Known);

    [Fact]
    public void FindKeyFault_FileOfANameAsLongAsAKey_IsTheKeyOfTheFile()
    {
        File.WriteAllText(FileNameAsLongAsAKey, $"name: rig1\npublic: {Known}\n");
        Read(FileNameAsLongAsAKey).ShouldBe(Known);
    }

    [Fact]
    public void FindKeyFault_MissingFileOfANameAsLongAsAKey_SaysThatItIsMissing() =>
        new ConnectionOptions { ServerKey = FileNameAsLongAsAKey }.FindKeyFault(out _)
            .ShouldNotBeNull().ShouldContain("is missing");

    [Fact]
    public void FindKeyFault_TextOfAKeysLengthThatIsNone_SaysWhy() =>
        new ConnectionOptions { ServerKey = new string('~', CurveKey.TextLength) }.FindKeyFault(out _)
            .ShouldNotBeNull().ShouldContain("is not Z85");

    public void Dispose() => File.Delete(FileNameAsLongAsAKey);

    private static string? Read(string text)
    {
        new ConnectionOptions { ServerKey = text }.FindKeyFault(out CurveKey? key).ShouldBeNull();
        return key?.ToString();
    }
}
