using FuncLibs.Hosting.State;
using FuncLibs.Hosting.Threads;
using Microsoft.Extensions.Hosting.Internal;
using Microsoft.Extensions.Logging.Abstractions;
using SignalMonitor.Sharing;
using Testing;

namespace SignalMonitor.Tests.Sharing;

public sealed class TakenStateWatchTests : IDisposable
{
    private readonly TemporaryFolder _folder = new();
    private readonly SharedRoot _root;
    private readonly StateFolder _state;
    private readonly FatalErrorHandler _errors;
    private readonly TakenStateWatch _watch;

    public TakenStateWatchTests()
    {
        _root = new SharedRoot(_folder.File("monitors"));
        _root.Prepare();
        _state = StateFolder.Open(Path.Combine(_root.Path, "state-00000001"));
        _errors = new FatalErrorHandler(
            new ApplicationLifetime(NullLogger<ApplicationLifetime>.Instance), NullLogger<FatalErrorHandler>.Instance);
        _watch = new TakenStateWatch(_state, _root, _errors, TimeProvider.System);
    }

    public void Dispose()
    {
        _watch.Dispose();
        _state.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public void Update_OwnFolder_IsFine()
    {
        _watch.Update();

        _errors.ExitCode.ShouldBe(0);
    }

    [Fact]
    public void Update_FileInPlaceOfTheFolder_EndsTheProcess()
    {
        Directory.Move(_state.Path, _state.Path + "x");
        File.WriteAllText(_state.Path, "taken over");

        _watch.Update();

        _errors.ExitCode.ShouldBe(1);
    }

    [Fact]
    public void Update_LockThatWasRemoved_EndsTheProcess()
    {
        File.Delete(_state.File(StateFolder.LockName));

        _watch.Update();

        _errors.ExitCode.ShouldBe(1);
    }

    [Fact]
    public void Update_RootThatHasGone_IsFine()
    {
        Directory.Move(_root.Path, _folder.File("away"));
        File.Delete(Path.Combine(_folder.File("away"), "state-00000001", StateFolder.LockName));

        _watch.Update();

        _errors.ExitCode.ShouldBe(0);
    }
}
