using System.ComponentModel;

namespace FuncLibs.Hosting.Formats;

/// <summary>Formats of blocks beyond the built-in ones.</summary>
public sealed class PayloadFormatOptions
{
    /// <summary>Files of assemblies with formats; up to 16. Their code runs with the rights of the program.</summary>
    [Description("assemblies with payload formats of your own (docs/formats.md), by comma")]
    public string[] PlugIns { get; set; } = [];
}
