using FuncLibs.Hosting.Configuration;
using FuncLibs.Runtime.Diagnostics;

namespace FuncLibs.Hosting.CommandLine;

/// <summary>
/// Parses `[verb] --Section:Key value ... --Section:Key=value ...`. A value may begin with one dash (negative numbers);
/// one that begins with two must be written with `=`. Which keys exist is checked elsewhere.
/// </summary>
public sealed class CommandLineParser
{
    private readonly IReadOnlyCollection<string> _verbs;
    private readonly List<KeyValuePair<string, string>> _values = [];
    private readonly List<ConfigurationFault> _faults = [];
    private bool _helpAsked;

    private CommandLineParser(IReadOnlyCollection<string> verbs) => _verbs = verbs;

    /// <summary>Parses the words.</summary>
    /// <param name="words">The arguments of the process, without its own name.</param>
    /// <param name="verbs">The verbs that exist, in lower case; the first is the default.</param>
    public static ParsedCommandLine Parse(IReadOnlyList<string> words, IReadOnlyList<string> verbs) =>
        new CommandLineParser(verbs).Read(words, verbs[0]);

    private ParsedCommandLine Read(IReadOnlyList<string> words, string defaultVerb)
    {
        string verb = defaultVerb;
        int next = 0;
        if (words.Count > 0 && !words[0].StartsWith('-'))
            verb = ReadVerb(words[next++], defaultVerb);
        while (next < words.Count)
            next += ReadOption(words, next);
        return new ParsedCommandLine(verb, _helpAsked, _values, _faults);
    }

    private string ReadVerb(string word, string defaultVerb)
    {
        string? known = _verbs.FirstOrDefault(verb => verb.Equals(word, StringComparison.OrdinalIgnoreCase));
        if (known is null)
            Refuse(word, "is not a verb" + Suggestion.For(word, _verbs), $"verbs are {string.Join(", ", _verbs)}");
        return known ?? defaultVerb;
    }

    // Returns the number of words used.
    private int ReadOption(IReadOnlyList<string> words, int index)
    {
        string word = words[index];
        if (word is "--help" or "-h" or "-?")
        {
            _helpAsked = true;
            return 1;
        }

        if (!word.StartsWith("--", StringComparison.Ordinal) || word.Length == 2)
        {
            Refuse(word, "is a stray word", "options are written --Section:Key value");
            return 1;
        }

        int equals = word.IndexOf('=', StringComparison.Ordinal);
        if (equals >= 0)
            return Consume(word[2..equals], word[(equals + 1)..], 1);
        if (index + 1 < words.Count && !words[index + 1].StartsWith("--", StringComparison.Ordinal))
            return Consume(word[2..], words[index + 1], 2);
        Refuse(word[2..], "has no value", "write --Section:Key value or --Section:Key=value");
        return 1;
    }

    private int Consume(string key, string value, int words)
    {
        _values.Add(new(key, value));
        return words;
    }

    private void Refuse(string word, string what, string allowed) =>
        _faults.Add(new ConfigurationFault(word, LayerNames.CommandLine, what, allowed));
}
