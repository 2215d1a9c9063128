using System.Buffers;
using System.Text;

namespace FuncLibs.Messaging.Wire;

/// <summary>The rule for names of sites, rigs and streams: 1 to 24 of <c>a-z 0-9 _ -</c>.</summary>
public static class TopicName
{
    /// <summary>Longest name.</summary>
    public const int MaxLength = 24;

    private static readonly SearchValues<byte> Allowed = SearchValues.Create("abcdefghijklmnopqrstuvwxyz0123456789_-"u8);

    /// <summary>What is wrong with a name, as the end of a sentence; null when nothing is.</summary>
    public static string? FaultOf(string? name) => name is null ? "is missing" : FaultOf(Encoding.UTF8.GetBytes(name));

    /// <summary>What is wrong with a name, as the end of a sentence; null when nothing is. Takes no memory.</summary>
    public static string? FaultOf(ReadOnlySpan<byte> name) => name.Length switch
    {
        0 => "is empty",
        > MaxLength => "is longer than 24 characters",
        _ => name.ContainsAnyExcept(Allowed) ? "has a character other than a-z 0-9 _ -" : null,
    };
}
