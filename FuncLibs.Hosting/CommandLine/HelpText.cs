using FuncLibs.Hosting.Configuration;
using FuncLibs.Hosting.Schema;

namespace FuncLibs.Hosting.CommandLine;

/// <summary>
/// The text of `--help`, made from the verbs and the option classes, so that it cannot tell other defaults than the code has.
/// </summary>
public static class HelpText
{
    /// <summary>Writes it.</summary>
    /// <param name="output">Where to.</param>
    /// <param name="program">Name of the program.</param>
    /// <param name="verbs">Verbs and what they do; the first is the default.</param>
    /// <param name="roots">Objects that hold the defaults.</param>
    /// <param name="aliases">Short keys.</param>
    public static void Write(
        TextWriter output, string program, IReadOnlyList<KeyValuePair<string, string>> verbs, IEnumerable<object> roots, KeyAliases aliases)
    {
        output.WriteLine($"usage: {program} [verb] [--Section:Key value]...");
        output.WriteLine();
        foreach ((string verb, string meaning) in verbs)
            output.WriteLine($"  {verb,-10} {meaning}{(verb == verbs[0].Key ? " (default)" : "")}");
        output.WriteLine();
        output.WriteLine("options, with their defaults; lists are separated by commas:");
        foreach (object root in roots)
            WriteDefaults(output, root);
        output.WriteLine($"  --{LayerReader.ConfigKey} FILE  one more settings file, above appsettings.json");
        foreach ((string alias, string meaning) in aliases.All)
            output.WriteLine($"  --{alias}{Rest(alias)} is short for --{meaning}{Rest(meaning)}");
        output.WriteLine($"also from appsettings.json and from the environment, for example {LayerReader.VariablePrefix}Run__For=10");
    }

    private static void WriteDefaults(TextWriter output, object root)
    {
        var binder = new OptionBinder(new Dictionary<string, LayeredValue>(), []);
        binder.Bind(root);
        var schema = new OptionSchema([root.GetType()]);
        foreach (EffectiveValue value in binder.Effective)
        {
            string described = schema.Find(value.Key)!.Value.Node.Description;
            string text = value.Text.Length == 0 ? "-" : value.Text;
            output.WriteLine($"  --{value.Key} {text}  {described}".TrimEnd());
        }
    }

    private static string Rest(string alias) => alias.EndsWith(':') ? "X" : "";
}
