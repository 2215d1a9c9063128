using System.Globalization;
using System.Text;
using FuncLibs.Blocks.Catalogue.Names;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Signals;
using SignalMonitor.Computation;
using SignalMonitor.Formatting;

namespace SignalMonitor.Watch;

/// <summary>
/// One plain line a stream and look, for pipes and files: fields as name=value, then the first channels with their
/// derived values.
/// </summary>
internal static class LineView
{
    private const int Channels = 4;

    public static string Waiting(string waiting) => $"waiting for blocks from {waiting}";

    public static string Format(StreamView stream)
    {
        StringBuilder line = new();
        line.Append(
            CultureInfo.InvariantCulture,
            $"{stream.Name} state={stream.StateText.Replace(' ', '-')} sequence={stream.Values?.Sequence ?? 0} "
            + $"rate={stream.Rate:0.0}/s gaps={stream.Account.DeclaredLost}{Healing(stream.Account)} "
            + $"age={stream.AgeMs}ms "
            + $"p50={stream.P50Ms:0.000}ms "
            + $"p99={stream.P99Ms:0.000}ms{ClockText.Fields(stream.Clock)}{RigEventText.Field(stream.RigEvent)}");
        for (int signal = 0; stream.Values is { } values && signal < Math.Min(Channels, values.Values.Length); signal++)
            Append(line, values, signal, stream.IsStale);
        return line.ToString();
    }

    // Only where there is something to report.
    private static string Healing(StreamAccount account) =>
        (account.Missing > 0 ? $" missing={account.Missing}" : "")
        + (account.UnknownEnds > 0 ? $" unknownEnds={account.UnknownEnds}" : "")
        + (account.Replayed > 0 ? $" replayed={account.Replayed}" : "");

    private static void Append(StringBuilder line, StreamSnapshot values, int signal, bool stale)
    {
        SignalDescription described = values.Plan.Signals[signal];
        line.Append(CultureInfo.InvariantCulture, $" | {described.Name}={values.Values[signal]:G6}{described.Unit}");
        if (StateNames.Worst(values.Qualities[signal], stale) is not Quality.Good and Quality quality)
            line.Append(CultureInfo.InvariantCulture, $" ({StateNames.NameOf(quality)})");
        for (int function = 0; function < values.Plan.Functions.Length; function++)
            line.Append(
                CultureInfo.InvariantCulture,
                $" {values.Plan.Functions[function].Name}={values.DerivedOf(signal, function):G6}");
    }
}
