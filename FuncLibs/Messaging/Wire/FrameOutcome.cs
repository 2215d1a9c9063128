namespace FuncLibs.Messaging.Wire;

/// <summary>What came of reading a frame. Takes no memory to make; <c>default</c> is not a success.</summary>
public readonly record struct FrameOutcome
{
    private FrameOutcome(bool ok, FrameFault fault, string? field, long expected, long found)
    {
        IsOk = ok;
        Fault = fault;
        Field = field;
        Expected = expected;
        Found = found;
    }

    /// <summary>True when the header may be believed.</summary>
    public bool IsOk { get; }

    /// <summary>Why it was refused.</summary>
    public FrameFault Fault { get; }

    /// <summary>What was wrong: the name of a field of the header.</summary>
    public string? Field { get; }

    /// <summary>What the reader would have taken.</summary>
    public long Expected { get; }

    /// <summary>What stood there.</summary>
    public long Found { get; }

    internal static FrameOutcome Ok => new(true, FrameFault.None, null, 0, 0);

    /// <inheritdoc/>
    public override string ToString() => IsOk ? "ok" : $"{Fault}: {Field ?? "nothing was read"} {Found:X}h, expected {Expected:X}h";

    internal static FrameOutcome Refused(FrameFault fault, string field, long expected, long found) =>
        new(false, fault, field, expected, found);
}
