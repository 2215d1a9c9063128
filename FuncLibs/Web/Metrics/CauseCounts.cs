using System.Diagnostics.Metrics;
using System.Text.Json;

namespace FuncLibs.Web.Metrics;

/// <summary>The instrument `telemetry.health.reasons`: reasons for which a program is degraded, by cause.</summary>
internal static class CauseCounts
{
    /// <summary>A measurement for each cause, also for those without a reason: few, and always the same.</summary>
    /// <param name="causes">The causes of the reasons now.</param>
    /// <typeparam name="TCause">The causes that there are; the tag is the name in snake case.</typeparam>
    public static IEnumerable<Measurement<long>> Of<TCause>(IReadOnlyCollection<TCause> causes)
        where TCause : struct, Enum =>
        Enum.GetValues<TCause>().Select(cause => new Measurement<long>(
            causes.Count(one => one.Equals(cause)),
            new KeyValuePair<string, object?>(
                "cause", JsonNamingPolicy.SnakeCaseLower.ConvertName(cause.ToString()))));
}
