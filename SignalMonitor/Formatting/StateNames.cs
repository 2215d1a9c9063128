using FuncLibs.Messaging.Delivery;
using FuncLibs.Signals;

namespace SignalMonitor.Formatting;

/// <summary>Names of qualities and states, as JSON, tables and files of results have them.</summary>
internal static class StateNames
{
    /// <summary>A quality in lower case.</summary>
    public static string NameOf(Quality quality) => quality switch
    {
        Quality.Good => "good",
        Quality.Uncertain => "uncertain",
        Quality.Saturated => "saturated",
        Quality.Stale => "stale",
        _ => "invalid",
    };

    /// <summary>The state of a delivery, in lower case.</summary>
    public static string NameOf(DeliveryState state) => state switch
    {
        DeliveryState.Joining => "joining",
        DeliveryState.CatchUp => "catchUp",
        DeliveryState.Live => "live",
        DeliveryState.Gap => "gap",
        _ => "init",
    };

    /// <summary>How far values are current, in lower case.</summary>
    public static string NameOf(StaleState state) => state switch
    {
        StaleState.Fresh => "fresh",
        StaleState.RigStale => "rigStale",
        StaleState.ConnectorStale => "connectorStale",
        StaleState.Past => "past",
        _ => "unheard",
    };

    /// <summary>The quality of a value, given whether its stream is stale.</summary>
    public static Quality Worst(Quality quality, bool stale) =>
        stale && quality < Quality.Stale ? Quality.Stale : quality;
}
