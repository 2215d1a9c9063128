namespace FuncLibs.Tests.Messaging.Delivery.Simulation;

/// <summary>One direction of a connection: messages arrive later, in order or not, once, twice or never.</summary>
internal sealed class SimulatedLink<T>(Random random)
{
    private readonly PriorityQueue<T, (long At, long Order)> _inFlight = new();
    private long _order;
    private long _latest;

    /// <summary>True while nothing gets through and nobody notices.</summary>
    public bool IsCut { get; set; }

    public void Send(T message, long now, int drop, int twice, bool mayReorder)
    {
        if (IsCut || random.Next(1000) < drop)
            return;
        int copies = random.Next(1000) < twice ? 2 : 1;
        for (int i = 0; i < copies; i++)
        {
            long at = now + random.Next(1, 12);
            _latest = Math.Max(_latest, at);
            _inFlight.Enqueue(message, (mayReorder ? at : _latest, _order++));
        }
    }

    public bool TryReceive(long now, out T message)
    {
        message = default!;
        if (!_inFlight.TryPeek(out _, out (long At, long Order) next) || next.At > now)
            return false;
        message = _inFlight.Dequeue();
        return true;
    }

    /// <summary>The connection was re-established: what was in flight is lost.</summary>
    public void Reset() => _inFlight.Clear();
}
