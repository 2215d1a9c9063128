using FuncLibs.Hosting.Threads;
using FuncLibs.Runtime.Diagnostics;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging.Abstractions;
using Microsoft.Extensions.Options;

namespace FuncLibs.Hosting.Tests.Threads;

public sealed class LoopThreadTests : IDisposable
{
    private static readonly TimeSpan Limit = TimeSpan.FromSeconds(10);
    private readonly Lifetime _lifetime = new();

    public void Dispose() => _lifetime.Dispose();

    private (LoopThread Thread, FatalErrorHandler Fate) Make(
        Action<CancellationToken> loop, ThreadAllocation? allocation = null)
    {
        var fate = new FatalErrorHandler(_lifetime, NullLogger<FatalErrorHandler>.Instance);
        return (new LoopThread("loop", loop, allocation ?? new(), fate, NullLogger<LoopThread>.Instance), fate);
    }

    [Fact]
    public async Task Stop_LoopObeysItsToken_IsClean()
    {
        string? name = null;
        (LoopThread thread, FatalErrorHandler fate) = Make(stop =>
        {
            name = Thread.CurrentThread.Name;
            stop.WaitHandle.WaitOne();
        });
        await thread.StartAsync(default);
        await thread.StopAsync(default);
        name.ShouldBe("loop");
        fate.ExitCode.ShouldBe(ExitCodes.Ok);
        thread.Dispose();
    }

    [Fact]
    public async Task Stop_LoopCancelledInWait_IsClean()
    {
        (LoopThread thread, FatalErrorHandler fate) = Make(WaitAndThrow);
        await thread.StartAsync(default);
        await thread.StopAsync(default);
        fate.ExitCode.ShouldBe(ExitCodes.Ok);
        thread.Dispose();
    }

    [Fact]
    public async Task Loop_Throws_StopsApplicationWithExitCode1()
    {
        (LoopThread thread, FatalErrorHandler fate) = Make(_ => throw new InvalidDataException("broken"));
        await thread.StartAsync(default);
        await _lifetime.Stopped.Task.WaitAsync(Limit);
        fate.ExitCode.ShouldBe(ExitCodes.FatalError);
        await thread.StopAsync(default);
        thread.Dispose();
    }

    [Fact]
    public async Task Stop_LoopDoesNotReturn_IsDeathWithinTheLimitGiven()
    {
        // Not disposed: the loop may still be about to wait for it when the test ends.
        ManualResetEventSlim release = new();
        (LoopThread thread, FatalErrorHandler fate) = Make(_ => release.Wait(CancellationToken.None));
        await thread.StartAsync(default);
        using var hurry = new CancellationTokenSource();
        await hurry.CancelAsync();
        await thread.StopAsync(hurry.Token);
        fate.ExitCode.ShouldBe(ExitCodes.FatalError);
        release.Set();
    }

    [Fact]
    public async Task Stop_LoopWithItsOwnLimit_IsWaitedForThatLong()
    {
        // Not disposed: the loop may still be about to wait for it when the test ends.
        ManualResetEventSlim release = new();
        var fate = new FatalErrorHandler(_lifetime, NullLogger<FatalErrorHandler>.Instance);
        using LoopThread thread = new(
            "journal",
            _ => release.Wait(CancellationToken.None),
            new(),
            fate,
            NullLogger<LoopThread>.Instance,
            TimeSpan.FromMilliseconds(1));
        await thread.StartAsync(default);
        await thread.StopAsync(default);
        fate.ExitCode.ShouldBe(ExitCodes.FatalError);
        release.Set();
    }

    [Fact]
    public void AddSideLoop_WithALimit_MakesTheHostWaitAsMuchLonger()
    {
        ServiceCollection services = new();
        services.Configure<HostOptions>(options => options.ShutdownTimeout = TimeSpan.FromSeconds(10));
        services.AddBackgroundLoop<object>("journal", _ => _ => { }, TimeSpan.FromSeconds(45));
        using ServiceProvider provider = services.BuildServiceProvider();

        provider.GetRequiredService<IOptions<HostOptions>>().Value.ShutdownTimeout.ShouldBe(TimeSpan.FromSeconds(55));
    }

    [Fact]
    public async Task Stop_NeverStarted_ReturnsAtOnce()
    {
        (LoopThread thread, FatalErrorHandler fate) = Make(_ => { });
        await thread.StopAsync(default);
        fate.ExitCode.ShouldBe(ExitCodes.Ok);
        thread.Dispose();
    }

    [Fact]
    public async Task Allocation_SampledInLoop_IsThatThreads()
    {
        var allocation = new ThreadAllocation();
        byte[]? kept = null;
        (LoopThread thread, _) = Make(
            _ =>
            {
                kept = new byte[100_000];
                allocation.Sample();
            },
            allocation);
        await thread.StartAsync(default);
        await thread.StopAsync(default);
        thread.Allocation.Bytes.ShouldBeGreaterThanOrEqualTo(kept!.Length);
        thread.Dispose();
    }

    private static void WaitAndThrow(CancellationToken stop)
    {
        stop.WaitHandle.WaitOne();
        stop.ThrowIfCancellationRequested();
    }

    private sealed class Lifetime : IHostApplicationLifetime, IDisposable
    {
        private readonly CancellationTokenSource _stopping = new();

        public TaskCompletionSource Stopped { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public CancellationToken ApplicationStarted => CancellationToken.None;

        public CancellationToken ApplicationStopping => _stopping.Token;

        public CancellationToken ApplicationStopped => CancellationToken.None;

        public void StopApplication()
        {
            _stopping.Cancel();
            Stopped.TrySetResult();
        }

        public void Dispose() => _stopping.Dispose();
    }
}
