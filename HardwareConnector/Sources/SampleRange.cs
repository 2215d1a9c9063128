namespace HardwareConnector.Sources;

/// <summary>Samples of the base clock, both ends included; <c>default</c> is empty.</summary>
/// <param name="First">Index of the first.</param>
/// <param name="Count">How many; 0 none.</param>
/// <param name="Reason">Why they are missing.</param>
public readonly record struct SampleRange(long First, long Count, string? Reason)
{
    /// <summary>Index of the last.</summary>
    public long Last => First + Count - 1;
}
