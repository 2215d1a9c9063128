using System.Text.Json.Serialization;
using MessagePack;
using Newtonsoft.Json;
using ProtoBuf;

namespace Benchmarks.Objects;

/// <summary>
/// The record of the message queue comparison: keys 0, 1 and 2, in JSON as names. A bare one has a symbol of 6
/// characters, one of a list a prefix of 7 and its index.
/// </summary>
[MessagePackObject]
[ProtoContract]
public sealed class Stock
{
    /// <summary>Symbol.</summary>
    [Key(0)]
    [global::Nerdbank.MessagePack.Key(0)]
    [ProtoMember(1)]
    [JsonPropertyName("0")]
    [JsonProperty("0")]
    public string? Symbol { get; set; }

    /// <summary>Price, not whole.</summary>
    [Key(1)]
    [global::Nerdbank.MessagePack.Key(1)]
    [ProtoMember(2)]
    [JsonPropertyName("1")]
    [JsonProperty("1")]
    public double Price { get; set; }

    /// <summary>Volume, not whole.</summary>
    [Key(2)]
    [global::Nerdbank.MessagePack.Key(2)]
    [ProtoMember(3)]
    [JsonPropertyName("2")]
    [JsonProperty("2")]
    public double Volume { get; set; }

    /// <summary>A bare record.</summary>
    public static Stock Bare() => new() { Symbol = "SYM001", Price = 101.37, Volume = 20_000.25 };

    /// <summary>A list.</summary>
    public static Stock[] List(int count) =>
    [
        .. Enumerable.Range(0, count).Select(index => new Stock
        {
            Symbol = $"SYMBOL-{index}",
            Price = 100.1 + (index * 0.013),
            Volume = 1000.7 + (index * 1.25),
        }),
    ];
}
