namespace FuncLibs.Hosting.Configuration;

/// <summary>Names of the layers that are not files.</summary>
public static class LayerNames
{
    /// <summary>The value that the code has.</summary>
    public const string Default = "default";

    /// <summary>Variables that begin with `TELEMETRY_`.</summary>
    public const string Environment = "environment";

    /// <summary>Arguments of the process.</summary>
    public const string CommandLine = "command line";

    /// <summary>The file beside the binary.</summary>
    public const string Settings = "appsettings.json";
}
