using FuncLibs.Messaging.Transport;

namespace FuncLibs.Tests.Messaging.Transport.Contract;

/// <summary>
/// A suite that every implementation of the transport passes: a rig of it, made and disposed for each fact.
/// </summary>
public abstract class TransportContract<TLibrary> : IDisposable
    where TLibrary : ITransportUnderTest
{
    protected TransportContract(SocketLimits? limits = null) => Rig = Rig.Of<TLibrary>(limits);

    private protected Rig Rig { get; }

    public void Dispose()
    {
        Dispose(disposing: true);
        GC.SuppressFinalize(this);
    }

    protected virtual void Dispose(bool disposing)
    {
        if (disposing)
            Rig.Dispose();
    }
}
