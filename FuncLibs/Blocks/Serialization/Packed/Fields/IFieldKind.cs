namespace FuncLibs.Blocks.Serialization.Packed.Fields;

/// <summary>What packed fields stand for. A struct without fields: loops are compiled for each, and the questions cost nothing in
/// them.</summary>
internal interface IFieldKind
{
    /// <summary>Fields are differences between integers that follow each other.</summary>
    static abstract bool IsDelta { get; }

    /// <summary>Fields are bit patterns of points, not integers that a scale makes points of.</summary>
    static abstract bool IsBits { get; }
}

/// <summary>Integers above a base: method 1.</summary>
internal readonly struct Offsets : IFieldKind
{
    public static bool IsDelta => false;

    public static bool IsBits => false;
}

/// <summary>Differences of integers above a base: method 2.</summary>
internal readonly struct Deltas : IFieldKind
{
    public static bool IsDelta => true;

    public static bool IsBits => false;
}

/// <summary>Bit patterns above the least one: method 5.</summary>
internal readonly struct Patterns : IFieldKind
{
    public static bool IsDelta => false;

    public static bool IsBits => true;
}
