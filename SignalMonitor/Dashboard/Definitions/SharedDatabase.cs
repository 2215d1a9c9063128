using SignalMonitor.Dashboard.Api;
using SignalMonitor.Variables.Database;

namespace SignalMonitor.Dashboard.Definitions;

/// <summary>A database that the definitions of several stations are in: one connection for all of them.</summary>
/// <param name="repository">The database; null = none is configured. Disposed with it.</param>
/// <param name="gate">Lets one request at a time in; null = a new one. Disposed with it.</param>
internal sealed class SharedDatabase(IVariableRepository? repository, RequestGate? gate = null) : IDisposable
{
    /// <summary>The database; null = none is configured.</summary>
    public IVariableRepository? Repository => repository;

    /// <summary>Lets one request at a time in.</summary>
    public RequestGate Gate { get; } = gate ?? new RequestGate("definitions");

    /// <inheritdoc/>
    public void Dispose()
    {
        Gate.Dispose();
        repository?.Dispose();
    }
}
