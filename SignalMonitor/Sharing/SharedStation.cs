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
    private static readonly TimeSpan OfferInterval = TimeSpan.FromSeconds(10);

    // The process says each 5 s that it computes, once it has read its recordings and listens.
    private static readonly TimeSpan SilenceLimit = TimeSpan.FromSeconds(30);
    private static readonly TimeSpan StartLimit = TimeSpan.FromMinutes(5);

    // Without a lease another monitor may begin at any moment; the state is saved each second.
    private static readonly TimeSpan LostLimit = TimeSpan.FromSeconds(2);

    // With it there is time to save everything. Shorter than the time that a host has to stop.
    private static readonly TimeSpan StopLimit = TimeSpan.FromSeconds(8);

    private readonly StationFolder _folder = new(new SharedRoot(sharing.Folder), plan.Name);
    private readonly FolderCalls _calls = new(time);
    private readonly StationPause _pause = new();
    private SharedStationStatus _status = new(plan.Name, SharedState.Waiting, 0, 0, null, null, null, null);
    private volatile bool _isToBeGiven;

    // A fault that lasts is logged once.
    private string? _logged;

    // How long the station was held that this monitor could not go on with.
    private TimeSpan? _failedAfter;

    /// <summary>What it does; any thread.</summary>
    public SharedStationStatus Status => Volatile.Read(ref _status);

    /// <summary>When it was taken, by the clock's time stamp; of no meaning while it is not computed.</summary>
    public long TakenAt { get; private set; }

    /// <summary>Any thread: asks it to give the station to the next monitor in line.</summary>
    public void Give() => _isToBeGiven = true;

    /// <summary>Takes part until <paramref name="stop"/>.</summary>
    public async Task RunAsync(CancellationToken stop)
    {
        while (!stop.IsCancellationRequested)
        {
            _failedAfter = null;
            string? fault = await TryTakePartAsync(stop);
            if (stop.IsCancellationRequested)
                return;
            Set(Status with
            {
                State = SharedState.Waiting,
                Holder = null,
                Page = null,
                Process = null,
                Fault = fault,
            });
            if (fault is null)
                continue;
            if (fault != _logged)
                MonitorLog.NotShared(logger, plan.Name, fault);
            _logged = fault;
            await Task.Delay(_pause.Next(_failedAfter, Status.Candidates), time, stop)
                .ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    }

    // A fault of one station does not reach the others, whatever it is.
    private async Task<string?> TryTakePartAsync(CancellationToken stop)
    {
        try
        {
            return await TakePartAsync(stop);
        }
        catch (OperationCanceledException) when (stop.IsCancellationRequested)
        {
            return null;
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
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            MonitorLog.SharedUnexpectedly(logger, e, plan.Name);
            return $"an unexpected error ({OneLine.Format(e)}); it is in the log";
        }
    }

    // Null when it is to take part again at once.
    private async Task<string?> TakePartAsync(CancellationToken stop)
    {
        await _calls.RunAsync(
            () =>
            {
                _folder.Probe(sharing.Machine);
                return true;
            },
            FolderCalls.SilenceLimit,
            stop);
        LeaseSession session = await connection.OpenAsync(stop);
        await using Lease lease = await session.JoinAsync(plan.Lease, stop);
        Set(Status with { State = SharedState.Standby, Fault = null });
        _logged = null;
        long countedAt = 0;
        long offeredAt = time.GetTimestamp();
        while (!lease.IsHeld)
        {
            if (lease.IsOver)
                return session.Fault?.Text ?? $"the queue {plan.Lease} was deleted; it is declared again";
            if (time.GetElapsedTime(offeredAt) >= OfferInterval)
            {
                offeredAt = time.GetTimestamp();
                lease.Offer();
            }

            // What passes by itself, an alarm of the broker for one, is no fault of a monitor that waits.
            if (lease.OfferFault is { Kind: BrokerFaultKind.Permission } refused)
                return refused.Text;
            countedAt = await LookAsync(lease, countedAt, stop);
            await lease.WaitAsync(CheckInterval, stop);
        }

        return await HoldAsync(lease, session, stop);
    }

    private async Task<string?> HoldAsync(Lease lease, LeaseSession session, CancellationToken stop)
    {
        _isToBeGiven = false;
        TakenAt = time.GetTimestamp();
        Set(Status with { State = SharedState.Starting, Holder = sharing.Machine, Page = null });
        try
        {
            if (await TakeAsync(lease, stop) is not { } taken)
                return LostText(session);
            MonitorLog.StationTaken(logger, plan.Name, taken.Claim.Generation, taken.State);
            Set(Status with { Generation = taken.Claim.Generation });
            return await ComputeAsync(lease, session, taken, stop);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or Win32Exception)
        {
            _failedAfter = time.GetElapsedTime(TakenAt);
            throw;
        }
    }

    // Null when the lease was lost meanwhile.
    private async Task<TakenStation?> TakeAsync(Lease lease, CancellationToken stop)
    {
        Task<TakenStation> take = _calls.Start(
            () => _folder.Take(sharing.Machine, Environment.ProcessId, time.GetUtcNow(), _calls.Moves));
        while (!take.IsCompleted && lease.IsHeld)
        {
            stop.ThrowIfCancellationRequested();
            if (_calls.Busy > FolderCalls.SilenceLimit)
                throw FolderCalls.NoAnswer(_calls.Busy);
            await WaitAsync(lease, take, stop);
        }

        return lease.IsHeld ? await take : null;
    }

    private async Task<string?> ComputeAsync(
        Lease lease, LeaseSession session, TakenStation taken, CancellationToken stop)
    {
        await using StationProcess process = StationProcess.Start(plan.CommandOf(taken.State), print, time);
        Set(Status with { Process = process.Id });
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
        if (!await process.StopAsync(lease.IsHeld ? StopLimit : LostLimit))
            MonitorLog.ProcessStays(logger, plan.Name, process.Id);
        MonitorLog.StationGiven(
            logger, plan.Name, fault ?? (stop.IsCancellationRequested ? "this monitor stops" : "another has fewer"));
        return fault;
    }

    // Until it has to end; null when nothing is wrong.
    private async Task<string?> WatchAsync(
        Lease lease, LeaseSession session, StationProcess process, StationClaim claim, CancellationToken stop)
    {
        ClaimWatch watch = new(_folder, _calls, claim);
        long countedAt = 0;
        long renewedAt = time.GetTimestamp();
        while (!stop.IsCancellationRequested && !_isToBeGiven)
        {
            if (time.GetElapsedTime(renewedAt) >= RenewInterval)
            {
                renewedAt = time.GetTimestamp();
                await lease.RenewAsync(stop);
            }

            countedAt = await LookAsync(lease, countedAt, stop);
            await WaitAsync(lease, process.Ended, stop);
            if (!lease.IsHeld)
                return LostText(session);
            watch.Turn(process.Page is { } page ? StationPlan.PageAt(page, sharing.Host) : null);
            Show(watch);
            if (FindEnd(process, watch) is { } fault)
            {
                _failedAfter = time.GetElapsedTime(TakenAt);
                return fault;
            }
        }

        return null;
    }

    private static string? FindEnd(StationProcess process, ClaimWatch watch) =>
        process.Ended.IsCompleted ? $"its process ended with exit code {process.ExitCode}; its lines are above"
        : process.Silence > (process.HasSign ? SilenceLimit : StartLimit)
            ? $"its process did not compute for {process.Silence.TotalSeconds:F0} s"
        : watch.IsTaken ? "another monitor took its state"
        : null;

    private void Show(ClaimWatch watch)
    {
        Set(Status with { Fault = watch.Fault });
        if (watch.Claim.Page is not { } page || Status.State == SharedState.Computing)
            return;
        Set(Status with { State = SharedState.Computing, Page = page });
        MonitorLog.StationComputed(logger, plan.Name, page);
    }

    private static string LostText(LeaseSession session) =>
        $"its lease was lost: {session.Fault?.Text ?? "its queue was deleted"}";

    private static async Task WaitAsync(Lease lease, Task other, CancellationToken stop)
    {
        using CancellationTokenSource over = CancellationTokenSource.CreateLinkedTokenSource(stop);
        await Task.WhenAny(lease.WaitAsync(CheckInterval, over.Token), other);
        await over.CancelAsync();
    }

    // How many take part; on standby also who has it.
    private async Task<long> LookAsync(Lease lease, long countedAt, CancellationToken stop)
    {
        if (countedAt != 0 && time.GetElapsedTime(countedAt) < CountInterval)
            return countedAt;
        int candidates = await lease.CountAsync(stop);
        Set(Status with { Candidates = candidates });
        if (Status.State == SharedState.Standby
            && await _calls.RunAsync(_folder.FindNewest, FolderCalls.SilenceLimit, stop) is { } claim)
            Set(Status with { Generation = claim.Generation, Holder = claim.Holder, Page = claim.Page });
        return time.GetTimestamp();
    }

    private void Set(SharedStationStatus status) => Volatile.Write(ref _status, status);
}
