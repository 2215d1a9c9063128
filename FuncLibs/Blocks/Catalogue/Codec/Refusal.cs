namespace FuncLibs.Blocks.Catalogue.Codec;

/// <summary>The first thing that was wrong in a map. The path grows from the inside out while the readers return, so good input
/// builds no text.</summary>
public sealed class Refusal
{
    private string _path = "";
    private string? _reason;

    /// <summary>Ok until something was refused.</summary>
    public CatalogueOutcome Outcome => _reason is null ? CatalogueOutcome.Ok : CatalogueOutcome.Refused(_path, _reason);

    /// <summary>Refuses the value <paramref name="name"/>; always false.</summary>
    public bool Because(string name, string reason)
    {
        _path = name;
        _reason = reason;
        return false;
    }

    /// <summary>Puts <paramref name="name"/> before the path when reading inside it failed; returns <paramref name="read"/>.</summary>
    public bool Within(string name, bool read)
    {
        if (!read)
            _path = _path.Length == 0 || _path[0] == '[' ? name + _path : $"{name}.{_path}";
        return read;
    }

    /// <summary>The same for an item of an array.</summary>
    public bool Within(int index, bool read) => read || Within($"[{index}]", false);
}
