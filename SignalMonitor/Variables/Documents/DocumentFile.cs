using System.Text.Encodings.Web;
using System.Text.Json;
using FuncLibs.Runtime.Diagnostics;
using FuncLibs.Runtime.Files;

namespace SignalMonitor.Variables.Documents;

/// <summary>Reads and writes documents. A fault of a file is reported with its line.</summary>
internal static class DocumentFile
{
    /// <summary>Bytes of a file that is read; 10,000 long formulas are less.</summary>
    public const long MaxBytes = 16 << 20;

    // Formulas keep their < and >.
    private static readonly DocumentJson Readable = new(new JsonSerializerOptions(DocumentJson.Default.Options)
    {
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    });

    /// <summary>Reads a file.</summary>
    /// <param name="path">The file.</param>
    /// <param name="fault">Why not, in one line; null with a document.</param>
    public static VariablesDocument? Read(string path, out string? fault)
    {
        try
        {
            using FileStream file = File.OpenRead(path);
            fault = file.Length > MaxBytes ? $"file {path} has {file.Length} bytes; up to {MaxBytes} are read" : null;
            return fault is null ? Parse(file, path, out fault) : null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or NotSupportedException)
        {
            fault = $"file {path} cannot be read ({OneLine.Format(e)}); name a file that signals export wrote";
            return null;
        }
    }

    /// <summary>A document as text.</summary>
    public static string Encode(VariablesDocument document) =>
        JsonSerializer.Serialize(document, Readable.VariablesDocument);

    /// <summary>Writes a file, all or nothing.</summary>
    /// <returns>Why not; null = it is written.</returns>
    public static string? Write(string path, VariablesDocument document)
    {
        try
        {
            AtomicFile.Write(path, JsonSerializer.SerializeToUtf8Bytes(document, Readable.VariablesDocument));
            return null;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return $"file {path} cannot be written ({OneLine.Format(e)}); name another file";
        }
    }

    /// <summary>Reads a document.</summary>
    /// <param name="source">Its bytes, UTF-8.</param>
    /// <param name="name">How it is called in messages.</param>
    /// <param name="fault">Why not.</param>
    internal static VariablesDocument? Parse(Stream source, string name, out string? fault)
    {
        VariablesDocument? document = null;
        try
        {
            document = JsonSerializer.Deserialize(source, Readable.VariablesDocument);
            fault = document is null ? $"file {name} is empty"
                : document.Format != VariablesDocument.CurrentFormat
                    ? $"file {name} has format '{document.Format}'; this program reads "
                        + $"{VariablesDocument.CurrentFormat}"
                : document.HasNull ? $"file {name} has null instead of a list; leave the list out"
                : null;
        }
        catch (JsonException e)
        {
            fault = $"file {name}, line {e.LineNumber + 1}: {OneLine.Format(e.Message)}; correct it there";
        }

        return fault is null ? document : null;
    }
}
