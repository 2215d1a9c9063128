using FuncLibs.Messaging.Delivery;

namespace FuncLibs.Tests.Messaging.Delivery.Simulation;

/// <summary>What the publisher knows, against what the consumer says.</summary>
internal sealed class Truth(Scenario scenario, SimulatedPublisher publisher)
{
    /// <summary>What the journal has is never lost to a consumer that may request it.</summary>
    public void OnLost(uint stream, LostRange range)
    {
        if (!scenario.IsLossless)
            return;
        SimulatedEpoch epoch =
            publisher.Journal(stream).Of(range.Epoch) ?? throw new InvalidOperationException($"{range} never was");
        for (ulong sequence = range.From; sequence <= range.To; sequence++)
        {
            if (epoch.Has(sequence))
                throw new InvalidOperationException($"{range} is lost, but the journal has {sequence}");
        }
    }

    /// <summary>True when every stream that began is where its publisher is, with nothing open.</summary>
    public bool IsReached(SimulatedConsumer consumer) =>
        consumer.Streams.All(stream => !stream.HasBegun || IsAtEnd(stream));

    /// <summary>Nothing is open, nothing is held, and no epoch misses anything.</summary>
    public void Check(SimulatedConsumer consumer)
    {
        IsReached(consumer).ShouldBeTrue(string.Join("; ", consumer.Streams.Select(
            stream => $"{stream.State} at {stream.Position?.Epoch}/{stream.Position?.Next} of {publisher.Journal(stream.Stream).Now.Last}")));
        consumer.Held.ShouldBe(0);
        if (!scenario.IsLossless)
            return;
        foreach (StreamDelivery stream in consumer.Streams)
        {
            stream.Account().LostUnanswered.ShouldBe(0);
            stream.Account().UnknownEnds.ShouldBe(0);
            Check(consumer.Ledgers[(int)stream.Stream - 1], publisher.Journal(stream.Stream));
        }
    }

    private bool IsAtEnd(StreamDelivery stream) => stream.State == DeliveryState.Live && stream.Position is { } position
        && position.Epoch == publisher.Epoch && position.Next == publisher.Journal(stream.Stream).Now.Last + 1;

    // From the first epoch met on, each one that published anything is settled as far as given by the publisher, and
    // not beyond what was.
    private static void Check(DeliveryLedger ledger, SimulatedJournal journal)
    {
        foreach (SimulatedEpoch epoch in journal.Epochs)
        {
            ulong declared = epoch.IsClosed ? epoch.Declared : epoch.Last;
            if (ledger.Epochs.Count == 0 || epoch.Epoch < ledger.Epochs.Keys.First() || declared == 0)
                continue;
            ledger.Epochs.ContainsKey(epoch.Epoch).ShouldBeTrue($"epoch {epoch.Epoch} is missing");
            (ledger.Epochs[epoch.Epoch].Next - 1).ShouldBeInRange(declared, epoch.Last);
        }
    }
}
