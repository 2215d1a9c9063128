using FuncLibs.Messaging.Delivery;

namespace FuncLibs.Tests.Messaging.Delivery.Simulation;

/// <summary>What a seed plays: how bad the network is, what the publisher keeps, what the consumer may hold.
/// Shares are per mille.</summary>
internal sealed class Scenario
{
    public const int FrameBytes = 100;

    public Scenario(int seed)
    {
        Random = new Random(seed);
        Streams = Random.Next(1, 4);
        Policy = seed % 8 == 7 ? GapPolicy.Skip : GapPolicy.Replay;
        HasMarks = seed % 16 != 5;
        ServesReplay = seed % 16 != 13;
        Drop = Random.Next(3) == 0 ? 0 : Random.Next(80);
        Twice = Random.Next(3) == 0 ? 0 : Random.Next(50);
        MayReorder = Random.Next(2) == 0;
        ControlDrop = Random.Next(3) == 0 ? Random.Next(60) : 0;
        Accidents = Random.Next(2, 14);
        int holdFrames = Random.Next(8, 200);
        Settings = new DeliverySettings
        {
            OnGap = Policy,
            HoldBytes = holdFrames * FrameBytes,
            HoldFrames = Random.Next(3) == 0 ? Random.Next(4, 100) : 10_000,
            AvailabilityTimeout = TimeSpan.FromMilliseconds(200),
            AnswerTimeout = TimeSpan.FromMilliseconds(60),
            GiveUpAfter = TimeSpan.FromSeconds(5),
            InitialDelay = TimeSpan.FromMilliseconds(2),
            MaxDelay = TimeSpan.FromMilliseconds(20),
        };
    }

    public Random Random { get; }

    public int Streams { get; }

    public GapPolicy Policy { get; }

    /// <summary>Heartbeats say that a journal is kept.</summary>
    public bool HasMarks { get; }

    /// <summary>The journal may be read; otherwise the answer is that replay is not supported.</summary>
    public bool ServesReplay { get; }

    public int Drop { get; private set; }

    public int Twice { get; private set; }

    public bool MayReorder { get; private set; }

    public int ControlDrop { get; private set; }

    /// <summary>Restarts, partitions, power cuts and the like.</summary>
    public int Accidents { get; private set; }

    public DeliverySettings Settings { get; }

    /// <summary>Nothing can be lost but what the journal does not have.</summary>
    public bool IsLossless => Policy == GapPolicy.Replay && HasMarks && ServesReplay;

    /// <summary>From now on the network is good and nothing happens any more.</summary>
    public void Heal() => (Drop, Twice, MayReorder, ControlDrop, Accidents) = (0, 0, false, 0, 0);

    /// <summary>
    /// One on average; few on a network that is good again, so that even the smallest hold budget catches up.
    /// </summary>
    public int BlocksInThisStep() => Accidents > 0 ? Random.Next(3) : Random.Next(30) / 29;

    public bool Chance(int perMille) => perMille > 0 && Random.Next(1000) < perMille;
}
