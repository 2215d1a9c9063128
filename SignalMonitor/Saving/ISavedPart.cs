using System.Text.Json;

namespace SignalMonitor.Saving;

/// <summary>
/// A named part of what a monitor saves: state that its deliveries made. Every part of one file is of the same position, so a part takes
/// its state where <see cref="PositionMark"/> is reached. A part that a file does not have begins empty;
/// a name that nobody knows is passed over.
/// </summary>
internal interface ISavedPart
{
    /// <summary>Its name in the file; never changed, never used for something else.</summary>
    string Name { get; }

    /// <summary>Writes it: one JSON value.</summary>
    void Write(Utf8JsonWriter json);

    /// <summary>Reads it, before any thread runs. Bounded; takes over all of it or nothing.</summary>
    /// <returns>Null, or what is wrong with it, as the end of a sentence.</returns>
    string? Read(JsonElement part);
}
