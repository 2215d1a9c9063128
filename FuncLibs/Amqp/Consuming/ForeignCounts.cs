namespace FuncLibs.Amqp.Consuming;

/// <summary>Why a message of a queue is none of a bridge.</summary>
public enum ForeignCause
{
    /// <summary>Its property `type` is missing or another.</summary>
    Type,

    /// <summary>A header is missing or of another type.</summary>
    Headers,

    /// <summary>Its routing key is no topic.</summary>
    Topic,

    /// <summary>Its body has no header of a frame, or is no control map of a bridge.</summary>
    Body,

    /// <summary>It is longer than a frame may be.</summary>
    Oversize,
}

/// <summary>Messages that were skipped, by cause. One thread counts, any thread reads.</summary>
public sealed class ForeignCounts
{
    private readonly long[] _counts = new long[(int)ForeignCause.Oversize + 1];

    /// <summary>All of them.</summary>
    public long Total => Enum.GetValues<ForeignCause>().Sum(Of);

    /// <summary>Those of one cause.</summary>
    public long Of(ForeignCause cause) => Volatile.Read(ref _counts[(int)cause]);

    internal void Add(ForeignCause cause) => Volatile.Write(ref _counts[(int)cause], _counts[(int)cause] + 1);
}
