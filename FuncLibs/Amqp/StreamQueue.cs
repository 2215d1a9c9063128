using System.Globalization;
using System.Text;
using FuncLibs.Messaging.Wire;
using FuncLibs.Runtime.Checksums;

namespace FuncLibs.Amqp;

/// <summary>The stream queue of one publisher, and how its frames get there.</summary>
/// <param name="Name">Name of the queue.</param>
/// <param name="Exchange">Topic exchange that frames are published to.</param>
/// <param name="BindingKey">Which frames of the exchange go into the queue.</param>
public sealed record StreamQueue(string Name, string Exchange, string BindingKey)
{
    /// <summary>The usual exchange.</summary>
    public const string DefaultExchange = "cdb";

    /// <summary>Longest name of a queue or exchange, in UTF-8 bytes: AMQP's short string.</summary>
    public const int MaxNameBytes = 255;

    private const int TopicLevels = 4;
    private const string LockEnding = ".bridge";
    private const int LongLockBytes = 200;

    /// <summary>Bytes that the broker keeps of the queue; then the oldest segment is removed.</summary>
    public long MaxLengthBytes { get; init; } = 50_000_000_000;

    /// <summary>Bytes of one segment of the queue.</summary>
    public long SegmentBytes { get; init; } = 100_000_000;

    /// <summary>Nodes of a cluster that keep the queue; 0 = as the broker chooses.</summary>
    public int Replicas { get; init; }

    /// <summary>
    /// Names of the exclusive queues that the connection of a bridge holds, so that there is one bridge at a time: of
    /// the queue, and of what is bound to it. Two bridges of one rig with queues of different names would each fill
    /// both; two of different rigs with one queue would mix them. With the usual names it is one.
    /// </summary>
    internal IReadOnlyList<string> LockNames =>
        [.. new[] { Name, $"{Exchange}.{BindingKey.Trim('*', '.', '#')}" }.Select(LockOf).Distinct()];

    /// <summary>The queue of a rig: <c>cdb.SITE.RIG</c>.</summary>
    /// <param name="site">The site, as in topics.</param>
    /// <param name="rig">The rig, as in topics.</param>
    /// <param name="exchange">The exchange.</param>
    /// <param name="name">Name of the queue; null = the usual one.</param>
    public static StreamQueue For(
        string site, string rig, string exchange = DefaultExchange, string? name = null) =>
        new(name ?? NameFor(site, rig), exchange, $"*.{site}.{rig}.#");

    /// <summary>The usual name of the queue of a rig.</summary>
    public static string NameFor(string site, string rig) => $"cdb.{site}.{rig}";

    /// <summary>What is wrong with the name of a queue or exchange, as the end of a sentence; null nothing.</summary>
    public static string? FindNameFault(string name) =>
        name.Length == 0 ? "is empty"
        : Encoding.UTF8.GetByteCount(name) > MaxNameBytes ? $"is longer than {MaxNameBytes} bytes"
        : name.StartsWith("amq.", StringComparison.Ordinal) ? "begins with 'amq.', which is the broker's"
        : name.Any(char.IsControl) ? "has a control character" : null;

    /// <summary>The routing key of a topic: <c>D/lab/rig1/main/</c> is <c>D.lab.rig1.main</c>.</summary>
    public static string RoutingKeyOf(ReadOnlySpan<byte> topic) =>
        Encoding.ASCII.GetString(topic.TrimEnd((byte)'/')).Replace('/', '.');

    /// <summary>The topic of a routing key.</summary>
    /// <param name="routingKey">The key, from an untrusted sender.</param>
    /// <param name="topic">Room for <see cref="Topic.MaxBytes"/> bytes.</param>
    /// <param name="length">Bytes of the topic.</param>
    /// <returns>False for one that is no topic.</returns>
    public static bool TryGetTopic(string routingKey, Span<byte> topic, out int length)
    {
        length = 0;
        if (routingKey.Length + 1 > Topic.MaxBytes || routingKey.AsSpan().Count('.') != TopicLevels - 1)
            return false;
        foreach (char c in routingKey)
            topic[length++] = c == '.' ? (byte)'/' : c > '~' ? (byte)'?' : (byte)c;
        topic[length++] = (byte)'/';
        return Topic.FindFault(topic[..length], out _) is null;
    }

    // Names may be as long as a short string; a lock of a long one has its checksum.
    private static string LockOf(string name)
    {
        byte[] text = Encoding.UTF8.GetBytes(name);
        return text.Length + LockEnding.Length <= MaxNameBytes ? name + LockEnding : string.Create(
            CultureInfo.InvariantCulture,
            $"{Encoding.UTF8.GetString(text, 0, LongLockBytes)}.{Crc32C.Compute(text):x8}{LockEnding}");
    }
}
