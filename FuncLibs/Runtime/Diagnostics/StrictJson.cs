using System.Text.Json;

namespace FuncLibs.Runtime.Diagnostics;

/// <summary>
/// JSON whose texts are texts. <see cref="JsonDocument"/> takes a text with bytes that are not UTF-8, or with half of a
/// surrogate pair, and throws only where it is read, without a place: a file saved in another encoding, or with a
/// damaged byte.
/// </summary>
public static class StrictJson
{
    /// <summary>Reads a document.</summary>
    /// <param name="utf8">The document; kept by the result.</param>
    /// <param name="options">What is allowed beyond JSON.</param>
    /// <exception cref="JsonException">It is not JSON, or one of its texts is none; with line and byte.</exception>
    public static JsonDocument Parse(ReadOnlyMemory<byte> utf8, JsonDocumentOptions options = default)
    {
        var document = JsonDocument.Parse(utf8, options);
        try
        {
            CheckTexts(utf8.Span, options);
            return document;
        }
        catch
        {
            document.Dispose();
            throw;
        }
    }

    private static void CheckTexts(ReadOnlySpan<byte> utf8, JsonDocumentOptions options)
    {
        var reader = new Utf8JsonReader(utf8, new JsonReaderOptions
        {
            AllowTrailingCommas = options.AllowTrailingCommas,
            CommentHandling = options.CommentHandling,
            MaxDepth = options.MaxDepth,
        });
        while (reader.Read())
        {
            if (reader.TokenType is JsonTokenType.PropertyName or JsonTokenType.String && !IsText(in reader))
                throw Broken(utf8[..(int)reader.TokenStartIndex]);
        }
    }

    private static bool IsText(in Utf8JsonReader reader)
    {
        try
        {
            reader.GetString();
            return true;
        }
        catch (InvalidOperationException)
        {
            return false;
        }
    }

    private static JsonException Broken(ReadOnlySpan<byte> before)
    {
        int line = before.Count((byte)'\n');
        int at = before.Length - (before.LastIndexOf((byte)'\n') + 1);
        return new JsonException(
            $"the text at line {line + 1}, byte {at + 1} is not UTF-8; the file must be saved as UTF-8",
            path: null,
            line,
            at);
    }
}
