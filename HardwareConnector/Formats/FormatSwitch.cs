using System.Text;
using FuncLibs.Blocks.Serialization;
using FuncLibs.Hosting.Threads;
using FuncLibs.Messaging.RigLink;
using FuncLibs.Messaging.Wire.Broadcast;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;
using FuncLibs.Runtime.Timing;
using HardwareConnector.Logging;
using HardwareConnector.Publishing;
using Microsoft.Extensions.Logging;

namespace HardwareConnector.Formats;

/// <summary>
/// Does what is asked of the payload format: looks at the request each second, changes the format, and decides on a
/// canary. A format that cannot give a published block back is not used.
/// </summary>
internal sealed class FormatSwitch : PeriodicReport
{
    private readonly FormatFiles _files;
    private readonly PublishLoop _publish;
    private readonly RigRegistry _rigs;
    private readonly SerializerRegistry _registry;
    private readonly string _configured;
    private readonly TimeProvider _time;
    private readonly ILogger _logger;
    private readonly HeldThreads _held = new();
    private readonly FormatRehearsal _rehearsal;
    private FormatRequest? _applied;
    private bool _isApplied;
    private CanaryRun? _run;
    private string? _readFault;
    private string? _applyFault;
    private string? _saidFault;
    private string? _saidFailure;
    private FormatStatus _status;

    /// <summary>Creates it; it begins with the host.</summary>
    public FormatSwitch(
        FormatFiles files,
        PublishLoop publish,
        RigRegistry rigs,
        SerializerRegistry registry,
        string configured,
        TimeProvider time,
        ILogger<FormatSwitch> logger)
        : base(time, EverySecond)
    {
        (_files, _publish, _rigs, _registry) = (files, publish, rigs, registry);
        (_configured, _time, _logger) = (configured, time, logger);
        _rehearsal = new FormatRehearsal(rigs, registry, publish.Limits.MaxPayloadBytes, _held);
        _status = new FormatStatus(configured, null, null);
    }

    /// <summary>Far above the time of any block: a candidate that takes longer is taken for one that does not
    /// return.</summary>
    public TimeSpan HangLimit { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>How things stand; any thread.</summary>
    public FormatStatus Status => Volatile.Read(ref _status);

    private PublishFormat Format => _publish.Format;

    /// <inheritdoc/>
    public override Task StartAsync(CancellationToken cancellationToken)
    {
        Update();
        return base.StartAsync(cancellationToken);
    }

    /// <inheritdoc/>
    public override void Update()
    {
        try
        {
            FormatRequest? request = _files.ReadRequest(out _readFault);
            if (_readFault is null && !(_isApplied && request?.Id == _applied?.Id))
                Apply(request);
            if (_run is { } run)
                Judge(run);
            if (Format.Failure is { } failure)
                GiveUp(failure);
            else
                _saidFailure = null;
        }
        catch (Exception e) when (e is not AccessViolationException)
        {
            // Of a plug-in: blocks go on in the format in use.
            (_isApplied, _applyFault) = (true, $"looking at the request failed ({OneLine.Format(e)})");
        }

        Report();
    }

    /// <inheritdoc/>
    public override async Task StopAsync(CancellationToken cancellationToken)
    {
        await base.StopAsync(cancellationToken);

        // The next process compares again; after a kill it does not.
        if (_run is not null)
            _files.DeleteVerdict();
        EndCanary();
    }

    /// <inheritdoc/>
    public override void Dispose()
    {
        _run?.Stop();
        base.Dispose();
    }

    private void Apply(FormatRequest? request)
    {
        EndCanary();
        _applied = request;
        CanaryVerdict? verdict = _files.ReadVerdict(request);
        if (verdict is { State: CanaryState.Comparing })
            verdict = Save(request!, verdict.Content, CanaryState.RolledBack, "the process ended while it was compared");
        string wanted = FormatRequest.ContentAfter(request, verdict) ?? _configured;
        _isApplied = TryUse(wanted, "requested", out _applyFault) || _applyFault is not null;
        if (!_isApplied)
            _applyFault = $"format {wanted} waits for a block to be checked with";
        CanaryStatus? canary =
            verdict is null ? null : new CanaryStatus(verdict.Content, verdict.State, verdict.Reason);
        if (_applyFault is null && verdict is null && request?.Canary is { } plan)
            canary = Begin(request, plan);
        Set(canary);
    }

    private CanaryStatus? Begin(FormatRequest request, CanaryPlan plan)
    {
        _applyFault = _registry.Create(plan.Content) is null ? FormatRequest.Unknown(plan.Content, _registry)
            : plan.Content == Format.Name ? $"canary {plan.Content}: it is in use already" : _held.Fault;
        if (_applyFault is not null)
            return null;

        // A candidate that ends the process is not begun again by the next one.
        Save(request, plan.Content, CanaryState.Comparing, "");
        _run = new CanaryRun(request, plan, Format.Name, _rigs, _registry, _publish.Limits.MaxPayloadBytes);
        _run.Start();
        ConnectorLog.CanaryBegun(_logger, plan.Content, plan.SharePercent, plan.Blocks);
        return new CanaryStatus(plan.Content, CanaryState.Comparing, null) { Figures = _run.Figures };
    }

    private void Judge(CanaryRun run)
    {
        CanaryReading reading = run.Figures.Read();
        if (!CanaryJudge.TryDecide(run, reading, HangLimit, Format.Name, out string? fault))
            return;
        if (fault is null && run.Plan.Promotes && !TryUse(run.Plan.Content, "canary passed", out fault))
            fault ??= "no block was there to check it with";
        Decide(run, fault, reading);
    }

    private void Decide(CanaryRun run, string? fault, in CanaryReading reading)
    {
        string content = run.Plan.Content;
        CanaryState state = fault is not null ? CanaryState.RolledBack
            : run.Plan.Promotes ? CanaryState.Promoted : CanaryState.Passed;
        string reason = fault
            ?? $"{reading.Compared - reading.Errors} of {reading.Compared} blocks came out as they went in, at "
                + $"{reading.Slowdown:0.##} times the time";
        EndCanary();
        Save(run.Request, content, state, reason);
        Set(new CanaryStatus(content, state, reason) { Figures = run.Figures });
        if (state == CanaryState.RolledBack)
            ConnectorLog.CanaryRolledBack(_logger, content, reason);
        else
            ConnectorLog.CanaryPassed(_logger, content, CanaryStateText.NameOf(state), reason);
        Announce(
            state == CanaryState.RolledBack ? EventSeverity.Warning : EventSeverity.Info,
            $"canary {content} {(state == CanaryState.RolledBack ? "rolled back" : "passed")}: {reason}");
    }

    // What a canary promoted, or a person asked for, failed on a block that was published.
    private void GiveUp(FormatFailure failure)
    {
        if (failure.Text == _saidFailure)
            return;
        _saidFailure = failure.Text;
        if (_applied is { } request)
        {
            Save(request, failure.Format, CanaryState.RolledBack, failure.Text);
            Set(new CanaryStatus(failure.Format, CanaryState.RolledBack, failure.Text)
            {
                Figures = _status.Canary?.Figures,
            });
        }

        ConnectorLog.FormatFailed(_logger, failure.Text);
        Announce(EventSeverity.Warning, failure.Text);
    }

    private CanaryVerdict Save(FormatRequest request, string content, CanaryState state, string reason)
    {
        CanaryVerdict verdict = new()
        {
            Request = request.Id,
            Content = content,
            State = state,
            Reason = reason,
            Utc = _time.GetUtcNow(),
        };
        FileOutcome written = _files.Write(verdict);
        if (!written.IsOk)
            ConnectorLog.VerdictNotSaved(_logger, written.ToString());
        return verdict;
    }

    private void EndCanary()
    {
        _run?.Stop();
        if (_run?.Busy > TimeSpan.Zero)
            _held.Add(_run.Worker);
        _run = null;
    }

    // False without a fault: a format of a plug-in waits for a block to be checked with.
    private bool TryUse(string name, string why, out string? fault)
    {
        fault = null;
        if (name == Format.Name)
        {
            Format.ClearFailure();
            return true;
        }

        if (_rehearsal.Run(name, HangLimit, out fault) is not { } checkedFormat)
            return false;
        string former = Format.Name;
        Format.Use(checkedFormat);
        ConnectorLog.FormatChanged(_logger, former, name, why);
        Announce(EventSeverity.Info, $"blocks are published as {name}, before as {former} ({why})");
        return true;
    }

    private void Announce(EventSeverity severity, string text)
    {
        while (Encoding.UTF8.GetByteCount(text) > LinkEvent.MaxTextBytes)
            text = text[..^1];
        Format.Announce(new LinkEvent("format", 0, 0, _time.NowNs(), severity, "", text));
    }

    private void Set(CanaryStatus? canary) =>
        Volatile.Write(
            ref _status,
            new FormatStatus(_configured, _readFault ?? _applyFault, canary) { HeldThreads = _held.Count });

    private void Report()
    {
        if (_status.Fault != (_readFault ?? _applyFault) || _status.HeldThreads != _held.Count)
            Set(_status.Canary);
        if (_status.Fault is { } fault && fault != _saidFault)
            ConnectorLog.FormatRequestUnusable(_logger, fault, Format.Name);
        _saidFault = _status.Fault;
    }
}

/// <summary>How the payload format stands.</summary>
/// <param name="Configured">Name in the configuration.</param>
/// <param name="Fault">Why a request is not done, in one line; null when nothing is left to do.</param>
/// <param name="Canary">The newest canary; null none.</param>
internal sealed record FormatStatus(string Configured, string? Fault, CanaryStatus? Canary)
{
    /// <summary>Threads that formats did not return from.</summary>
    public int HeldThreads { get; init; }
}

/// <summary>How a canary stands.</summary>
/// <param name="Content">Name of the candidate.</param>
/// <param name="State">How it stands.</param>
/// <param name="Reason">Why; null while it is compared.</param>
internal sealed record CanaryStatus(string Content, CanaryState State, string? Reason)
{
    /// <summary>What was measured; null for one of an earlier process.</summary>
    public CanaryFigures? Figures { get; init; }
}
