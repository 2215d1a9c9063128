using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Schema;

namespace FuncLibs.Hosting.CommandLine;

/// <summary>
/// The text of `--help`, generated from the verbs and the option classes, so its defaults always match the code.
/// </summary>
public static class HelpText
{
    /// <summary>Writes the help page of the program.</summary>
    /// <param name="output">Target.</param>
    /// <param name="program">Name of the program.</param>
    /// <param name="verbs">Verbs with a description; the first is the default.</param>
    /// <param name="root">Object that holds the defaults.</param>
    /// <param name="aliases">Short keys.</param>
    public static void Write(
        TextWriter output,
        string program,
        IReadOnlyList<KeyValuePair<string, string>> verbs,
        object root,
        KeyAliases aliases)
    {
        output.WriteLine($"usage: {program} [verb] [--Section:Key value]...");
        output.WriteLine();
        foreach ((string verb, string meaning) in verbs)
            output.WriteLine($"  {verb,-11} {meaning}{(verb == verbs[0].Key ? " (default)" : "")}");
        output.WriteLine();
        output.WriteLine($"{program} VERB --help lists the options of a verb.");
        output.WriteLine();
        WriteProgramOptions(
            output, "options, with their defaults; lists are separated by commas:", root, aliases, _ => true);
    }

    /// <summary>Writes the help page of one verb.</summary>
    /// <param name="output">Target.</param>
    /// <param name="program">Name of the program.</param>
    /// <param name="verb">The verb, with its arguments: <c>signals [action] [name]</c>.</param>
    /// <param name="meaning">Its description.</param>
    /// <param name="own">Object that holds the defaults of the verb's own options; null when it has none.</param>
    /// <param name="root">Object that holds the defaults of the program's options.</param>
    /// <param name="sections">Sections of the program's options that the verb reads; null for all.</param>
    /// <param name="aliases">Short keys.</param>
    public static void WriteVerb(
        TextWriter output,
        string program,
        string verb,
        string meaning,
        object? own,
        object root,
        IReadOnlyList<string>? sections,
        KeyAliases aliases)
    {
        output.WriteLine($"usage: {program} {verb} [--Section:Key value]...");
        output.WriteLine();
        output.WriteLine($"  {meaning}");
        output.WriteLine();
        if (own is not null)
        {
            output.WriteLine("options of this verb, with their defaults:");
            WriteDefaults(output, own, _ => true);
            output.WriteLine();
        }

        if (sections is { Count: 0 })
            return;
        WriteProgramOptions(
            output,
            $"options of the program that this verb reads; lists are separated by commas; all: {program} --help",
            root,
            aliases,
            key => sections is null || sections.Any(section => IsIn(key, section)));
    }

    private static bool IsIn(string key, string section) =>
        key.Equals(section, StringComparison.OrdinalIgnoreCase)
            || key.StartsWith(section + ":", StringComparison.OrdinalIgnoreCase);

    private static void WriteProgramOptions(
        TextWriter output, string title, object program, KeyAliases aliases, Func<string, bool> shown)
    {
        output.WriteLine(title);
        WriteDefaults(output, program, shown);
        output.WriteLine($"  --{LayerReader.ConfigKey} FILE  one more settings file, above appsettings.json");
        foreach ((string alias, string meaning) in aliases.All.Where(alias => shown(alias.Value.TrimEnd(':'))))
            output.WriteLine($"  --{alias}{Rest(alias)} is short for --{meaning}{Rest(meaning)}");
        output.WriteLine(
            $"also from appsettings.json and from the environment, for example "
                + $"{LayerReader.VariablePrefix}Run__For=10");
    }

    private static void WriteDefaults(TextWriter output, object root, Func<string, bool> shown)
    {
        var binder = new OptionBinder(new Dictionary<string, LayeredValue>(), []);
        binder.Bind(root);
        var schema = new OptionSchema([root.GetType()]);
        foreach (EffectiveValue value in binder.Effective.Where(value => shown(value.Key)))
        {
            string described = schema.Find(value.Key)!.Value.Node.Description;
            string text = value.Text.Length == 0 ? "-" : value.Text;
            output.WriteLine($"  --{value.Key} {text}  {described}".TrimEnd());
        }
    }

    private static string Rest(string alias) => alias.EndsWith(':') ? "X" : "";
}
