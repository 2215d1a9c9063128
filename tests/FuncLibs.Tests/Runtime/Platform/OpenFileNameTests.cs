using FuncLibs.Runtime.Platform;
using Microsoft.Win32.SafeHandles;
using Testing;

namespace FuncLibs.Tests.Runtime.Platform;

public sealed class OpenFileNameTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void IsStill_FileThatIsThere_IsTrue()
    {
        using SafeFileHandle file = Create();
        OpenFileName.IsStill(file, _folder.File("x")).ShouldBeTrue();
    }

    [Fact]
    public void IsStill_AnotherFileOfThatName_IsFalse()
    {
        using SafeFileHandle file = Create();
        File.Delete(_folder.File("x"));
        Create().Dispose();
        OpenFileName.IsStill(file, _folder.File("x")).ShouldBe(!Linux.InUse);
    }

    private SafeFileHandle Create() => File.OpenHandle(_folder.File("x"), FileMode.CreateNew, FileAccess.Write);
}
