using System.Globalization;
using System.Reflection;

namespace SignalMonitor.Variables.Schema;

/// <summary>
/// The numbered scripts of a dialect, `0001-definitions.sql` and so on, from the resources of this assembly.
/// </summary>
internal static class MigrationScripts
{
    private const string Root = "schema/";

    /// <summary>All of them, by number and without holes.</summary>
    public static IReadOnlyList<Migration> Load(string dialect)
    {
        Assembly assembly = typeof(MigrationScripts).Assembly;
        string prefix = $"{Root}{dialect}/";
        return
        [
            .. assembly.GetManifestResourceNames()
                .Where(name => name.StartsWith(prefix, StringComparison.Ordinal))
                .Order(StringComparer.Ordinal)
                .Select(name => Read(assembly, name, name[prefix.Length..]))
        ];
    }

    private static Migration Read(Assembly assembly, string resource, string name)
    {
        const int Digits = 4;
        using var reader = new StreamReader(assembly.GetManifestResourceStream(resource)!);
        return new Migration(int.Parse(name.AsSpan(0, Digits), CultureInfo.InvariantCulture), name, reader.ReadToEnd());
    }
}

/// <summary>One step of the tables.</summary>
/// <param name="Version">The version that it leads to, from 1.</param>
/// <param name="Name">File name, for messages.</param>
/// <param name="Script">Statements of plain SQL.</param>
internal sealed record Migration(int Version, string Name, string Script);
