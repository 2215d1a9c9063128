namespace FuncLibs.Objects.Records;

/// <summary>
/// One piece of a stream of records. The pieces follow each other without a hole: each begins where the one before
/// ends.
/// </summary>
/// <param name="Status">What it is.</param>
/// <param name="Number">Number of the record; of a gap, the first number in question.</param>
/// <param name="LastNumber">The same for a record; of a gap, the last number in question.</param>
/// <param name="Records">How many records it stands for: 1 for a record; for a gap, how many of its numbers are
/// missing, 0 when none is, and -1 when that is not known, or not yet.</param>
/// <param name="Offset">First byte in the stream, counted from where the reader began.</param>
/// <param name="Length">Bytes, 0 or more.</param>
/// <param name="Payload">What the serializer said of the payload, whose first byte is byte 0 for it; <c>default</c>
/// where it was not asked.</param>
public readonly record struct RecordOutcome(
    RecordStatus Status,
    long Number,
    long LastNumber,
    long Records,
    long Offset,
    long Length,
    ObjectOutcome Payload = default)
{
    /// <summary>True for a record that was read, and has the number that belongs there.</summary>
    public bool IsOk => Status == RecordStatus.Ok;

    /// <inheritdoc/>
    public override string ToString() => Status == RecordStatus.Gap
        ? $"{Lost}, {Length} bytes skipped at byte {Offset}"
        : $"record {Number} at byte {Offset}, {Length} bytes: " + Status switch
        {
            RecordStatus.Ok => "ok",
            RecordStatus.Unreadable => Payload.ToString(),
            RecordStatus.Checksum => "the payload does not match its CRC",
            RecordStatus.Cut => "the payload ends too early",
            RecordStatus.LimitExceeded => "the payload has more bytes than allowed",
            RecordStatus.OutOfOrder => $"the number was passed already; {Payload}",
            _ => "nothing was read",
        };

    private string Lost => Records switch
    {
        < 0 => "it is not known how many records are missing",
        0 => "no record is missing",
        1 when Number == LastNumber => $"record {Number} is missing",
        _ when Records == LastNumber - Number + 1 => $"records {Number} to {LastNumber} are missing",
        _ => $"{Records} of the records {Number} to {LastNumber} are missing",
    };
}

/// <summary>What a piece of a stream of records is.</summary>
public enum RecordStatus : byte
{
    /// <summary>Nothing was read: the value of <c>default</c>, never a success.</summary>
    None,

    /// <summary>A record that was read.</summary>
    Ok,

    /// <summary>Bytes that are no record, numbers without a record, or both.</summary>
    Gap,

    /// <summary>A whole header, and a payload that does not match its CRC.</summary>
    Checksum,

    /// <summary>A whole header, and a payload that ends before its length: the stream ends, or the next record
    /// begins.</summary>
    Cut,

    /// <summary>A whole header of a payload that is longer than <see cref="ObjectLimits.MaxBytes"/>.</summary>
    LimitExceeded,

    /// <summary>A whole record whose payload the serializer does not read: <see cref="RecordOutcome.Payload"/> has
    /// why, with the byte and the path.</summary>
    Unreadable,

    /// <summary>A whole record whose number was passed already: one that is there twice, or in another place than it
    /// was written at. Its object is given too.</summary>
    OutOfOrder,
}
