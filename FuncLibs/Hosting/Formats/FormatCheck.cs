using FuncLibs.Hosting.Configuration;

namespace FuncLibs.Hosting.Formats;

/// <summary>Loads the plug-ins of a program; the checks after it know their formats.</summary>
/// <typeparam name="TOptions">The root class of its options.</typeparam>
/// <param name="formats">The section in them.</param>
public sealed class FormatCheck<TOptions>(Func<TOptions, PayloadFormatOptions> formats) : IOptionsCheck<TOptions>
{
    private const int MaxPlugIns = 16;

    /// <inheritdoc/>
    public IEnumerable<OptionFault> Check(TOptions options)
    {
        string[] files = formats(options).PlugIns;
        if (files.Length > MaxPlugIns)
        {
            yield return new OptionFault(
                "Formats:PlugIns", $"{files.Length} files are configured", $"up to {MaxPlugIns}");
            yield break;
        }

        foreach (string file in files)
        {
            if (PlugInFormats.Load(file) is { } fault)
                yield return new OptionFault("Formats:PlugIns", fault, "an assembly as docs/formats.md describes it");
        }
    }
}
