namespace Tools.Scoring;

/// <summary>What a fault does to the samples of its range, by its name in the truth file (docs/faults.md).</summary>
internal static class LossKinds
{
    private const string Tare = "tare";

    /// <summary>They are never sent.</summary>
    public static bool LosesSamples(string fault) => fault is "gap" or "offline";

    /// <summary>Some may be lost, as a stall fills buffers, but need not be.</summary>
    public static bool MayLoseSamples(string fault) =>
        fault is "stall" or "varlength" or "overflow" or "reordered" or "restart" or "addchannel" or "removechannel";

    /// <summary>Behind it, samples are lost until the connector is there again.</summary>
    public static bool ClosesTheLink(string fault) => fault is "offline" or "restart";

    /// <summary>What is recorded of its channel or sensor is not what happened.</summary>
    public static bool SpoilsValues(string fault) => fault is "nan" or "inf" or "stuck" or "drift" or "unit" or "removechannel" or Tare;

    /// <summary>A tare is a moment, and all values behind it are off.</summary>
    public static bool HasNoEnd(string fault) => fault == Tare;
}
