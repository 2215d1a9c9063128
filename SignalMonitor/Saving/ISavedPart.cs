using System.Text.Json;

namespace SignalMonitor.Saving;

/// <summary>
/// A named part of what a monitor saves: state that its deliveries made. Every part of one file is of the same
/// position, so a part takes its state where `PositionMark` is reached. A part that a file does not have begins empty;
/// an unknown name is skipped.
/// </summary>
internal interface ISavedPart
{
    /// <summary>Streams that a file may have: those of 16 connections.</summary>
    const int MaxStreams = 4096;

    /// <summary>Its name in the file; never changed, never used for something else.</summary>
    string Name { get; }

    /// <summary>Writes it: one JSON value.</summary>
    void Write(Utf8JsonWriter json);

    /// <summary>Reads it, before any thread runs. Bounded; takes over all of it or nothing.</summary>
    /// <returns>Null, or what is wrong with it, as the end of a sentence.</returns>
    string? Read(JsonElement part);

    /// <summary>Writes what is too large for the file into files of its own, before the file that names them.</summary>
    /// <returns>Null, or why nothing may be saved now.</returns>
    string? SaveAside(string folder) => null;

    /// <summary>The file is on the disk: removes files of its own that it does not name.</summary>
    void RemoveStale(string folder)
    {
    }

    /// <summary>Reads those files, once every part was read. What cannot be read of them begins empty.</summary>
    /// <returns>Null, or what is wrong with them.</returns>
    string? ReadAside(string folder) => null;
}
