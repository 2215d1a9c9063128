using System.ComponentModel;
using FuncLibs.Amqp;
using FuncLibs.Amqp.Leasing;
using FuncLibs.Runtime.Diagnostics;
using Microsoft.Extensions.Logging;
using SignalMonitor.Logging;

namespace SignalMonitor.Sharing;

/// <summary>
/// One shared station: waits for its lease, then takes its state and runs the process that computes it, until the lease
/// or the process ends. One task runs it; any thread reads its status.
/// </summary>
/// <param name="plan">The station.</param>
/// <param name="sharing">What is common to all.</param>
/// <param name="connection">Where the lease is.</param>
/// <param name="print">Gets the lines of its process.</param>
/// <param name="time">Clock.</param>
/// <param name="logger">Receives changes.</param>
internal sealed class SharedStation(
    StationPlan plan,
    SharingPlan sharing,
    LeaseConnection connection,
    Action<string> print,
    TimeProvider time,
    ILogger<SharedStation> logger)
{
    private static readonly TimeSpan CheckInterval = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan CountInterval = TimeSpan.FromSeconds(3);
    private static readonly TimeSpan RenewInterval = TimeSpan.FromMinutes(5);
    private static readonly TimeSpan ShortPause = TimeSpan.FromMilliseconds(500);
    private static readonly TimeSpan LongPause = TimeSpan.FromSeconds(5);

    // Without a lease another monitor may begin at any moment; the state is saved each second.
    private static readonly TimeSpan LostLimit = TimeSpan.FromSeconds(2);

    // With it there is time to save everything. Shorter than the time that a host has to stop.
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(8);

    // A process that ran so long was well: its next failure is a first one.
    private static readonly TimeSpan Well = TimeSpan.FromMinutes(1);

    private readonly StationFolder _folder = new(sharing.Folder, plan.Name);
    private SharedStationStatus _status = new(plan.Name, SharedState.Waiting, 0, 0, null, null, null, null);
    private volatile bool _isToBeGiven;

    /// <summary>What it does; any thread.</summary>
    public SharedStationStatus Status => Volatile.Read(ref _status);

    /// <summary>When it was taken, by the clock's time stamp; of no meaning while it is not computed.</summary>
    public long TakenAt { get; private set; }

    /// <summary>Any thread: asks it to give the station to the next monitor in line.</summary>
    public void Give() => _isToBeGiven = true;

    /// <summary>Takes part until <paramref name="stop"/>.</summary>
    public async Task RunAsync(CancellationToken stop)
    {
        TimeSpan pause = ShortPause;
        while (!stop.IsCancellationRequested)
        {
            long begunAt = time.GetTimestamp();
            string? fault = await TakePartAsync(stop);
            if (stop.IsCancellationRequested)
                return;
            Set(Status with { State = SharedState.Waiting, Process = null, Fault = fault });
            if (fault is null)
                continue;
            MonitorLog.NotShared(logger, plan.Name, fault);
            pause = time.GetElapsedTime(begunAt) > Well ? ShortPause : pause;
            await Task.Delay(pause, time, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            pause = TimeSpan.FromTicks(Math.Min(2 * pause.Ticks, LongPause.Ticks));
        }
    }

    // Null when it is to take part again at once.
    private async Task<string?> TakePartAsync(CancellationToken stop)
    {
        try
        {
            LeaseSession session = await connection.OpenAsync(stop);
            await using Lease lease = await session.JoinAsync(plan.Lease, stop);
            Set(Status with { State = SharedState.Standby, Fault = null });
            long countedAt = 0;
            while (!lease.IsHeld)
            {
                if (lease.IsOver)
                    return session.Fault?.Text ?? $"the queue {plan.Lease} was deleted; it is declared again";
                countedAt = await LookAsync(lease, countedAt, stop);
                await lease.WaitAsync(CheckInterval, stop);
            }

            return await HoldAsync(lease, session, stop);
        }
        catch (BrokerException e)
        {
            return e.Fault.Text;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return $"{_folder.Path} cannot be used: {OneLine.Format(e)}";
        }
        catch (Win32Exception e)
        {
            return $"its process cannot be started: {OneLine.Format(e)}";
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            return null;
        }
    }

    private async Task<string?> HoldAsync(Lease lease, LeaseSession session, CancellationToken stop)
    {
        _isToBeGiven = false;
        TakenStation taken = _folder.Take(sharing.Machine, Environment.ProcessId, time.GetUtcNow());
        TakenAt = time.GetTimestamp();
        MonitorLog.StationTaken(logger, plan.Name, taken.Claim.Generation, taken.State);
        await using StationProcess process = StationProcess.Start(plan.CommandOf(taken.State), print);
        Set(new SharedStationStatus(
            plan.Name,
            SharedState.Starting,
            Status.Candidates,
            taken.Claim.Generation,
            taken.Claim.Holder,
            Page: null,
            process.Id,
            Fault: null));
        string? fault = null;
        try
        {
            fault = await WatchAsync(lease, session, process, taken.Claim, stop);
        }
        catch (BrokerException e)
        {
            fault = e.Fault.Text;
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            // It stops below.
        }

        Set(Status with { State = SharedState.Stopping });
        await process.StopAsync(lease.IsHeld ? StopLimit : LostLimit);
        MonitorLog.StationGiven(
            logger, plan.Name, fault ?? (stop.IsCancellationRequested ? "this monitor stops" : "another has fewer"));
        return fault;
    }

    // Until it has to end; null when nothing is wrong.
    private async Task<string?> WatchAsync(
        Lease lease, LeaseSession session, StationProcess process, StationClaim claim, CancellationToken stop)
    {
        long countedAt = 0;
        long renewedAt = time.GetTimestamp();
        while (!stop.IsCancellationRequested && !_isToBeGiven)
        {
            if (process.Page is { } page && claim.Page is null)
                claim = Announce(claim with { Page = StationPlan.PageAt(page, sharing.Machine) }) ?? claim;
            if (time.GetElapsedTime(renewedAt) >= RenewInterval)
            {
                renewedAt = time.GetTimestamp();
                await lease.RenewAsync(stop);
            }

            countedAt = await LookAsync(lease, countedAt, stop);
            await WaitAsync(lease, process, stop);
            if (FindEnd(lease, session, process, claim) is { } fault)
                return fault;
        }

        return null;
    }

    private string? FindEnd(Lease lease, LeaseSession session, StationProcess process, StationClaim claim) =>
        !lease.IsHeld ? $"its lease was lost: {session.Fault?.Text ?? "its queue was deleted"}"
        : process.Ended.IsCompleted ? $"its process ended with exit code {process.ExitCode}; its lines are above"
        : IsTaken(claim) ? "another monitor took its state"
        : null;

    // A folder that does not answer for a while stops nothing: the process says that it cannot save.
    private bool IsTaken(StationClaim claim)
    {
        try
        {
            bool isCurrent = _folder.IsCurrent(claim);
            Set(Status with { Fault = null });
            return !isCurrent;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            Set(Status with { Fault = $"{_folder.Path} cannot be read: {OneLine.Format(e)}" });
            return false;
        }
    }

    private StationClaim? Announce(StationClaim claim)
    {
        try
        {
            _folder.Announce(claim);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }

        Set(Status with { State = SharedState.Computing, Page = claim.Page });
        MonitorLog.StationComputed(logger, plan.Name, claim.Page!);
        return claim;
    }

    private static async Task WaitAsync(Lease lease, StationProcess process, CancellationToken stop)
    {
        using CancellationTokenSource over = CancellationTokenSource.CreateLinkedTokenSource(stop);
        await Task.WhenAny(lease.WaitAsync(CheckInterval, over.Token), process.Ended);
        await over.CancelAsync();
    }

    // How many take part; on standby also who has it.
    private async Task<long> LookAsync(Lease lease, long countedAt, CancellationToken stop)
    {
        if (countedAt != 0 && time.GetElapsedTime(countedAt) < CountInterval)
            return countedAt;
        int candidates = await lease.CountAsync(stop);
        SharedStationStatus status = Status with { Candidates = candidates };
        Set(status.State == SharedState.Standby && _folder.FindNewest() is { } claim
            ? status with { Generation = claim.Generation, Holder = claim.Holder, Page = claim.Page }
            : status);
        return time.GetTimestamp();
    }

    private void Set(SharedStationStatus status) => Volatile.Write(ref _status, status);
}
