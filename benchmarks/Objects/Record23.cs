using MessagePack;
using ProtoBuf;

namespace Benchmarks.Objects;

/// <summary>
/// A record of 23 members: six texts, one not ASCII, numbers, two times, an id, an enum, a map, bytes, and a nested
/// object. The published shape counts 25; the array of texts, the address and the lines are nested here, so that there
/// are 23 and all of its content.
/// </summary>
[MessagePackObject(keyAsPropertyName: true)]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
public sealed class Record23
{
    /// <summary>A text.</summary>
    public string? Text1 { get; set; }

    /// <summary>A text.</summary>
    public string? Text2 { get; set; }

    /// <summary>A text.</summary>
    public string? Text3 { get; set; }

    /// <summary>A text.</summary>
    public string? Text4 { get; set; }

    /// <summary>A text.</summary>
    public string? Text5 { get; set; }

    /// <summary>A text that is not ASCII.</summary>
    public string? Umlauts { get; set; }

    /// <summary>A number.</summary>
    public int Int1 { get; set; }

    /// <summary>A number.</summary>
    public int Int2 { get; set; }

    /// <summary>A number.</summary>
    public int Int3 { get; set; }

    /// <summary>A large number.</summary>
    public long Long1 { get; set; }

    /// <summary>A large number.</summary>
    public long Long2 { get; set; }

    /// <summary>A number, whole or not.</summary>
    public double Double1 { get; set; }

    /// <summary>A number, whole or not.</summary>
    public double Double2 { get; set; }

    /// <summary>A number, whole or not.</summary>
    public double Double3 { get; set; }

    /// <summary>A flag.</summary>
    public bool Bool1 { get; set; }

    /// <summary>A flag.</summary>
    public bool Bool2 { get; set; }

    /// <summary>A time with its offset.</summary>
    public DateTimeOffset Created { get; set; }

    /// <summary>A time.</summary>
    public DateTimeOffset Changed { get; set; }

    /// <summary>An id.</summary>
    public Guid Id { get; set; }

    /// <summary>An enum.</summary>
    public DayOfWeek Day { get; set; }

    /// <summary>What is nested.</summary>
    public RecordDetails? Details { get; set; }

    /// <summary>A map of six.</summary>
    public IReadOnlyDictionary<string, string>? Labels { get; set; }

    /// <summary>32 bytes.</summary>
    public byte[]? Digest { get; set; }

    /// <summary>One with every member set.</summary>
    /// <param name="index">Which one of a list: they differ a little.</param>
    public static Record23 Create(int index = 0) => new()
    {
        Text1 = "tension-compression",
        Text2 = "S355J2",
        Text3 = "lab/rig1/servo1",
        Text4 = $"operator-{17 + (index % 50)}",
        Text5 = "ISO 12106",
        Umlauts = "Größe Prüfkörper äöü €",
        Int1 = 17 + index,
        Int2 = -400_000,
        Int3 = int.MaxValue,
        Long1 = 4_000_000_000,
        Long2 = -1,
        Double1 = 0.1 + index,
        Double2 = 250_000,
        Double3 = -1.5e-9,
        Bool1 = true,
        Bool2 = false,
        Created = new DateTimeOffset(2026, 3, 1, 8, 15, 30, 125, TimeSpan.FromHours(1)),
        Changed = new DateTimeOffset(2026, 11, 28, 17, 0, 0, TimeSpan.Zero),
        Id = new Guid("0f8fad5b-d9cb-469f-a165-70867728950e"),
        Day = DayOfWeek.Saturday,
        Details = RecordDetails.Create(),
        Labels = Enumerable.Range(0, 6).ToDictionary(i => $"label{i}", i => $"value {i * 31}"),
        Digest = [.. Enumerable.Range(0, 32).Select(i => (byte)(i * 7))],
    };
}

/// <summary>What is nested: an address of five texts, five tags, four lines.</summary>
[MessagePackObject(keyAsPropertyName: true)]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
public sealed class RecordDetails
{
    /// <summary>Where.</summary>
    public RecordAddress? Address { get; set; }

    /// <summary>Five texts.</summary>
    public string[]? Tags { get; set; }

    /// <summary>Four lines.</summary>
    public RecordLine[]? Lines { get; set; }

    /// <summary>One with every member set.</summary>
    public static RecordDetails Create() => new()
    {
        Address = new RecordAddress
        {
            Street = "Seestrasse 4",
            PostalCode = "8600",
            City = "Uster",
            Region = "Zurich",
            Country = "CH",
        },
        Tags = ["one", "two", "three", "four", "five"],
        Lines =
        [
            .. Enumerable.Range(1, 4).Select(
                i => new RecordLine { Sku = $"SKU-{i}", Quantity = i * 3, Price = 19.95m + i }),
        ],
    };
}

/// <summary>An address.</summary>
[MessagePackObject(keyAsPropertyName: true)]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
public sealed class RecordAddress
{
    /// <summary>Street and number.</summary>
    public string? Street { get; set; }

    /// <summary>Number of the place.</summary>
    public string? PostalCode { get; set; }

    /// <summary>Place.</summary>
    public string? City { get; set; }

    /// <summary>Part of the country.</summary>
    public string? Region { get; set; }

    /// <summary>Country.</summary>
    public string? Country { get; set; }
}

/// <summary>A line of an order.</summary>
[MessagePackObject(keyAsPropertyName: true)]
[ProtoContract(ImplicitFields = ImplicitFields.AllPublic)]
public sealed class RecordLine
{
    /// <summary>What.</summary>
    public string? Sku { get; set; }

    /// <summary>How many.</summary>
    public int Quantity { get; set; }

    /// <summary>At which price.</summary>
    public decimal Price { get; set; }
}
