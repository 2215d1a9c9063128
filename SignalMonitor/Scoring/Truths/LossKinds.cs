namespace SignalMonitor.Scoring.Truths;

/// <summary>What a fault does to the samples of its range, by its name in the truth file.</summary>
internal static class LossKinds
{
    /// <summary>They are never sent.</summary>
    public static bool LosesSamples(string fault) => fault is "gap" or "offline";

    /// <summary>Some may be lost, as a stall fills buffers, but need not be.</summary>
    public static bool MayLoseSamples(string fault) =>
        fault is "stall" or "varlength" or "overflow" or "reordered" or "restart" or "addchannel" or "removechannel";
}
