using Testing.Chaos;

namespace Integration.Network;

/// <summary>A kind of bad network between a connector and a monitor.</summary>
/// <param name="Name">What it is, for messages.</param>
/// <param name="CutsData">Nothing that is published gets through while it lasts: the monitor must say so.</param>
/// <param name="Begin">Switches it on.</param>
internal sealed record NetworkFault(string Name, bool CutsData, Action<ProxiedSystem> Begin)
{
    // Flips only where a CRC stands over every byte: control maps have none, TCP's own checksum guards them on a real
    // line.
    private const double FlipsPerByte = 1e-4;
    private const int NarrowBytesPerSecond = 60_000;
    private const int LargestSlice = 200;

    private static readonly LineFaults Held = new() { IsHeld = true };
    private static readonly LineFaults Swallowed = new() { IsSwallowed = true };
    private static readonly LineFaults Slow =
        new() { Latency = TimeSpan.FromMilliseconds(120), Jitter = TimeSpan.FromMilliseconds(80) };

    /// <summary>All kinds.</summary>
    public static NetworkFault[] All { get; } =
    [
        new("latency and jitter", false, system => system.EachLine(line => line.Faults = Slow)),
        new(
            "a narrow line",
            false,
            system => system.Publish.Down.Faults = new LineFaults { BytesPerSecond = NarrowBytesPerSecond }),
        new(
            "writes of a few bytes",
            false,
            system => system.EachLine(line => line.Faults = new LineFaults { SliceBytes = LargestSlice })),
        new(
            "flipped bits",
            false,
            system => system.Publish.Down.Faults = new LineFaults { FlipsPerByte = FlipsPerByte }),
        new("connections reset", false, system => system.EachProxy(proxy => proxy.Reset())),
        new("control reset and refused", false, system => RefuseAndReset(system.Control)),
        new("control swallowed one way", false, system => system.Control.Up.Faults = Swallowed),
        new("partition without a word", true, system => system.EachLine(line => line.Faults = Held)),
        new("partition that refuses", true, system => system.EachProxy(RefuseAndReset)),
        new("black hole", true, system => system.EachLine(line => line.Faults = Swallowed)),
        new("data swallowed, the way back good", true, system => system.Publish.Down.Faults = Swallowed),
    ];

    /// <summary>The network is good again, whatever was wrong.</summary>
    public static void End(ProxiedSystem system)
    {
        system.EachLine(line => line.Faults = LineFaults.None);
        system.EachProxy(proxy => proxy.Accept());
    }

    private static void RefuseAndReset(ChaosProxy proxy)
    {
        proxy.Refuse();
        proxy.Reset();
    }
}
