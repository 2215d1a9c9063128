using FuncLibs.Blocks.Tokens;

namespace FuncLibs.Messaging.Wire;

/// <summary>Why a control map could not be read: what, where, how. Takes no memory to make.</summary>
/// <param name="Member">The member that is wrong or missing, with dots for depth; null when nothing failed.</param>
/// <param name="Offset">Byte offset of the offending token.</param>
/// <param name="Failure">How it failed; <see cref="ReadFailure.None"/> when the member is missing.</param>
public readonly record struct MapFault(string? Member, int Offset, ReadFailure Failure)
{
    /// <inheritdoc/>
    public override string ToString() => (Member, Failure) switch
    {
        (null, _) => "no fault",
        (_, ReadFailure.None) => $"{Member} is missing",
        _ => $"{Member} at byte {Offset}: {Failure}",
    };
}
