using System.Buffers;
using System.Globalization;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using FuncLibs.Runtime.Diagnostics;

namespace SignalMonitor.Audit;

/// <summary>
/// One line of the audit log. Its hash is the SHA-256 of the line up to the member <c>hash</c>, with the hash of the
/// line before in it: who changes or removes a line breaks the chain.
/// </summary>
/// <param name="Number">Counts the entries of a log from 1.</param>
/// <param name="UtcNs">When, UTC ns, by the clock of the process that wrote it.</param>
/// <param name="Action">What was done.</param>
/// <param name="Previous">Hash of the line before; <see cref="NoHash"/> at the beginning.</param>
/// <param name="Hash">Hash of this line, 64 hexadecimal characters.</param>
internal sealed record AuditEntry(long Number, long UtcNs, AuditAction Action, string Previous, string Hash)
{
    /// <summary>Characters of a name, an action or a target at most.</summary>
    public const int MaxName = 256;

    /// <summary>Characters of an old or new value at most; a longer one is cut, and its SHA-256 is said.</summary>
    public const int MaxValue = 4096;

    private const string HashMember = ",\"hash\":\"";
    private const string End = "\"}";
    private const int HashLength = 2 * SHA256.HashSizeInBytes;
    private const int TailLength = 9 + HashLength + 2;

    /// <summary>In the place of a hash where there is no line before.</summary>
    public static string NoHash { get; } = new('0', HashLength);

    /// <summary>Writes the line of an action, with its end.</summary>
    /// <param name="number">Its number.</param>
    /// <param name="utcNs">When, UTC ns.</param>
    /// <param name="action">The action; texts that are too long are cut.</param>
    /// <param name="previous">Hash of the line before.</param>
    /// <param name="entry">What was written.</param>
    public static byte[] Write(long number, long utcNs, AuditAction action, string previous, out AuditEntry entry)
    {
        AuditAction noted = new(
            Cut(action.Who, MaxName),
            Cut(action.From, MaxName),
            Cut(action.Action, MaxName),
            Cut(action.Target, MaxName))
        {
            Old = action.Old is null ? null : Cut(action.Old, MaxValue),
            New = action.New is null ? null : Cut(action.New, MaxValue),
            Sequence = action.Sequence,
        };
        ArrayBufferWriter<byte> line = new();
        using (Utf8JsonWriter json = new(line))
        {
            json.WriteStartObject();
            json.WriteNumber("number", number);
            json.WriteString("utcNs", utcNs.ToString(CultureInfo.InvariantCulture));
            json.WriteString("who", noted.Who);
            json.WriteString("from", noted.From);
            json.WriteString("action", noted.Action);
            json.WriteString("target", noted.Target);
            json.WriteString("old", noted.Old);
            json.WriteString("new", noted.New);
            json.WriteString("sequence", noted.Sequence?.ToString(CultureInfo.InvariantCulture));
            json.WriteString("previous", previous);
            json.WriteEndObject();
        }

        ReadOnlySpan<byte> signed = line.WrittenSpan[..^1];
        string hash = Convert.ToHexStringLower(SHA256.HashData(signed));
        entry = new AuditEntry(number, utcNs, noted, previous, hash);
        return [.. signed, .. Encoding.ASCII.GetBytes(HashMember + hash + End), (byte)'\n'];
    }

    /// <summary>Reads a line without its end; null for one that is no entry, or whose hash is not its own.</summary>
    /// <param name="line">The line.</param>
    /// <param name="fault">What is wrong with it, as the end of a sentence.</param>
    public static AuditEntry? Read(ReadOnlySpan<byte> line, out string fault)
    {
        fault = "is no entry of an audit log";
        if (line.Length <= TailLength || !line[^TailLength..].StartsWith(",\"hash\":\""u8))
            return null;
        if (Parse(line) is not { } entry)
            return null;
        fault = "was changed: its hash is another";
        return Convert.ToHexStringLower(SHA256.HashData(line[..^TailLength])) == entry.Hash ? entry : null;
    }

    private static AuditEntry? Parse(ReadOnlySpan<byte> line)
    {
        try
        {
            using JsonDocument document = StrictJson.Parse(line.ToArray());
            JsonElement root = document.RootElement;
            string? sequence = root.GetProperty("sequence").GetString();
            return new AuditEntry(
                root.GetProperty("number").GetInt64(),
                long.Parse(Text(root, "utcNs"), NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture),
                new AuditAction(Text(root, "who"), Text(root, "from"), Text(root, "action"), Text(root, "target"))
                {
                    Old = root.GetProperty("old").GetString(),
                    New = root.GetProperty("new").GetString(),
                    Sequence = sequence is null ? null : ulong.Parse(sequence, CultureInfo.InvariantCulture),
                },
                Text(root, "previous"),
                Text(root, "hash"));
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException
            or FormatException or OverflowException)
        {
            return null;
        }
    }

    private static string Text(JsonElement root, string member) =>
        root.GetProperty(member).GetString() ?? throw new FormatException($"{member} is null");

    private static string Cut(string text, int most)
    {
        if (text.Length <= most)
            return text;
        string all = Convert.ToHexStringLower(SHA256.HashData(Encoding.UTF8.GetBytes(text)));
        string note = string.Create(CultureInfo.InvariantCulture, $"... ({text.Length} characters, SHA-256 {all})");
        int kept = most - note.Length;
        return text[..(char.IsHighSurrogate(text[kept - 1]) ? kept - 1 : kept)] + note;
    }
}
