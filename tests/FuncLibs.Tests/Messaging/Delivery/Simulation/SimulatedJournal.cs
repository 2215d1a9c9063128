namespace FuncLibs.Tests.Messaging.Delivery.Simulation;

/// <summary>What one epoch of one stream really was, and what of it can still be read.</summary>
internal sealed class SimulatedEpoch(ulong epoch)
{
    private readonly HashSet<ulong> _unwritten = [];

    public ulong Epoch => epoch;

    /// <summary>Last sequence that was published.</summary>
    public ulong Last { get; private set; }

    /// <summary>Last sequence that replay can serve.</summary>
    public ulong Written { get; private set; }

    /// <summary>Oldest sequence that retention left.</summary>
    public ulong FirstKept { get; private set; } = 1;

    /// <summary>What the publisher says later of where it ended.</summary>
    public ulong Declared { get; private set; }

    public bool IsClosed { get; private set; }

    public ulong Publish(bool written)
    {
        Last++;
        if (!written)
            _unwritten.Add(Last);
        return Last;
    }

    public void Write(ulong upTo) => Written = Math.Max(Written, Math.Min(upTo, Last));

    public void Retain(ulong from) => FirstKept = Math.Max(FirstKept, Math.Min(from, Written));

    /// <summary>The publisher died. After a power cut it does not know how far it was.</summary>
    public void Close(bool powerCut) => (Declared, IsClosed) = (powerCut ? Written : Last, true);

    public bool Has(ulong sequence) => sequence >= FirstKept && sequence <= Written && !_unwritten.Contains(sequence);

    public ulong NextKept(ulong from)
    {
        for (ulong sequence = Math.Max(from, FirstKept); sequence <= Written; sequence++)
        {
            if (!_unwritten.Contains(sequence))
                return sequence;
        }

        return IsClosed ? 0 : Written + 1;
    }
}

/// <summary>All epochs of one stream.</summary>
internal sealed class SimulatedJournal
{
    public List<SimulatedEpoch> Epochs { get; } = [];

    public SimulatedEpoch Now => Epochs[^1];

    public SimulatedEpoch? Of(ulong epoch) => Epochs.Find(known => known.Epoch == epoch);
}
