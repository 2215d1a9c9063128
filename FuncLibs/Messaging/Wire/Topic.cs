using System.Buffers;
using System.Diagnostics.CodeAnalysis;
using System.Text;

namespace FuncLibs.Messaging.Wire;

/// <summary>
/// First frame of a message: <c>kind/site/rig/stream name/</c> in ASCII. Every level ends with a slash, because
/// subscriptions match prefixes and <c>rig1</c> would match <c>rig10</c>. The last level is <c>_</c> for frames of the
/// whole publisher (H, C, L, E).
/// </summary>
public sealed class Topic
{
    /// <summary>Longest topic in bytes.</summary>
    public const int MaxBytes = 96;

    /// <summary>The last level of topics without a stream.</summary>
    public const string NoStream = "_";

    private const string Letters = "DHCLES";
    private readonly byte[] _utf8;

    private Topic(FrameKind kind, string site, string rig, string stream)
    {
        Kind = kind;
        Site = site;
        Rig = rig;
        Stream = stream;
        _utf8 = Encoding.ASCII.GetBytes(ToString());
    }

    /// <summary>Kind of its frames.</summary>
    public FrameKind Kind { get; }

    /// <summary>The laboratory.</summary>
    public string Site { get; }

    /// <summary>The machine.</summary>
    public string Rig { get; }

    /// <summary>The stream, or <see cref="NoStream"/>.</summary>
    public string Stream { get; }

    /// <summary>The bytes of the frame.</summary>
    public ReadOnlySpan<byte> Utf8 => _utf8;

    /// <summary>Creates a topic from validated names.</summary>
    /// <param name="kind">Data and derived frames name a stream, the others do not.</param>
    /// <param name="site">Name of the laboratory.</param>
    /// <param name="rig">Name of the machine.</param>
    /// <param name="stream">Name of the stream; ignored for the other kinds.</param>
    /// <exception cref="ArgumentException">A name breaks the rule of <see cref="TopicName"/>.</exception>
    public static Topic Create(FrameKind kind, string site, string rig, string stream = NoStream)
    {
        LetterOf(kind);
        string last = NamesStream(kind) ? stream : NoStream;
        ThrowIfBad(site, nameof(site));
        ThrowIfBad(rig, nameof(rig));
        ThrowIfBad(last, nameof(stream));
        return new Topic(kind, site, rig, last);
    }

    /// <summary>Parses a topic from an untrusted sender.</summary>
    public static bool TryParse(ReadOnlySpan<byte> utf8, [NotNullWhen(true)] out Topic? topic, out string? fault)
    {
        topic = null;
        fault = FindFault(utf8, out FrameKind kind);
        if (fault is not null)
            return false;
        string[] levels = Encoding.ASCII.GetString(utf8).Split('/');
        topic = new Topic(kind, levels[1], levels[2], levels[3]);
        return true;
    }

    /// <summary>The fault of the bytes of a topic; null for none. Does not allocate.</summary>
    public static string? FindFault(ReadOnlySpan<byte> utf8, out FrameKind kind)
    {
        kind =
            utf8.IsEmpty ? FrameKind.None : (FrameKind)(Letters.IndexOf((char)utf8[0], StringComparison.Ordinal) + 1);
        if (utf8.Length > MaxBytes)
            return "is longer than 96 bytes";
        if (kind == FrameKind.None || utf8.Length < 2 || utf8[1] != '/')
            return "does not begin with one of D H C L E S and a slash";
        ReadOnlySpan<byte> rest = utf8[2..];
        string? fault = TakeLevel(ref rest, out _) ?? TakeLevel(ref rest, out _);
        if (fault is not null)
            return fault;
        fault = TakeLevel(ref rest, out ReadOnlySpan<byte> last);
        if (fault is null && !rest.IsEmpty)
            return "has more than four levels";
        return fault ?? (NamesStream(kind) || last is [(byte)'_'] ? null : "names a stream where its kind has none");
    }

    /// <summary>The subscription prefix of a kind, of a site, of a rig; omitted names match all.</summary>
    public static byte[] Prefix(FrameKind kind, string? site = null, string? rig = null)
    {
        string text = LetterOf(kind) + "/";
        if (site is not null)
            text += site + "/" + (rig is null ? "" : rig + "/");
        return Encoding.ASCII.GetBytes(text);
    }

    /// <inheritdoc/>
    public override string ToString() => $"{LetterOf(Kind)}/{Site}/{Rig}/{Stream}/";

    private static bool NamesStream(FrameKind kind) => kind is FrameKind.Data or FrameKind.Derived;

    private static char LetterOf(FrameKind kind) => kind is >= FrameKind.Data and <= FrameKind.Derived
        ? Letters[(int)kind - 1]
        : throw new ArgumentOutOfRangeException(nameof(kind), kind, "Not a kind of frame.");

    private static string? TakeLevel(ref ReadOnlySpan<byte> rest, out ReadOnlySpan<byte> level)
    {
        int slash = rest.IndexOf((byte)'/');
        level = slash < 0 ? rest : rest[..slash];
        rest = slash < 0 ? default : rest[(slash + 1)..];
        return slash < 0 ? "has a level without its slash, or too few levels" : TopicName.FindFault(level);
    }

    private static void ThrowIfBad(string name, string parameter)
    {
        if (TopicName.FindFault(name) is { } fault)
            throw new ArgumentException($"'{name}' {fault}.", parameter);
    }
}

/// <summary>The rule for names of sites, rigs and streams: 1 to 24 of <c>a-z 0-9 _ -</c>.</summary>
public static class TopicName
{
    /// <summary>Longest name.</summary>
    public const int MaxLength = 24;

    private static readonly SearchValues<byte> Allowed =
        SearchValues.Create("abcdefghijklmnopqrstuvwxyz0123456789_-"u8);

    /// <summary>The fault of a name, as the end of a sentence; null for none.</summary>
    public static string? FindFault(string? name) =>
        name is null ? "is missing" : FindFault(Encoding.UTF8.GetBytes(name));

    /// <summary>The fault of a name, as the end of a sentence; null for none. Does not allocate.</summary>
    public static string? FindFault(ReadOnlySpan<byte> name) => name.Length switch
    {
        0 => "is empty",
        > MaxLength => "is longer than 24 characters",
        _ => name.ContainsAnyExcept(Allowed) ? "has a character other than a-z 0-9 _ -" : null,
    };
}
