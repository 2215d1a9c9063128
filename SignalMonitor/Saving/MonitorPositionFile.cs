using System.Buffers;
using System.Text.Json;
using FuncLibs.Hosting;
using FuncLibs.Hosting.State;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace SignalMonitor.Saving;

/// <summary>
/// The file `position.json` of a monitor: `{"format":1,"parts":{NAME: ...}}`, replaced whole, so that a position and
/// the state that belongs to it are never of two moments. It is flushed to the disk each time. For a killed process the
/// rename alone would do; after a power cut a file that was renamed before its bytes were on the disk may be empty, and
/// a stream that starts over at the snapshot is an undeclared loss. That costs two fsyncs a second on a thread
/// that no thread waits for, where a journal makes a hundred.
/// </summary>
internal sealed class MonitorPositionFile
{
    /// <summary>Name in the state folder.</summary>
    public const string FileName = "position.json";

    /// <summary>The version that this code writes, and the newest it reads.</summary>
    public const int Format = 1;

    /// <summary>Largest file that is read or written.</summary>
    public const int MaxBytes = 16 << 20;

    private readonly IReadOnlyList<ISavedPart> _parts;
    private ArrayBufferWriter<byte> _content = new();
    private ArrayBufferWriter<byte> _onDisk = new();

    private MonitorPositionFile(string path, IReadOnlyList<ISavedPart> parts) => (Path, _parts) = (path, parts);

    /// <summary>Where it is.</summary>
    public string Path { get; }

    private string Folder => System.IO.Path.GetDirectoryName(System.IO.Path.GetFullPath(Path))!;

    /// <summary>What was wrong with the file at the start, and what became of it; null when nothing was.</summary>
    public string? Damage { get; private set; }

    /// <summary>
    /// Reads the file into the parts, if there is one. A damaged one is put aside, and the parts stay empty.
    /// </summary>
    /// <param name="path">Where it is.</param>
    /// <param name="parts">What it consists of.</param>
    /// <param name="resume">False: nothing is read, the next save replaces it.</param>
    /// <exception cref="StartupException">It is of a newer program, or cannot be read for reasons outside of
    /// it.</exception>
    public static MonitorPositionFile Open(string path, IReadOnlyList<ISavedPart> parts, bool resume)
    {
        var file = new MonitorPositionFile(path, parts);
        if (!resume || !File.Exists(path))
            return file;
        if (file.Read() is { } fault)
            file.PutAside(fault);
        else
            file.ReadAside();
        return file;
    }

    /// <summary>Saves the parts as they are now; nothing is written while nothing changed.</summary>
    /// <returns>Null, or why it was not saved.</returns>
    public string? Save()
    {
        foreach (ISavedPart part in _parts)
        {
            if (part.SaveAside(Folder) is { } fault)
                return fault;
        }

        _content.ResetWrittenCount();
        using (Utf8JsonWriter json = new(_content))
            Write(json);
        if (_content.WrittenCount > MaxBytes)
            return $"{Path} would have {_content.WrittenCount} bytes, more than the {MaxBytes} that are read again; "
                + $"follow fewer streams";
        if (_content.WrittenSpan.SequenceEqual(_onDisk.WrittenSpan) && File.Exists(Path))
            return null;
        try
        {
            AtomicFile.Write(Path, _content.WrittenSpan);
            (_onDisk, _content) = (_content, _onDisk);
            foreach (ISavedPart part in _parts)
                part.RemoveStale(Folder);
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return $"{Path} cannot be written ({OneLine.Format(e)})";
        }
    }

    private void Write(Utf8JsonWriter json)
    {
        json.WriteStartObject();
        json.WriteNumber("format", Format);
        json.WriteStartObject("parts");
        foreach (ISavedPart part in _parts)
        {
            json.WritePropertyName(part.Name);
            part.Write(json);
        }

        json.WriteEndObject();
        json.WriteEndObject();
    }

    private string? Read()
    {
        try
        {
            long length = new FileInfo(Path).Length;
            if (length > MaxBytes)
                return $"it has {length} bytes, more than {MaxBytes}";
            using JsonDocument document = StrictJson.Parse(File.ReadAllBytes(Path));
            return Read(document.RootElement);
        }
        catch (JsonException e)
        {
            return e.Message;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new StartupException(
                $"{Path} cannot be read ({OneLine.Format(e)}); make it readable for this user, or start with "
                    + $"State:Resume=false", e);
        }
    }

    private string? Read(JsonElement root)
    {
        if (root.ValueKind != JsonValueKind.Object || !root.TryGetProperty("format", out JsonElement format)
            || format.ValueKind != JsonValueKind.Number || !format.TryGetInt32(out int version) || version < 1)
            return "it has no format";
        if (version > Format)
            throw new StartupException(
                $"{Path} has format {version}, this program supports {Format}; use the newer program, or start over with "
                    + $"State:Resume=false");
        if (!root.TryGetProperty("parts", out JsonElement parts) || parts.ValueKind != JsonValueKind.Object)
            return "it has no parts";
        foreach (ISavedPart part in _parts)
        {
            if (parts.TryGetProperty(part.Name, out JsonElement saved) && part.Read(saved) is { } fault)
                return fault;
        }

        return null;
    }

    private void ReadAside()
    {
        string[] faults = [.. _parts.Select(part => part.ReadAside(Folder)).OfType<string>()];
        if (faults.Length > 0)
            Damage = $"{Path} has lost a part ({OneLine.Format(string.Join("; ", faults))}); everything else continues";
    }

    private void PutAside(string fault)
    {
        string what = $"{Path} is damaged ({OneLine.Format(fault)})";
        Damage = DamagedFile.SetAside(Path) is { } failure
            ? $"{what}, and could not be kept ({failure})"
            : $"{what}; it is kept as {Path}{DamagedFile.Ending}";
    }
}
