using System.Diagnostics.Metrics;
using HardwareConnector.Consumers;
using HardwareConnector.Publishing;
using HardwareConnector.Recording;

namespace HardwareConnector.Hosting.Watching;

/// <summary>
/// Instruments of consumers, claims and the clock. Tags: the state, of which there are four; the consumer, of which the book keeps 256,
/// with the stream, whose names come from the rig.
/// </summary>
internal static class WatchMetrics
{
    public static void AddTo(Meter meter, ConsumerRegistry consumers, Recorder recorder, PublishLoop publish)
    {
        meter.CreateObservableGauge("telemetry.consumers", () => ByState(consumers.All), "{consumer}", "Consumers, by how they do.");
        meter.CreateObservableGauge(
            "telemetry.consumer.lag", () => Positions(consumers, place => place.Lag), "{block}", "Blocks that a consumer is behind.");
        meter.CreateObservableGauge(
            "telemetry.consumer.dropped", () => Positions(consumers, place => place.Dropped), "{block}", "Blocks declared lost to a consumer.");
        meter.CreateObservableCounter(
            "telemetry.control.status_ignored", () => consumers.Ignored, "{status}", "Statuses that were not believed, or of strangers.");
        meter.CreateObservableCounter(
            "telemetry.journal.retired_needed",
            () => recorder.Journal.Counters.RetiredNeeded,
            "{segment}",
            "Segments removed for the quota that a consumer still needed.");
        meter.CreateObservableCounter("telemetry.clock.steps", () => publish.Clock.Count, "{step}", "Steps of this machine's clock.");
    }

    private static IEnumerable<Measurement<long>> ByState(IReadOnlyList<ConsumerView> all) => Enum.GetValues<ConsumerState>().Select(
        state => new Measurement<long>(
            all.Count(consumer => consumer.State == state), KeyValuePair.Create("state", (object?)WatchJson.NameOf(state))));

    private static IEnumerable<Measurement<double>> Positions(ConsumerRegistry consumers, Func<ConsumerPosition, ulong> read) =>
        consumers.All.SelectMany(consumer => consumer.Streams.Select(place => new Measurement<double>(
            read(place), KeyValuePair.Create("consumer", (object?)consumer.Name), KeyValuePair.Create("stream", (object?)place.Name))));
}
