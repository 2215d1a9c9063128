namespace FuncLibs.Hosting.Configuration;

/// <summary>
/// Short keys that stand for long ones, in every layer. An alias that ends with `:` stands for a section: `Source:` -> `Sources:0:`.
/// Case is ignored.
/// </summary>
public sealed class KeyAliases
{
    private readonly List<KeyValuePair<string, string>> _aliases = [];

    /// <summary>The short forms, for help texts and suggestions.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> All => _aliases;

    /// <summary>Adds an alias; the first that fits counts.</summary>
    /// <exception cref="ArgumentException">One side names a section and the other a key.</exception>
    public KeyAliases Add(string alias, string meaning)
    {
        if (alias.EndsWith(':') != meaning.EndsWith(':'))
            throw new ArgumentException($"{alias} and {meaning} must both name a section or both a key", nameof(alias));
        _aliases.Add(new(alias, meaning));
        return this;
    }

    /// <summary>The key that is meant.</summary>
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
