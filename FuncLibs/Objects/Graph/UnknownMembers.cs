namespace FuncLibs.Objects.Graph;

/// <summary>
/// Members of the input that a type does not have: a property of this type keeps them, and they are written again
/// with the object. So a program passes on what a newer one wrote.
/// </summary>
public sealed class UnknownMembers
{
    private readonly UnknownValue[] _values;

    internal UnknownMembers(UnknownNames names, UnknownValue[] values)
    {
        Shared = names;
        _values = values;
    }

    /// <summary>Their names.</summary>
    public IReadOnlyList<string> Names => Shared.All;

    internal UnknownNames Shared { get; }

    internal ReadOnlySpan<UnknownValue> Values => _values;
}
