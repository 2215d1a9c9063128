namespace FuncLibs.MessagePack;

/// <summary>What came of reading one value; <c>default</c> is not a success.</summary>
/// <param name="IsOk">True when the value was read.</param>
/// <param name="Offset">Bytes read when all went well, else the offset of the offending token.</param>
/// <param name="Failure">Why it went wrong.</param>
/// <param name="Detail">What was expected or what a formatter said, or null.</param>
public readonly record struct MessagePackOutcome(bool IsOk, long Offset, ReadFailure Failure = ReadFailure.None, string? Detail = null)
{
    /// <inheritdoc/>
    public override string ToString() =>
        IsOk ? $"ok, {Offset} bytes" : $"{Failure} at byte {Offset}{(Detail is null ? "" : ": " + Detail)}";
}
