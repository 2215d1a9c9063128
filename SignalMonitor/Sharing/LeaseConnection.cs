using FuncLibs.Amqp;
using FuncLibs.Amqp.Leasing;

namespace SignalMonitor.Sharing;

/// <summary>The connection to the broker of all leases of this process, made again when it ended. Any task.</summary>
/// <param name="plan">The broker, and the name of this machine.</param>
internal sealed class LeaseConnection(SharingPlan plan) : IAsyncDisposable
{
    private readonly SemaphoreSlim _one = new(1, 1);
    private LeaseSession? _session;

    /// <summary>The connection in force.</summary>
    /// <exception cref="BrokerException">The broker cannot be used now.</exception>
    public async Task<LeaseSession> OpenAsync(CancellationToken stop)
    {
        await _one.WaitAsync(stop);
        try
        {
            if (_session is { Fault: null } open)
                return open;
            if (_session is { } ended)
            {
                _session = null;
                await ended.DisposeAsync();
            }

            return _session = await LeaseSession.OpenAsync(
                plan.FindBroker(), $"SignalMonitor share {plan.Machine}", stop);
        }
        finally
        {
            _one.Release();
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_session is { } open)
            await open.DisposeAsync();
        _one.Dispose();
    }
}
