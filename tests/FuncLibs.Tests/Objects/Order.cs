using System.Collections.ObjectModel;
using System.Runtime.Serialization;
using System.Text.Json.Serialization;

namespace FuncLibs.Tests.Objects;

/// <summary>An object with members of most kinds, which every serializer knows by its data contract.</summary>
[DataContract]
public sealed class Order
{
    [DataMember(Order = 1)]
    public string Name { get; set; } = "";

    [DataMember(Order = 2)]
    public string? Note { get; set; }

    [DataMember(Order = 3)]
    public int Number { get; set; }

    [DataMember(Order = 4)]
    public long Large { get; set; }

    [DataMember(Order = 5)]
    public double Ratio { get; set; }

    [DataMember(Order = 6)]
    public bool IsOpen { get; set; }

    [DataMember(Order = 7)]
    public DateTimeOffset Placed { get; set; }

    [DataMember(Order = 8)]
    public Guid Id { get; set; }

    [DataMember(Order = 9)]
    public OrderState State { get; set; }

    [DataMember(Order = 10)]
    public string[] Tags { get; set; } = [];

    [DataMember(Order = 11)]
    public Dictionary<string, string> Labels { get; set; } = [];

    [DataMember(Order = 12)]
    public Collection<OrderLine> Lines { get; set; } = [];

    [DataMember(Order = 13)]
    public byte[] Digest { get; set; } = [];

    [DataMember(Order = 14)]
    public int? Discount { get; set; }

    /// <summary>One with every member set.</summary>
    public static Order Create() => new()
    {
        Name = "Größe 4711 \"€\"",
        Note = null,
        Number = -17,
        Large = long.MaxValue,
        Ratio = 0.1,
        IsOpen = true,
        Placed = new DateTimeOffset(2026, 11, 28, 12, 30, 15, 125, TimeSpan.FromHours(2)),
        Id = new Guid("01234567-89ab-cdef-0123-456789abcdef"),
        State = OrderState.Sent,
        Tags = ["one", "two", ""],
        Labels = new() { ["colour"] = "red", ["size"] = "XL" },
        Lines = [new() { Sku = "a", Quantity = 3, Price = 12.50m }, new() { Sku = "b", Quantity = 1, Price = -0.01m }],
        Digest = [0, 1, 254, 255],
        Discount = 5,
    };
}

[DataContract]
public sealed class OrderLine
{
    [DataMember(Order = 1)]
    public string Sku { get; set; } = "";

    [DataMember(Order = 2)]
    public int Quantity { get; set; }

    [DataMember(Order = 3)]
    public decimal Price { get; set; }
}

public enum OrderState
{
    New,
    Sent,
}

/// <summary>As deep as wanted.</summary>
[DataContract]
public sealed class Chain
{
    [DataMember(Order = 1)]
    public Chain? Next { get; set; }

    public static Chain OfLength(int length)
    {
        Chain first = new();
        for (int i = 1; i < length; i++)
            first = new Chain { Next = first };
        return first;
    }
}

/// <summary>What must be there.</summary>
public sealed class Strict
{
    public required string Name { get; set; }

    public int Number { get; set; }
}

/// <summary>The same without.</summary>
public sealed class Loose
{
    public int Number { get; set; }
}

/// <summary>A member of a type that has no form.</summary>
[DataContract]
public sealed class Odd
{
    [DataMember(Order = 1)]
    public IntPtr Handle { get; set; }

    [DataMember(Order = 2)]
    public Func<int>? Work { get; set; } = () => 1;
}

/// <summary>Refers to a type that refers back, and to one that has no form.</summary>
public sealed class OddOwner
{
    public OwnedChain? Owned { get; set; }

    public Func<int>? Work { get; set; }
}

public sealed class OwnedChain
{
    public OddOwner? Owner { get; set; }
}

/// <summary>Has a member that has a form, and one that has none.</summary>
[DataContract]
public sealed class OddParent
{
    [DataMember(Order = 1)]
    public SoundChild? Child { get; set; } = new();

    [DataMember(Order = 2)]
    public Func<SoundChild>? Work { get; set; }
}

[DataContract]
public sealed class SoundChild
{
    [DataMember(Order = 1)]
    public SoundChild[] More { get; set; } = [];
}

[JsonSerializable(typeof(Order))]
[JsonSerializable(typeof(Chain))]
[JsonSerializable(typeof(Strict))]
[JsonSerializable(typeof(Loose))]
[JsonSerializable(typeof(Dictionary<int, int>))]
[JsonSerializable(typeof(Dictionary<long, bool>))]
[JsonSerializable(typeof(int[]))]
internal sealed partial class ObjectJson : JsonSerializerContext;
