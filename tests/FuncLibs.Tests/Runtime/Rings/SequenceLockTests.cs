using FuncLibs.Runtime.Rings;

namespace FuncLibs.Tests.Runtime.Rings;

public sealed class SequenceLockTests
{
    private SequenceLock _lock;

    [Fact]
    public void TryBeginRead_WriterInside_IsRefused()
    {
        _lock.BeginWrite();
        _lock.TryBeginRead(out _).ShouldBeFalse();
        _lock.EndWrite();
        _lock.TryBeginRead(out _).ShouldBeTrue();
    }

    [Fact]
    public void IsValid_NoWriter_IsTrue()
    {
        _lock.TryBeginRead(out long version).ShouldBeTrue();
        _lock.IsValid(version).ShouldBeTrue();
    }

    [Fact]
    public void IsValid_AWriteMeanwhile_IsFalse()
    {
        _lock.TryBeginRead(out long version).ShouldBeTrue();
        _lock.BeginWrite();
        _lock.IsValid(version).ShouldBeFalse();
        _lock.EndWrite();
        _lock.IsValid(version).ShouldBeFalse();
    }
}
