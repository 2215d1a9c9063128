using System.Text.Json.Serialization;
using FuncLibs.Messaging.Delivery;
using FuncLibs.Messaging.Wire;

namespace SignalMonitor.Streams;

/// <summary>Where one stream continues after a restart, and its account up to there.</summary>
/// <param name="Connection">Address that its connector published on.</param>
/// <param name="Name">Name of the stream.</param>
/// <param name="Position">The first sequence that was not computed, and the account as the delivery keeps it.</param>
/// <param name="Undecodable">Part of delivered: payloads that could not be used, which the shown account declares
/// lost.</param>
/// <param name="BadFrames">Refused frames, by <see cref="BadFrame"/>.</param>
internal sealed record SavedStream(
    string Connection, string Name, DeliveryPosition Position, long Undecodable, IReadOnlyList<long> BadFrames)
{
    /// <summary>What is wrong with it, as the end of a sentence; null when a stream can continue from it.</summary>
    public string? Fault
    {
        get
        {
            StreamAccount account = Position.Account;
            if (string.IsNullOrEmpty(Connection) || TopicName.FindFault(Name) is not null)
                return "a stream has no connection or no legal name";
            if (account.Publisher == Guid.Empty
                || !FrameHeader.IsDataStream(account.Stream))
                return $"stream {Name} has no publisher or number";
            if (Position.Epoch is 0 or > long.MaxValue || account.Epoch != Position.Epoch)
                return $"stream {Name} has epoch {Position.Epoch}, which is out of range";
            if (Position.Next is 0 or > OrderTracker.MaxSequence + 1 || account.LastSequence != Position.Next - 1)
                return $"stream {Name} continues at {Position.Next}, which is out of range";
            if (BadFrames?.Count is not (BadFrameCounts.FirstCauses or BadFrameCounts.Causes)
                || BadFrames.Any(count => count < 0))
                return $"stream {Name} lacks counts of refused frames";
            return Closes(account) ? null : $"the account of stream {Name} does not close";
        }
    }

    private bool Closes(in StreamAccount account)
    {
        long min =
            Math.Min(Math.Min(account.Published, account.Delivered), Math.Min(account.DeclaredLost, account.Missing));
        long reasons =
            account.LostInGaps + account.LostAtTail + account.LostAtStop + account.LostGone + account.LostUnanswered;
        return min >= 0 && account.SilentLoss == 0 && reasons == account.DeclaredLost
            && Undecodable >= 0 && Undecodable <= account.Delivered && account.Replayed >= 0
            && account.Replayed <= account.Delivered;
    }
}

/// <summary>Generated JSON of the saved streams. <see cref="SavedStream.Fault"/> judges what was read.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    IgnoreReadOnlyProperties = true,
    RespectRequiredConstructorParameters = true,
    RespectNullableAnnotations = true)]
[JsonSerializable(typeof(SavedStream[]))]
internal sealed partial class SavedJson : JsonSerializerContext;
