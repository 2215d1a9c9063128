using System.Collections;

namespace FuncLibs.Hosting.Configuration;

/// <summary>Where the layers below the command line are read from; a test puts its own in.</summary>
/// <param name="SettingsFolder">Folder that may hold appsettings.json.</param>
/// <param name="Variables">Environment variables, all of them.</param>
public sealed record ConfigurationInputs(string SettingsFolder, IReadOnlyDictionary<string, string> Variables)
{
    /// <summary>Those of the running process.</summary>
    public static ConfigurationInputs OfProcess() => new(
        AppContext.BaseDirectory,
        Environment.GetEnvironmentVariables().Cast<DictionaryEntry>()
            .ToDictionary(entry => (string)entry.Key, entry => (string?)entry.Value ?? "", StringComparer.Ordinal));
}
