using System.Globalization;

namespace HardwareConnector.Configuration;

/// <summary>What the streams of the sources are called.</summary>
public static class SourceNames
{
    /// <summary>The name of a source's stream; null = the rig's own.</summary>
    public static string? Find(ConnectorOptions options, int source)
    {
        string name = options.Sources[source].Stream;
        if (name.Length > 0)
            return name;
        return options.Sources.Length == 1 ? null : string.Create(CultureInfo.InvariantCulture, $"rig{source + 1:00}");
    }
}
