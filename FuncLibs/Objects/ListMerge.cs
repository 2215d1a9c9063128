namespace FuncLibs.Objects;

/// <summary>
/// How a list takes the elements of the input, which are found by the member that is marked as their key, and a
/// dictionary its entries. Elements keep their places; those that are added come last.
/// </summary>
public sealed record ListMerge
{
    /// <summary>True: an element whose key is there is read into the one that has it; false: it is left as it is.
    /// </summary>
    public bool Updates { get; init; } = true;

    /// <summary>True: an element whose key is not there is added; false: it is skipped.</summary>
    public bool Adds { get; init; } = true;

    /// <summary>True: elements whose key the input does not have are removed.</summary>
    public bool Removes { get; init; }
}
