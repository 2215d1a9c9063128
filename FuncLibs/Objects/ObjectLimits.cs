namespace FuncLibs.Objects;

/// <summary>What an object may be, in both directions.</summary>
public sealed record ObjectLimits
{
    /// <summary>The limits that hold without others.</summary>
    public static ObjectLimits Default { get; } = new();

    /// <summary>Bytes of an object, 1 or more.</summary>
    public int MaxBytes { get; init; } = 64 << 20;

    /// <summary>Levels of objects and collections within each other, 1 to 500.</summary>
    public int MaxDepth { get; init; } = 64;

    /// <summary>What is wrong with them, in one line; null nothing.</summary>
    public string? Fault =>
        MaxBytes < 1 ? $"MaxBytes is {MaxBytes}; use 1 or more"
        : MaxDepth is < 1 or > 500 ? $"MaxDepth is {MaxDepth}; use 1 to 500"
        : null;
}
