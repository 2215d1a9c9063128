namespace HardwareConnector.Sources;

/// <summary>What the header of a rig's block says.</summary>
/// <param name="DueNs">Due time of the first sample, UTC ns, as the rig's clock has it.</param>
/// <param name="ErrorCode">The rig's error code; 0 none, any other makes the values invalid.</param>
/// <param name="BufferPerMille">How full the rig's buffer is, 0 to 1000.</param>
public readonly record struct RigHeader(long DueNs, int ErrorCode, int BufferPerMille);
