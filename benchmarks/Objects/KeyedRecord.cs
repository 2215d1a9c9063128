using System.Text.Json;
using MessagePack;

namespace Benchmarks.Objects;

/// <summary><see cref="Record23"/> with numbers for keys: MessagePack writes arrays, and no names.</summary>
[MessagePackObject]
public sealed class KeyedRecord
{
    /// <summary>A text.</summary>
    [Key(0)]
    [global::Nerdbank.MessagePack.Key(0)]
    public string? Text1 { get; set; }

    /// <summary>A text.</summary>
    [Key(1)]
    [global::Nerdbank.MessagePack.Key(1)]
    public string? Text2 { get; set; }

    /// <summary>A text.</summary>
    [Key(2)]
    [global::Nerdbank.MessagePack.Key(2)]
    public string? Text3 { get; set; }

    /// <summary>A text.</summary>
    [Key(3)]
    [global::Nerdbank.MessagePack.Key(3)]
    public string? Text4 { get; set; }

    /// <summary>A text.</summary>
    [Key(4)]
    [global::Nerdbank.MessagePack.Key(4)]
    public string? Text5 { get; set; }

    /// <summary>A text that is not ASCII.</summary>
    [Key(5)]
    [global::Nerdbank.MessagePack.Key(5)]
    public string? Umlauts { get; set; }

    /// <summary>A number.</summary>
    [Key(6)]
    [global::Nerdbank.MessagePack.Key(6)]
    public int Int1 { get; set; }

    /// <summary>A number.</summary>
    [Key(7)]
    [global::Nerdbank.MessagePack.Key(7)]
    public int Int2 { get; set; }

    /// <summary>A number.</summary>
    [Key(8)]
    [global::Nerdbank.MessagePack.Key(8)]
    public int Int3 { get; set; }

    /// <summary>A large number.</summary>
    [Key(9)]
    [global::Nerdbank.MessagePack.Key(9)]
    public long Long1 { get; set; }

    /// <summary>A large number.</summary>
    [Key(10)]
    [global::Nerdbank.MessagePack.Key(10)]
    public long Long2 { get; set; }

    /// <summary>A number, whole or not.</summary>
    [Key(11)]
    [global::Nerdbank.MessagePack.Key(11)]
    public double Double1 { get; set; }

    /// <summary>A number, whole or not.</summary>
    [Key(12)]
    [global::Nerdbank.MessagePack.Key(12)]
    public double Double2 { get; set; }

    /// <summary>A number, whole or not.</summary>
    [Key(13)]
    [global::Nerdbank.MessagePack.Key(13)]
    public double Double3 { get; set; }

    /// <summary>A flag.</summary>
    [Key(14)]
    [global::Nerdbank.MessagePack.Key(14)]
    public bool Bool1 { get; set; }

    /// <summary>A flag.</summary>
    [Key(15)]
    [global::Nerdbank.MessagePack.Key(15)]
    public bool Bool2 { get; set; }

    /// <summary>A time with its offset.</summary>
    [Key(16)]
    [global::Nerdbank.MessagePack.Key(16)]
    public DateTimeOffset Created { get; set; }

    /// <summary>A time.</summary>
    [Key(17)]
    [global::Nerdbank.MessagePack.Key(17)]
    public DateTimeOffset Changed { get; set; }

    /// <summary>An id.</summary>
    [Key(18)]
    [global::Nerdbank.MessagePack.Key(18)]
    public Guid Id { get; set; }

    /// <summary>An enum.</summary>
    [Key(19)]
    [global::Nerdbank.MessagePack.Key(19)]
    public DayOfWeek Day { get; set; }

    /// <summary>What is nested.</summary>
    [Key(20)]
    [global::Nerdbank.MessagePack.Key(20)]
    public KeyedDetails? Details { get; set; }

    /// <summary>A map of six.</summary>
    [Key(21)]
    [global::Nerdbank.MessagePack.Key(21)]
    public IReadOnlyDictionary<string, string>? Labels { get; set; }

    /// <summary>32 bytes.</summary>
    [Key(22)]
    [global::Nerdbank.MessagePack.Key(22)]
    public byte[]? Digest { get; set; }

    /// <summary>The same content with numbers for keys. JSON writes names in both.</summary>
    public static KeyedRecord Of(Record23 record) =>
        JsonSerializer.Deserialize<KeyedRecord>(JsonSerializer.SerializeToUtf8Bytes(record))!;
}

/// <summary><see cref="RecordDetails"/> with numbers for keys.</summary>
[MessagePackObject]
public sealed class KeyedDetails
{
    /// <summary>Where.</summary>
    [Key(0)]
    [global::Nerdbank.MessagePack.Key(0)]
    public KeyedAddress? Address { get; set; }

    /// <summary>Five texts.</summary>
    [Key(1)]
    [global::Nerdbank.MessagePack.Key(1)]
    public string[]? Tags { get; set; }

    /// <summary>Four lines.</summary>
    [Key(2)]
    [global::Nerdbank.MessagePack.Key(2)]
    public KeyedLine[]? Lines { get; set; }
}

/// <summary><see cref="RecordAddress"/> with numbers for keys.</summary>
[MessagePackObject]
public sealed class KeyedAddress
{
    /// <summary>Street and number.</summary>
    [Key(0)]
    [global::Nerdbank.MessagePack.Key(0)]
    public string? Street { get; set; }

    /// <summary>Number of the place.</summary>
    [Key(1)]
    [global::Nerdbank.MessagePack.Key(1)]
    public string? PostalCode { get; set; }

    /// <summary>Place.</summary>
    [Key(2)]
    [global::Nerdbank.MessagePack.Key(2)]
    public string? City { get; set; }

    /// <summary>Part of the country.</summary>
    [Key(3)]
    [global::Nerdbank.MessagePack.Key(3)]
    public string? Region { get; set; }

    /// <summary>Country.</summary>
    [Key(4)]
    [global::Nerdbank.MessagePack.Key(4)]
    public string? Country { get; set; }
}

/// <summary><see cref="RecordLine"/> with numbers for keys.</summary>
[MessagePackObject]
public sealed class KeyedLine
{
    /// <summary>What.</summary>
    [Key(0)]
    [global::Nerdbank.MessagePack.Key(0)]
    public string? Sku { get; set; }

    /// <summary>How many.</summary>
    [Key(1)]
    [global::Nerdbank.MessagePack.Key(1)]
    public int Quantity { get; set; }

    /// <summary>At which price.</summary>
    [Key(2)]
    [global::Nerdbank.MessagePack.Key(2)]
    public decimal Price { get; set; }
}
