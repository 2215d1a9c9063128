namespace FuncLibs.Blocks.Serialization.Packed;

/// <summary>Why a packed column was refused. Texts are constants: making one takes no memory.</summary>
/// <param name="Status">What kind of fault.</param>
/// <param name="Offset">Offset of the offending byte in the ext's body.</param>
/// <param name="Expected">What should have stood there.</param>
/// <param name="Found">What did.</param>
/// <param name="Value">The offending number.</param>
internal readonly record struct PackedFault(DecodeStatus Status, int Offset, string Expected, string Found, long Value);
