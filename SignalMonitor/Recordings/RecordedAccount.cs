using System.Text.Json.Serialization;

namespace SignalMonitor.Recordings;

/// <summary>
/// What became of the blocks that were to go into a journal: <c>received = stored + notKept + lost</c>, or, of a
/// journal of reduced blocks, <c>received = merged + notKept + lost</c>.
/// </summary>
/// <param name="Journal">Folder of the journal.</param>
/// <param name="Received">Blocks that reached the recorder, each once.</param>
/// <param name="Stored">Blocks that it wrote, each once.</param>
/// <param name="NotKept">Blocks that it left out on purpose.</param>
/// <param name="Lost">Blocks that it could not write.</param>
/// <param name="Merged">Blocks that are in reduced ones; null for a journal of another mode.</param>
public sealed record RecordedAccount(
    string Journal, long Received, long Stored, long NotKept, long Lost, long? Merged)
{
    /// <summary>Whether the sum is right.</summary>
    [JsonIgnore]
    public bool IsClosed => Received == (Merged ?? Stored) + NotKept + Lost;

    /// <summary>The sum in one line.</summary>
    [JsonIgnore]
    public string Text => FormattableString.Invariant($"{Received} received = ")
        + (Merged is { } merged
            ? FormattableString.Invariant($"{merged} in {Stored} reduced blocks")
            : FormattableString.Invariant($"{Stored} stored"))
        + FormattableString.Invariant($" + {NotKept} not kept + {Lost} lost");
}
