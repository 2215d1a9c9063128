namespace FuncLibs.Hosting.Configuration;

/// <summary>
/// Short forms of keys, valid in every layer. An alias that ends with `:` is short for a section: `Source:` ->
/// `Sources:0:`. Case is ignored.
/// </summary>
public sealed class KeyAliases
{
    private readonly List<KeyValuePair<string, string>> _aliases = [];

    /// <summary>The short forms, for help texts and suggestions.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> All => _aliases;

    /// <summary>Adds an alias; the first match applies.</summary>
    /// <exception cref="ArgumentException">One side names a section and the other a key.</exception>
    public KeyAliases Add(string alias, string meaning)
    {
        if (alias.EndsWith(':') != meaning.EndsWith(':'))
            throw new ArgumentException($"{alias} and {meaning} must both name a section or both a key", nameof(alias));
        _aliases.Add(new(alias, meaning));
        return this;
    }

    /// <summary>The full key.</summary>
    public string Resolve(string key)
    {
        foreach ((string alias, string meaning) in _aliases)
        {
            if (alias.EndsWith(':') && key.StartsWith(alias, StringComparison.OrdinalIgnoreCase))
                return string.Concat(meaning, key.AsSpan(alias.Length));
            if (key.Equals(alias, StringComparison.OrdinalIgnoreCase))
                return meaning;
        }

        return key;
    }
}
