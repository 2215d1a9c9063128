namespace FuncLibs.MessagePack;

/// <summary>Marks a type whose members are written as an array by their integer keys, or as a map by their text keys.</summary>
[AttributeUsage(AttributeTargets.Class | AttributeTargets.Struct)]
public sealed class MessagePackObjectAttribute : Attribute;

/// <summary>The place of a member: its index in the array, or its key in the map. Keys are the contract; names may change.</summary>
[AttributeUsage(AttributeTargets.Property | AttributeTargets.Field)]
public sealed class KeyAttribute : Attribute
{
    /// <summary>A member of an array.</summary>
    /// <param name="index">0 or more.</param>
    public KeyAttribute(int index) => Index = index;

    /// <summary>A member of a map.</summary>
    /// <param name="name">Its key.</param>
    public KeyAttribute(string name) => Name = name;

    /// <summary>Index in the array, or null.</summary>
    public int? Index { get; }

    /// <summary>Key in the map, or null.</summary>
    public string? Name { get; }
}
