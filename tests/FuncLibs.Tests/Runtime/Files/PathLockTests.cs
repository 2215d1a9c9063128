using FuncLibs.Runtime.Files;
using Testing;

namespace FuncLibs.Tests.Runtime.Files;

public sealed class PathLockTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private string Target => _folder.File("x.csv");

    public void Dispose() => _folder.Dispose();

    [Fact]
    public void Take_WhileAnotherHoldsIt_IsInUse()
    {
        PathLock.Take(Target, out IDisposable? first).IsOk.ShouldBeTrue();
        using (first)
        {
            (PathLock.Take(Target, out IDisposable? second).Fault, second).ShouldBe((FileFault.InUse, null));
            PathLock.Take(_folder.File("y.csv"), out IDisposable? other).IsOk.ShouldBeTrue();
            other!.Dispose();
        }
    }

    [Fact]
    public void Take_AfterItWasGivenBack_IsOkAndNoFileIsLeft()
    {
        for (int i = 0; i < 2; i++)
        {
            PathLock.Take(Target, out IDisposable? held).IsOk.ShouldBeTrue();
            held!.Dispose();
        }

        Directory.GetFileSystemEntries(_folder.Path).ShouldBeEmpty();
    }

    [Fact]
    public void Take_RefusedSecond_LeavesTheFileToItsHolder()
    {
        PathLock.Take(Target, out IDisposable? first).IsOk.ShouldBeTrue();
        using (first)
        {
            PathLock.Take(Target, out _);
            File.Exists(Target + PathLock.Ending).ShouldBeTrue();
        }
    }

    [Fact]
    public void Take_FileThatAKilledProcessLeft_IsTaken()
    {
        File.WriteAllText(Target + PathLock.Ending, "");
        PathLock.Take(Target, out IDisposable? held).IsOk.ShouldBeTrue();
        held!.Dispose();
    }

    [Fact]
    public void Take_FolderThatIsMissing_IsMissing() =>
        PathLock.Take(_folder.File("none/x.csv"), out _).Fault.ShouldBe(FileFault.Missing);

    [Fact]
    public void Take_FromManyThreads_IsHeldByOneAtATime()
    {
        int inside = 0;
        int taken = 0;
        Parallel.For(0, 4, _ =>
        {
            for (int i = 0; i < 500; i++)
            {
                if (!PathLock.Take(Target, out IDisposable? held).IsOk)
                    continue;
                Interlocked.Increment(ref inside).ShouldBe(1);
                Interlocked.Increment(ref taken);
                Interlocked.Decrement(ref inside);
                held!.Dispose();
            }
        });
        taken.ShouldBeGreaterThan(0);
    }
}
