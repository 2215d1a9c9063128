using System.Globalization;
using System.Text;
using FuncLibs.Runtime.Files;

namespace SignalMonitor.Audit;

/// <summary>Number and hash of an entry.</summary>
/// <param name="Number">Its number; 0 = none.</param>
/// <param name="Hash">Its hash.</param>
internal readonly record struct AuditHead(long Number, string Hash)
{
    /// <summary>Name of its file.</summary>
    public const string FileName = "audit.head";

    /// <summary>Before the first entry.</summary>
    public static AuditHead None { get; } = new(0, AuditEntry.NoHash);

    /// <summary>Reads what <see cref="ToString"/> wrote; <see cref="None"/> for anything else.</summary>
    public static AuditHead Parse(string text) =>
        text.Split(' ', '\n') is [var number, { Length: > 0 } hash, ..]
        && long.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out long parsed)
            ? new AuditHead(parsed, hash) : None;

    /// <summary>The head of a log in its folder; <see cref="None"/> when it has none that can be read.</summary>
    public static AuditHead Read(IDiskFiles files) =>
        AtomicFile.Read(files, FileName, 2 * AuditEntry.MaxName, out byte[] content).IsOk
            ? Parse(Encoding.ASCII.GetString(content)) : None;

    /// <inheritdoc/>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Number} {Hash}\n");
}

/// <summary>The end of a file of the log.</summary>
/// <param name="Length">Bytes up to the end of the last finished line.</param>
/// <param name="Torn">Bytes after it.</param>
/// <param name="Last">The last finished line; null = the file has none, or it is not of a log.</param>
/// <param name="Fault">Why the file cannot be continued; null when it can.</param>
internal sealed record AuditTail(long Length, byte[] Torn, AuditEntry? Last, string? Fault)
{
    private const byte NewLine = (byte)'\n';

    /// <summary>Reads the end of a file.</summary>
    /// <param name="bytes">Its last bytes; all of a short one.</param>
    /// <param name="offset">Where they begin.</param>
    public static AuditTail Parse(ReadOnlySpan<byte> bytes, long offset)
    {
        int end = bytes.LastIndexOf(NewLine);
        byte[] torn = bytes[(end + 1)..].ToArray();
        if (end < 0)
        {
            bool isTorn = offset == 0 && (torn.Length == 0 || torn[0] == (byte)'{');
            return new AuditTail(offset, torn, null, isTorn ? null : "it has no line of an audit log");
        }

        int begin = bytes[..end].LastIndexOf(NewLine) + 1;
        AuditEntry? last = AuditEntry.Read(bytes[begin..end], out string fault);
        return new AuditTail(offset + end + 1, torn, last, last is null ? $"its last line {fault}" : null);
    }
}
