using System.Text.Json.Serialization;
using SignalMonitor.Saving;

namespace SignalMonitor.CalculatedChannels;

/// <summary>State of the variables of one stream up to its saved position.</summary>
/// <param name="Publisher">The installation.</param>
/// <param name="Stream">Number of the stream.</param>
/// <param name="Epoch">Epoch of the publisher of the last block.</param>
/// <param name="NextSample">Base index of the sample after it.</param>
/// <param name="Memory">Saved state of stateful functions, by variable; base64 in the file, empty there when it is in
/// <see cref="File"/>.</param>
internal sealed record SavedVariables(
    Guid Publisher, uint Stream, ulong Epoch, long NextSample, ReadOnlyMemory<byte> Memory)
    : IStreamState
{
    /// <summary>Most bytes of memory of all streams together that are in the file of the position itself.</summary>
    public const int MaxInlineBytes = 8 << 20;

    /// <summary>Most bytes of memory of all streams together that are saved: as much as one stream can have.</summary>
    public const long MaxBytes = 1L << 28;

    /// <summary>
    /// Name of the file beside the position that has the memory; null when it is in the position.
    /// </summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public string? File { get; set; }

    /// <summary>Variables that were tared or reset, as their functions were at this position; null none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingNull)]
    public AdjustedVariable[]? Adjusted { get; set; }

    /// <summary>CRC-32C of that file.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public uint Crc32C { get; set; }

    /// <inheritdoc/>
    [JsonIgnore]
    public string? Fault
    {
        get
        {
            if (Publisher == Guid.Empty || Epoch is 0 or > long.MaxValue || NextSample < 0)
                return $"the variables of stream {Stream} have no publisher, epoch or place";
            if (File is not null && !VariablesPart.IsAside(File))
                return $"the state of the variables of stream {Stream} is in a file that does not belong to the position";
            return Memory.Length > MaxInlineBytes || Memory.Length % sizeof(long) != 0
                ? $"the state of the variables of stream {Stream} is cut or above {MaxInlineBytes} bytes" : null;
        }
    }

    /// <summary>
    /// Reads the state in its own file. What cannot be read leaves the memory empty, so that its functions start over.
    /// </summary>
    /// <param name="folder">Where the position is.</param>
    /// <param name="fault">What is wrong, as the end of a sentence; null when nothing is.</param>
    public SavedVariables WithMemory(string folder, out string? fault)
    {
        fault = null;
        if (File is null)
            return this;
        try
        {
            FileInfo file = new(Path.Combine(folder, File));
            byte[] memory = file.Length <= MaxBytes ? System.IO.File.ReadAllBytes(file.FullName) : [];
            if (FuncLibs.Runtime.Checksums.Crc32C.Compute(memory) == Crc32C)
                return this with { Memory = memory };
            fault = $"{file.FullName} is damaged";
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            fault = e.Message;
        }

        return this with { File = null, Crc32C = 0 };
    }
}
