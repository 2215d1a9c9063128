namespace SignalMonitor.Saving;

/// <summary>What the variables of one stream remember up to its saved position.</summary>
/// <param name="Publisher">The installation.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Epoch">Life of the publisher of the last block.</param>
/// <param name="NextSample">Base index of the sample behind it.</param>
/// <param name="Memory">What functions with memory wrote, by variable; base64 in the file.</param>
internal sealed record SavedVariables(Guid Publisher, uint Stream, ulong Epoch, long NextSample, byte[] Memory)
{
    /// <summary>Most bytes of memory of all streams together that are saved and read.
    /// A stream that finds no room begins its windows anew after a restart.</summary>
    public const int MaxBytes = 8 << 20;

    /// <summary>What is wrong with it, as the end of a sentence; null when a stream can go on from it.</summary>
    public string? Fault
    {
        get
        {
            if (Publisher == Guid.Empty || Epoch is 0 or > long.MaxValue || NextSample < 0)
                return $"the variables of stream {Stream} have no publisher, epoch or place";
            return Memory is null || Memory.Length > MaxBytes || Memory.Length % sizeof(long) != 0
                ? $"the memory of the variables of stream {Stream} is missing, cut or above {MaxBytes} bytes" : null;
        }
    }
}
