using FuncLibs.Runtime.Files;
using Testing;

namespace FuncLibs.Tests.Runtime.Files;

public sealed class FolderLockTests : IDisposable
{
    private const string Name = "x.lock";
    private readonly TemporaryFolder _folder = new();

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Take_WhileAnotherHoldsIt_WaitsUntilItIsGivenBack()
    {
        DiskFiles files = new(_folder.Path);
        FolderLock.Take(files, Name, out IDisposable? first).IsOk.ShouldBeTrue();
        using ManualResetEventSlim isAsked = new();
        IDisposable? second = null;
        Thread other = new(() =>
        {
            isAsked.Set();
            FolderLock.Take(files, Name, out second);
        });
        other.Start();
        isAsked.Wait();
        second.ShouldBeNull();
        first!.Dispose();
        other.Join();

        second.ShouldNotBeNull();
        second.Dispose();
    }
}
