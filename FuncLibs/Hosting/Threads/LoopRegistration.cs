using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Platform;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace FuncLibs.Hosting.Threads;

/// <summary>
/// Registers loops with a host. Threads start in the order of registration and stop in the reverse order.
/// </summary>
public static class LoopRegistration
{
    /// <summary>
    /// Adds a thread on the block path that runs a loop of a service. Its time slice is short, so it runs soon after it
    /// wakes.
    /// </summary>
    /// <typeparam name="TOwner">The service that has the loop; a singleton.</typeparam>
    /// <param name="services">Services of the host.</param>
    /// <param name="name">Name of the thread.</param>
    /// <param name="loop">The loop of the service.</param>
    /// <param name="allocation">The counter that the loop samples.</param>
    public static IServiceCollection AddLoop<TOwner>(
        this IServiceCollection services,
        string name,
        Func<TOwner, Action<CancellationToken>> loop,
        Func<TOwner, ThreadAllocation> allocation)
        where TOwner : notnull
    {
        // Registered under a key first, so that the same thread is both a hosted service and one of the threads of a
        // run window.
        services.AddKeyedSingleton(
            name, (provider, _) => CreateLoop(provider, name, owner => WithShortSlice(loop(owner)), allocation));
        services.AddSingleton(provider => provider.GetRequiredKeyedService<LoopThread>(name));
        return services.AddSingleton<IHostedService>(provider => provider.GetRequiredKeyedService<LoopThread>(name));
    }

    /// <summary>
    /// Adds such a thread, which the watchdog of a service watches: while the loop is stuck, the service is not alive.
    /// </summary>
    /// <typeparam name="TOwner">The service that has the loop; a singleton.</typeparam>
    /// <param name="services">Services of the host.</param>
    /// <param name="name">Name of the thread.</param>
    /// <param name="loop">The loop of the service; it takes a turn at least each second.</param>
    /// <param name="allocation">The counter that the loop samples.</param>
    /// <param name="progress">The turns that the loop counts.</param>
    public static IServiceCollection AddLoop<TOwner>(
        this IServiceCollection services,
        string name,
        Func<TOwner, Action<CancellationToken>> loop,
        Func<TOwner, ThreadAllocation> allocation,
        Func<TOwner, LoopProgress> progress)
        where TOwner : notnull => services
        .AddLoop(name, loop, allocation)
        .AddSingleton(provider => new WatchedLoop(name, progress(provider.GetRequiredService<TOwner>())));

    /// <summary>Adds a thread beside the block path; its allocations are not counted.</summary>
    /// <typeparam name="TOwner">The service that has the loop; a singleton.</typeparam>
    /// <param name="services">Services of the host.</param>
    /// <param name="name">Name of the thread.</param>
    /// <param name="loop">The loop of the service.</param>
    /// <param name="stopLimit">Time limit to stop, added to the host's own limit; null = the default of every
    /// thread.</param>
    public static IServiceCollection AddBackgroundLoop<TOwner>(
        this IServiceCollection services,
        string name,
        Func<TOwner, Action<CancellationToken>> loop,
        TimeSpan? stopLimit = null)
        where TOwner : notnull
    {
        if (stopLimit is { } limit)
            services.PostConfigure<HostOptions>(options => options.ShutdownTimeout += limit);
        return services.AddSingleton<IHostedService>(
            provider => CreateLoop(provider, name, loop, _ => new ThreadAllocation(), stopLimit));
    }

    private static Action<CancellationToken> WithShortSlice(Action<CancellationToken> loop) => stop =>
    {
        TimeSlice.UseShortest();
        loop(stop);
    };

    private static LoopThread CreateLoop<TOwner>(
        IServiceProvider provider,
        string name,
        Func<TOwner, Action<CancellationToken>> loop,
        Func<TOwner, ThreadAllocation> allocation,
        TimeSpan? stopLimit = null)
        where TOwner : notnull
    {
        TOwner owner = provider.GetRequiredService<TOwner>();
        return new LoopThread(
            name, loop(owner), allocation(owner), provider.GetRequiredService<FatalErrorHandler>(),
            provider.GetRequiredService<ILogger<LoopThread>>(), stopLimit);
    }
}

/// <summary>A loop that must take turns while the program is alive.</summary>
/// <param name="Name">Name of its thread.</param>
/// <param name="Progress">Its turns.</param>
internal sealed record WatchedLoop(string Name, LoopProgress Progress);
